import { type Notice, NoticeQuery } from "@public-records/core"
import { noticeDays } from "@public-records/export/dataDays"
import { type Collection, makeCollection } from "../collection/Collection.ts"
import { noticeColumns, noticeDetail } from "./noticeColumns.ts"
import { noticeSuggestions } from "./noticeSuggestions.ts"
import { emptyNoticeForm, noticeFields, noticeFormOf, noticeQueryOf } from "./noticeForm.ts"
import { noticeInsights } from "./noticeInsights.ts"

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

/** The collection of notices. */
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
  suggestions: noticeSuggestions,
  // The list is ordered by the creation or change of a record, not by the date of the notice.
  orderOf: (query) => `${query.order === "DESC" ? "newest" : "oldest"} ${query.toInput().sortBy ?? "created"} first`,
  describe
})
