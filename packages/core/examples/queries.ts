import { CivilDate, ComplaintQuery, NoticeQuery, UncheckedComplaintQuery } from "@public-records/core/promise"

const day = CivilDate.make("2021-07-07")

/** Ohio's complaints of a day, the oldest first. Another filter beside the state would not compile. */
export const ohio = new ComplaintQuery({
  ...ComplaintQuery.default,
  filter: { _tag: "ByState", state: "Ohio", created: { from: day, to: day } },
  order: "ASC"
})

/** Notices whose title has a phrase, ten a page. */
export const media = new NoticeQuery({
  ...NoticeQuery.default,
  filter: { title: { _tag: "Keywords", words: '"media holdings"' } },
  limit: 10
})

/** The way round the rules, for who knows that the service answers; sent as it stands. */
export const unchecked = new UncheckedComplaintQuery({
  unchecked: { state: "Ohio", area_code: "614" },
  order: "DESC",
  limit: 50,
  offset: 0
})
