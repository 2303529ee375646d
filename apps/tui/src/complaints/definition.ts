import { type Complaint, ComplaintQuery } from "@public-records/core"
import { complaintDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { filterLabel } from "../collection/labels.ts"
import { complaintColumns, complaintDetail } from "./complaintColumns.ts"
import { complaintInsights } from "./complaintCharts.ts"
import { type ComplaintChoice, onService, requestOf } from "./ComplaintChoice.ts"
import { complaintFields, complaintFormOf, complaintQueryOf, complaintSuggestions, range } from "./complaintForm.ts"
import { complaintsOnMirror } from "./mirrorCharts.ts"
import { describeChoice } from "./mirrorForm.ts"

const describe = (choice: ComplaintChoice): string => {
  if (!(choice instanceof ComplaintQuery)) return describeChoice(choice)
  const input = choice.toInput()
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

export const complaints: Collection = makeCollection<ComplaintChoice, Complaint>({
  name: "complaints",
  path: "dnc-complaints",
  caveat: {
    long: "Reported by a consumer, not verified. The number may be forged.",
    short: "reported by consumers, unverified"
  },
  initialQuery: ComplaintQuery.default,
  page: (client, choice, offset, limit) =>
    client.complaints.page(requestOf(choice).withOffset(offset).withLimit(limit)),
  paramsOf: (choice, offset) => requestOf(choice).withOffset(offset).toUrlParams(),
  columns: complaintColumns,
  detail: complaintDetail,
  timeOf: ({ createdDate }) => createdDate.slice(0, 16),
  numberOf: ({ companyPhoneNumber }) => companyPhoneNumber ?? "",
  linkOf: ({ link }) => link,
  format: ({ complaints: { exportAll, ...format } }) => ({
    ...format,
    exportAll: (choice, file) => exportAll(requestOf(choice), file)
  }),
  insights: complaintInsights,
  dataDays: complaintDays,
  fields: complaintFields,
  queryOf: complaintQueryOf,
  formOf: (choice) => complaintFormOf(onService(choice)),
  suggestions: complaintSuggestions,
  onMirror: complaintsOnMirror,
  onService,
  orderOf: (choice) => (requestOf(choice).order === "DESC" ? "newest first" : "oldest first"),
  describe
})
