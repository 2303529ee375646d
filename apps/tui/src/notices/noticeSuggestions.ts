import { type FormValues, valueOf } from "../form/FormModel.ts"
import { type FilterSuggestion, suggestionsOf } from "../form/FilterSuggestion.ts"

/** Returns filters that match more notices. */
export const noticeSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const byTitle = valueOf(values, "by-title")
  const title = valueOf(values, "title")
  const isPhrase = byTitle === "words" && title.includes('"')
  return suggestionsOf(values, [
    [isPhrase, "the words of the phrase in any order", { title: title.replaceAll('"', "") }],
    [byTitle === "words" && !isPhrase, "the words as a part of longer ones", { "by-title": "contains" }],
    [valueOf(values, "date") !== "", "any date", { date: "" }],
    [valueOf(values, "transaction-number") !== "", "any transaction", { "transaction-number": "" }],
    [byTitle !== "any", "any title", { "by-title": "any", title: "" }]
  ])
}
