import { type ComplaintInput, ComplaintQuery, findState, InvalidQuery, states } from "@public-records/core"
import { DateTime, Effect, Option } from "effect"
import { type Field, type FormValues, valueOf } from "../form/FormModel.ts"
import { type FilterSuggestion, suggestionsOf } from "../form/suggestions.ts"
import { dateField, momentField } from "../form/dateField.ts"
import { orderField, readForm } from "../form/formQuery.ts"

const isOneOf =
  (name: string, ...choices: ReadonlyArray<string>) =>
  (values: FormValues): boolean =>
    choices.includes(valueOf(values, name))

const whenChoices = {
  any: "any time",
  "created-on": "created on",
  "created-between": "created between",
  "called-on": "called on",
  "called-between": "called between"
}

const narrowChoices = { nothing: "nothing", state: "state", "area-code": "area code", robocall: "robocall" }

/** The service combines a state, area code or robocall only with a range of created dates, or with any time. */
const mayNarrow = isOneOf("when", "any", "created-between")

const narrowsBy =
  (choice: string) =>
  (values: FormValues): boolean =>
    mayNarrow(values) && isOneOf("narrow", choice)(values)

const completeState = (text: string): ReadonlyArray<string> => {
  const exact = findState(text)
  if (exact !== undefined) return [exact]
  const typed = text.trim().toLowerCase()
  return states.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(typed))
}

const stateHint = (values: FormValues): string => {
  const typed = valueOf(values, "state")
  if (typed.trim() === "" || findState(typed) !== undefined) return "name or postal code"
  const names = completeState(typed)
  return names.length === 0 ? "✗ no such state" : `→ ${names.slice(0, 3).join(", ")}`
}

const hiddenNarrowing: Readonly<Record<string, string>> = {
  state: "without the state",
  "area-code": "without the area code",
  robocall: "without the robocall filter"
}

/** Returns a hint about filters that cannot be combined with a date. */
const whenHint = (values: FormValues): string => {
  if (mayNarrow(values)) return ""
  const without = hiddenNarrowing[valueOf(values, "narrow")]
  if (without === undefined) return "no other filter possible"
  return isOneOf("when", "created-on")(values) ? `${without}: use created between for both` : without
}

/** The field for a state. It completes names and postal codes. */
export const stateField = {
  name: "state",
  label: "State",
  hint: stateHint,
  complete: completeState,
  incompleteHint: (text: string) => (completeState(text).length > 1 ? "name or postal code, such as Texas or TX" : "")
}

/** Describes a range of dates, whose ends may be missing. */
export const range = (from: string | undefined, to: string | undefined): string | undefined => {
  if (from === to) return from
  return to === undefined ? `from ${from}` : from === undefined ? `until ${to}` : `${from} → ${to}`
}

const rangeField = (name: string, label: string, which: string): Field =>
  momentField({
    name,
    label,
    isShown: isOneOf("when", "created-between", "called-between"),
    requiredMessage: `A range needs both dates: enter the ${which} one as YYYY-MM-DD.`
  })

/** The fields of the complaints' filter form. They exclude combinations that the service rejects. */
export const complaintFields: ReadonlyArray<Field> = [
  { name: "when", label: "When", choices: whenChoices, hint: whenHint },
  dateField({
    name: "on",
    label: "Date",
    isShown: isOneOf("when", "created-on", "called-on"),
    requiredMessage: "Enter the date as YYYY-MM-DD, or choose any time."
  }),
  rangeField("from", "From", "first"),
  rangeField("to", "To", "last"),
  { name: "narrow", label: "Filter by", choices: narrowChoices, isShown: mayNarrow, hint: () => "at most one" },
  {
    ...stateField,
    isShown: narrowsBy("state"),
    requiredMessage: "Enter a state, or choose nothing in Filter by."
  },
  { name: "city", label: "City", isShown: narrowsBy("state"), hint: () => "as reported; optional" },
  {
    name: "area-code",
    label: "Area code",
    isShown: narrowsBy("area-code"),
    hint: () => "three digits",
    requiredMessage: "Enter an area code, or choose nothing in Filter by.",
    incompleteHint: (text) => (/^\d{1,2}$/.test(text) ? "three digits, such as 202" : "")
  },
  { name: "robocall", label: "Robocall", choices: { true: "yes", false: "no" }, isShown: narrowsBy("robocall") },
  orderField
]

