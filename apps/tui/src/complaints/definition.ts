import { type Complaint, ComplaintQuery, states, subjects } from "@public-records/core"
import { complaintDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { filterLabel } from "../collection/labels.ts"
import { complaintColumns, complaintDetail } from "./columns.ts"
import { complaintInsights } from "./insights.ts"
import { complaintFields, complaintFormOf, complaintQueryOf, complaintSuggestions } from "./form.ts"

const range = (from: string | undefined, to: string | undefined): string | undefined =>
  from === to ? from : `${from} → ${to}`

const describe = (query: ComplaintQuery): string => {
  const input = query.toInput()
  return filterLabel([
    ["created", input.createdDate],
    ["created", range(input.createdFrom, input.createdTo)],
    ["called", input.violationDate],
    ["called", range(input.violationFrom, input.violationTo)],
    ["state", input.state],
    ["city", input.city],
    ["area code", input.areaCode],
    ["robocall", input.robocall]
  ])
}

export const complaints: Collection = makeCollection<ComplaintQuery, Complaint>({
  name: "complaints",
  path: "dnc-complaints",
  caveat: {
    long: "Reported by a consumer, not verified. The number may be forged.",
    short: "reported by consumers, unverified"
  },
  initialQuery: ComplaintQuery.default,
  page: (client, query, offset, limit) => client.complaints.page(query.withOffset(offset).withLimit(limit)),
  paramsOf: (query, offset) => query.withOffset(offset).toUrlParams(),
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
  queryOf: complaintQueryOf,
  formOf: complaintFormOf,
  suggestions: complaintSuggestions,
  orderOf: ({ order }) => (order === "DESC" ? "newest first" : "oldest first"),
  describe
})
