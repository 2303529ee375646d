import { type NoticeInput, NoticeQuery } from "@public-records/core"
import { type Field, type FormValues, valueOf } from "../form/FormModel.ts"
import { type FilterSuggestion, suggestionsOf } from "../form/suggestions.ts"
import { dateField } from "../form/dateField.ts"
import { orderField, readForm } from "../form/formQuery.ts"

const asksForTitle = (values: FormValues): boolean => valueOf(values, "by-title") !== "any"

/** The fields of the notices' filter form. A notice must match all nonempty fields. */
export const noticeFields: ReadonlyArray<Field> = [
  {
    name: "by-title",
    label: "Title",
    choices: { any: "any", words: "has the words", contains: "contains the text" },
    fallback: { field: "title", value: "words" },
    hint: (values) => (asksForTitle(values) ? "" : "or type words")
  },
  {
    name: "title",
    label: "Text",
    isShown: asksForTitle,
    isLong: true,
    hint: (values) => (valueOf(values, "by-title") === "words" ? 'a phrase in "double quotes"' : "any part of a title"),
    requiredMessage: "Enter text to search for in titles, or choose any."
  },
  { name: "transaction-number", label: "Transaction", hint: () => "digits" },
  dateField({ name: "date", label: "Date" }),
  { name: "sort-by", label: "Order by", choices: { created: "created", changed: "changed" } },
  orderField
]

const titleInput = (values: FormValues): NoticeInput => {
  if (!asksForTitle(values)) return {}
  const text = valueOf(values, "title")
  return valueOf(values, "by-title") === "words" ? { title: text } : { titleContains: text }
}

/** Reads the form. **Fails with** `InvalidQuery` whose problems name the form's fields. */
export const noticeQueryOf = readForm({
  fields: noticeFields,
  inputOf: (values) => ({
    ...titleInput(values),
    transactionNumber: valueOf(values, "transaction-number"),
    date: valueOf(values, "date"),
    sortBy: valueOf(values, "sort-by"),
    sort: valueOf(values, "sort")
  }),
  fieldOfInput: { titleContains: "title", transactionNumber: "transaction-number", sortBy: "sort-by" },
  fromInput: NoticeQuery.fromInput
})

const byTitleOf = (input: NoticeInput): string => {
  if (input.title !== undefined) return "words"
  return input.titleContains === undefined ? "any" : "contains"
}

/** Fills the form in from a query. The inverse of `noticeQueryOf`. */
export const noticeFormOf = (query: NoticeQuery): FormValues => {
  const input = query.toInput()
  return {
    "by-title": byTitleOf(input),
    title: input.title ?? input.titleContains ?? "",
    "transaction-number": input.transactionNumber ?? "",
    date: input.date ?? "",
    "sort-by": input.sortBy ?? "created",
    sort: input.sort ?? "DESC"
  }
}

export const noticeSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const byTitle = valueOf(values, "by-title")
  const title = valueOf(values, "title")
  const isPhrase = byTitle === "words" && title.includes('"')
  return suggestionsOf(values, [
    [isPhrase, "the same words in any order", { title: title.replaceAll('"', "") }],
    [byTitle === "words" && !isPhrase, "the words as parts of longer words", { "by-title": "contains" }],
    [valueOf(values, "date") !== "", "any date", { date: "" }],
    [valueOf(values, "transaction-number") !== "", "any transaction", { "transaction-number": "" }],
    [byTitle !== "any", "any title", { "by-title": "any", title: "" }]
  ])
}