const whenInput = (values: FormValues): ComplaintInput => {
  const [on, from, to] = [valueOf(values, "on"), valueOf(values, "from"), valueOf(values, "to")]
  switch (valueOf(values, "when")) {
    case "created-on":
      return { createdDate: on }
    case "created-between":
      return { createdFrom: from, createdTo: to }
    case "called-on":
      return { violationDate: on }
    case "called-between":
      return { violationFrom: from, violationTo: to }
    default:
      return {}
  }
}

const narrowInput = (values: FormValues): ComplaintInput => {
  if (narrowsBy("state")(values)) return { state: valueOf(values, "state"), city: valueOf(values, "city") }
  if (narrowsBy("area-code")(values)) return { areaCode: valueOf(values, "area-code") }
  return narrowsBy("robocall")(values) ? { robocall: valueOf(values, "robocall") } : {}
}

const readService = readForm({
  fields: complaintFields,
  inputOf: (values) => ({ ...whenInput(values), ...narrowInput(values), sort: valueOf(values, "sort") }),
  fieldOfInput: {
    createdDate: "on",
    violationDate: "on",
    createdFrom: "from",
    violationFrom: "from",
    createdTo: "to",
    violationTo: "to",
    areaCode: "area-code"
  },
  fromInput: ComplaintQuery.fromInput
})

const needsMirror = "This filter needs a mirror. Press M to use it, or clear the filter with Ctrl-R."

/** Reads the form. **Fails with** `InvalidQuery` whose problems name the form's fields, also for the form of a mirror. */
export const complaintQueryOf = (values: FormValues): Effect.Effect<ComplaintQuery, InvalidQuery> =>
  "when" in values
    ? readService(values)
    : Effect.fail(new InvalidQuery({ problems: [{ field: "when", rule: needsMirror }] }))

const whenOf = (input: ComplaintInput): string => {
  if (input.createdDate !== undefined) return "created-on"
  if (input.violationDate !== undefined) return "called-on"
  if (input.violationFrom !== undefined) return "called-between"
  return input.createdFrom === undefined ? "any" : "created-between"
}

const narrowOf = (input: ComplaintInput): string => {
  if (input.state !== undefined) return "state"
  if (input.areaCode !== undefined) return "area-code"
  return input.robocall === undefined ? "nothing" : "robocall"
}

/** Fills the form in from a query. The inverse of `complaintQueryOf`. */
export const complaintFormOf = (query: ComplaintQuery): FormValues => {
  const input = query.toInput()
  return {
    when: whenOf(input),
    on: input.createdDate ?? input.violationDate ?? "",
    from: input.createdFrom ?? input.violationFrom ?? "",
    to: input.createdTo ?? input.violationTo ?? "",
    narrow: narrowOf(input),
    state: input.state ?? "",
    city: input.city ?? "",
    "area-code": input.areaCode ?? "",
    robocall: input.robocall ?? "true",
    sort: input.sort ?? "DESC"
  }
}

/** Adds days to a date. Returns an empty string if the input is not a date. */
export const daysFrom = (date: string, days: number): string =>
  Option.match(DateTime.make(`${date.slice(0, 10)}T00:00:00Z`), {
    onNone: () => "",
    onSome: (day) => DateTime.formatIsoDateUtc(DateTime.add(day, { days }))
  })

const days = 7

export const complaintSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const [when, narrow] = [valueOf(values, "when"), valueOf(values, "narrow")]
  const [on, from, to] = [valueOf(values, "on"), valueOf(values, "from"), valueOf(values, "to")]
  const around = { from: daysFrom(on, -days), to: daysFrom(on, days) }
  return suggestionsOf(values, [
    [narrow === "state" && valueOf(values, "city") !== "", "without the city", { city: "" }],
    [when === "created-on", "one week earlier and later", { when: "created-between", ...around }],
    [when === "called-on", "one week earlier and later", { when: "called-between", ...around }],
    [when.endsWith("between"), "one week earlier and later", { from: daysFrom(from, -days), to: daysFrom(to, days) }],
    [narrow === "state", "any state", { narrow: "nothing", city: "" }],
    [narrow === "area-code", "any area code", { narrow: "nothing" }],
    [narrow === "robocall", "any kind of call", { narrow: "nothing" }],
    [when !== "any", "any time", { when: "any" }]
  ])
}
