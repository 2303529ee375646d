import { CivilDate, type ServiceComplaintQuery, type ServiceNoticeQuery } from "@public-records/core"

const day = CivilDate.make("2021-07-07")

/** Ohio's complaints of a day, oldest first. An area code would not compile, because a state excludes it. */
export const ohio: ServiceComplaintQuery = { state: "Ohio", createdFrom: day, createdTo: day, sort: "asc" }

/** Notices whose title contains a phrase, ten per page. */
export const media: ServiceNoticeQuery = { title: '"media holdings"', limit: 10 }

/** A combination that is not documented. It is sent unchanged. */
export const unchecked: ServiceComplaintQuery = { unchecked: { state: "Ohio", area_code: "614" } }
