import { type FormValues, valueOf } from "../form/FormModel.ts"
import { daysFrom, type FilterSuggestion, suggestionsOf } from "../form/FilterSuggestion.ts"

const days = 7

/** Returns filters that match more complaints. */
export const complaintSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const [when, narrow] = [valueOf(values, "when"), valueOf(values, "narrow")]
  const [on, from, to] = [valueOf(values, "on"), valueOf(values, "from"), valueOf(values, "to")]
  const around = { from: daysFrom(on, -days), to: daysFrom(on, days) }
  return suggestionsOf(values, [
    [narrow === "state" && valueOf(values, "city") !== "", "without the city", { city: "" }],
    [when === "created-on", "a week before and after", { when: "created-between", ...around }],
    [when === "called-on", "a week before and after", { when: "called-between", ...around }],
    [
      when.endsWith("between"),
      "dates wider by a week on both sides",
      { from: daysFrom(from, -days), to: daysFrom(to, days) }
    ],
    [narrow === "state", "every state", { narrow: "nothing", city: "" }],
    [narrow === "area-code", "every area code", { narrow: "nothing" }],
    [narrow === "robocall", "robocalls or not", { narrow: "nothing" }],
    [when !== "any", "any time", { when: "any" }]
  ])
}
