import { type Notice, NoticeQuery } from "@public-records/core"
import { noticeDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { filterLabel } from "../collection/labels.ts"
import { noticeColumns, noticeDetail, noticeParties } from "./noticeColumns.ts"
import { noticeFields, noticeFormOf, noticeQueryOf, noticeSuggestions } from "./noticeForm.ts"
import { noticeInsights } from "./noticeCharts.ts"

const describe = (query: NoticeQuery): string => {
  const input = query.toInput()
  return filterLabel([
    ["title has", input.title],
    ["title contains", input.titleContains],
    ["transaction", input.transactionNumber],
    ["date", input.date]
  ])
}

export const notices: Collection = makeCollection<NoticeQuery, Notice>({
  name: "notices",
  path: "hsr-early-termination-notices",
  caveat: { long: "", short: "" },
  initialQuery: NoticeQuery.default,
  page: (client, query, offset, limit) => client.notices.page(query.withOffset(offset).withLimit(limit)),
  paramsOf: (query, offset) => query.withOffset(offset).toUrlParams(),
  columns: noticeColumns,
  detail: noticeDetail,
  timeOf: ({ created }) => created.slice(0, 10),
  numberOf: () => "",
  partiesOf: noticeParties,
  linkOf: ({ link }) => link,
  format: (formats) => formats.notices,
  insights: noticeInsights,
  dataDays: noticeDays,
  fields: noticeFields,
  queryOf: noticeQueryOf,
  formOf: noticeFormOf,
  suggestions: noticeSuggestions,
  onService: (query) => query,
  // The service sorts by creation or change of the record, not by the date of the notice.
  orderOf: (query) => `${query.order === "DESC" ? "newest" : "oldest"} ${query.toInput().sortBy ?? "created"} first`,
  describe
})
