import { type Notice, NoticeQuery } from "@public-records/core"
import { noticeDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { noticeColumns } from "./noticeColumns.ts"
import { noticeWidenings } from "./noticeWidening.ts"
import { noticeDetail } from "./noticeDetail.ts"
import { emptyNoticeForm, noticeFields, noticeFormOf, noticeQueryOf } from "./noticeForm.ts"

const part = (label: string, text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : [`${label} ${text}`]

const describe = (query: NoticeQuery): string => {
  const input = query.toInput()
  return [
    ...part("title has", input.title),
    ...part("title contains", input.titleContains),
    ...part("transaction", input.transactionNumber),
    ...part("date", input.date)
  ].join(" · ")
}
import { noticeInsights } from "./noticeInsights.ts"

/** The notices on the screen: what is asked, what is loaded, where the reader is. */
export const notices: Collection = makeCollection<NoticeQuery, Notice>({
  name: "notices",
  noun: "notices",
  path: "hsr-early-termination-notices",
  caveat: { long: "", short: "" },
  initialQuery: NoticeQuery.default,
  page: (client, query, limit) => client.notices.page(query.withLimit(limit)),
  columns: noticeColumns,
  detail: noticeDetail,
  timeOf: ({ created }) => created.slice(0, 10),
  numberOf: () => "",
  linkOf: ({ link }) => link,
  format: (formats) => formats.notices,
  insights: noticeInsights,
  completions: [],
  dataDays: noticeDays,
  fields: noticeFields,
  emptyForm: emptyNoticeForm,
  queryOf: noticeQueryOf,
  formOf: noticeFormOf,
  widenings: noticeWidenings,
  // A record's creation, and not the date of the notice: those of one import stand in any order of dates.
  orderOf: (query) => `${query.order === "DESC" ? "newest" : "oldest"} ${query.toInput().sortBy ?? "created"} first`,
  describe
})
