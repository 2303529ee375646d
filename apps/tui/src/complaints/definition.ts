import { caveat } from "@public-records/answers/basis"
import { type Complaint, ComplaintQuery } from "@public-records/core"
import { withDates } from "@public-records/export/days"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { complaintColumns, complaintDetail } from "./complaintColumns.ts"
import { complaintInsights } from "./complaintCharts.ts"
import { complaintForm } from "./complaintForm.ts"

export const complaints: Collection = makeCollection<ComplaintQuery, Complaint>({
  name: "complaints",
  path: "dnc-complaints",
  caveat,
  initialQuery: ComplaintQuery.default,
  page: (client, query, offset, limit) => client.complaints.page({ ...query, offset, limit }),
  paramsOf: (query, offset) => ComplaintQuery.toUrlParams({ ...query, offset }),
  columns: complaintColumns,
  detail: complaintDetail,
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  numberOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
  linkOf: ({ link }) => link,
  format: (formats) => formats.complaints,
  withDates,
  insights: complaintInsights,
  form: complaintForm,
  orderOf: ({ sort }) => (sort === "desc" ? "newest first" : "oldest first")
})
