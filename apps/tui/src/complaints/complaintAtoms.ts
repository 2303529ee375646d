import { type Complaint, ComplaintQuery, states, subjects } from "@public-records/core"
import { complaintDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { complaintColumns, complaintDetail } from "./complaintColumns.ts"
import { complaintSuggestions } from "./complaintSuggestions.ts"
import { complaintInsights } from "./complaintInsights.ts"
import { complaintFields, complaintFormOf, complaintQueryOf, emptyComplaintForm } from "./complaintForm.ts"
const part = (label: string, text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : [label === "" ? text : `${label} ${text}`]

const range = (label: string, from: string | undefined, to: string | undefined): ReadonlyArray<string> => {
  if (from === undefined || to === undefined) return []
  return [from === to ? `${label} ${from}` : `${label} ${from} → ${to}`]
}

const describe = (query: ComplaintQuery): string => {
  const input = query.toInput()
  return [
    ...part("created", input.createdDate),
    ...range("created", input.createdFrom, input.createdTo),
    ...part("called", input.violationDate),
    ...range("called", input.violationFrom, input.violationTo),
    ...part("state", input.state),
    ...part("city", input.city),
    ...part("area code", input.areaCode),
    ...part("robocall", input.robocall)
  ].join(" · ")
}

/** The collection of complaints. */
export const complaints: Collection = makeCollection<ComplaintQuery, Complaint>({
  name: "complaints",
  noun: "complaints",
  path: "dnc-complaints",
  caveat: {
    long: "Reported by a consumer, not verified. The number may be forged.",
    short: "reported by consumers, unverified"
  },
  initialQuery: ComplaintQuery.default,
  page: (client, query, limit) => client.complaints.page(query.withLimit(limit)),
  columns: complaintColumns,
  detail: complaintDetail,
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  numberOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
  linkOf: ({ link }) => link,
  format: (formats) => formats.complaints,
  insights: complaintInsights,
  completions: [...subjects.map(({ label }) => label), ...states.map(({ name }) => name)],
  dataDays: complaintDays,
  fields: complaintFields,
  emptyForm: emptyComplaintForm,
  queryOf: complaintQueryOf,
  formOf: complaintFormOf,
  suggestions: complaintSuggestions,
  orderOf: ({ order }) => (order === "DESC" ? "newest first" : "oldest first"),
  describe
})
