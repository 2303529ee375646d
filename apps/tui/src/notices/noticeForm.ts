import { type NoticeQuery, noticeServiceNotes, readNoticeQuery } from "@public-records/core"
import type { FilterForm } from "../collection/CollectionDefinition.ts"
import { dateField } from "../form/dateField.ts"
import { filledIn, type FilterSuggestion, nameIn, orderField } from "../form/filterForm.ts"
import { type Field, type FormValues, valueOf } from "../form/FormModel.ts"

/** The fields of the filter form: the members of a query. A notice must match all nonempty fields. */
const fields: ReadonlyArray<Field> = [
  { name: "title", label: "Title", isLong: true, hint: () => 'words: a phrase in "double quotes"' },
  { name: "titleContains", label: "Part of title", isLong: true, hint: () => "any part: also of a word" },
  { name: "titleExactly", label: "Exact title", isLong: true, hint: () => "the full title" },
  { name: "party", label: "Party", isLong: true, hint: () => "its full name: either side" },
  { name: "acquiringParty", label: "Acquiring", isLong: true, hint: () => "its full name" },
  { name: "acquiredParty", label: "Acquired", isLong: true, hint: () => "its full name" },
  { name: "transactionNumber", label: "Transaction", hint: () => "digits" },
  dateField({ name: "date", label: "Date" }),
  dateField({ name: "dateFrom", label: "Date from", range: "dated" }),
  dateField({ name: "dateTo", label: "Date to", range: "dated" }),
  {
    name: "createdSince",
    label: "Created since",
    isDate: true,
    hint: () => "a date: or 2021-07-07T12:00:00Z"
  },
  { name: "id", label: "Id", hint: () => "of the record" },
  { name: "sortBy", label: "Order by", choices: { created: "created", changed: "changed" } },
  orderField
]

/** Suggests other ways to look for the words of a title. */
const titleSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const title = valueOf(values, "title")
  if (title.trim() === "") return []
  return title.includes('"')
    ? [{ label: "the same words in any order", values: { ...values, title: title.replaceAll('"', "") } }]
    : [{ label: "the words as parts of longer words", values: { ...values, title: "", titleContains: title } }]
}

/** The filter form of notices, for the service and for local records. */
export const noticeForm: FilterForm<NoticeQuery> = {
  fields,
  queryOf: (values, source) => readNoticeQuery(values, source, nameIn(fields)),
  formOf: (query) => filledIn(fields, query),
  notesOf: noticeServiceNotes,
  suggestions: titleSuggestions
}
