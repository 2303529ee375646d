import { type Notice, NoticeQuery } from "@public-records/core"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { noticeColumns, noticeDetail, noticeParties } from "./noticeColumns.ts"
import { noticeForm } from "./noticeForm.ts"
import { noticeInsights } from "./noticeCharts.ts"

export const notices: Collection = makeCollection<NoticeQuery, Notice>({
  name: "notices",
  path: "hsr-early-termination-notices",
  caveat: "",
  initialQuery: NoticeQuery.default,
  page: (client, query, offset, limit) => client.notices.page({ ...query, offset, limit }),
  paramsOf: (query, offset) => NoticeQuery.toUrlParams({ ...query, offset }),
  columns: noticeColumns,
  detail: noticeDetail,
  timeOf: ({ created, date }) => (created ?? date).slice(0, 10),
  numberOf: () => "",
  partiesOf: noticeParties,
  linkOf: ({ link }) => link,
  format: (formats) => formats.notices,
  insights: noticeInsights,
  form: noticeForm,
  // The service sorts by creation or change of the record, not by the date of the notice.
  orderOf: ({ sort, sortBy }) => `${sort === "desc" ? "newest" : "oldest"} ${sortBy} first`
})
