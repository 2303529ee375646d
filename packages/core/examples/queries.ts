import { CivilDate, ComplaintQuery, NoticeQuery, UncheckedComplaintQuery } from "@public-records/core"

const day = CivilDate.make("2021-07-07")

/** Ohio's complaints of a day, oldest first. An area code would not compile, because a state excludes it. */
export const ohio = new ComplaintQuery({
  ...ComplaintQuery.default,
  filter: { _tag: "ByState", state: "Ohio", created: { from: day, to: day } },
  order: "ASC"
})

/** Notices whose title contains a phrase, ten per page. */
export const media = new NoticeQuery({
  ...NoticeQuery.default,
  filter: { title: { _tag: "Keywords", words: '"media holdings"' } },
  limit: 10
})

/** A combination that is not documented. It is sent unchanged. */
export const unchecked = new UncheckedComplaintQuery({
  unchecked: { state: "Ohio", area_code: "614" },
  order: "DESC",
  limit: 50,
  offset: 0
})
