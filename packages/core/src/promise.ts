export {
  type CallOptions,
  type ClientOptions,
  type CollectionClient,
  createClient,
  createClientOver,
  type PublicRecordsClient,
  type StreamOptions,
  type TimeSpan
} from "./promise/client.ts"
export {
  type AnyComplaintQuery,
  type AnyNoticeQuery,
  type Estimate,
  type Page,
  type QuotaState,
  type WalkReport
} from "./promise/plain.ts"
export { type RecordStream } from "./promise/RecordStream.ts"
export { type Priority } from "./CallOptions.ts"
export { CivilDate, isCivilDate } from "./dates/CivilDate.ts"
export { CivilDateTime, type CivilMoment, isCivilDateTime } from "./dates/CivilDateTime.ts"
export { type Complaint } from "./records/Complaint.ts"
export { type ComplaintFilter } from "./queries/ComplaintFilter.ts"
export { ComplaintQuery, type PlainComplaintQuery, UncheckedComplaintQuery } from "./queries/ComplaintQuery.ts"
export { type Notice } from "./records/Notice.ts"
export {
  type NoticeFilter,
  type NoticeSort,
  type TitleFilter,
  type UndocumentedNoticeFilter
} from "./queries/NoticeFilter.ts"
export { NoticeQuery, type PlainNoticeQuery, UndocumentedNoticeQuery } from "./queries/NoticeQuery.ts"
export { type RejectedRecord } from "./records/Page.ts"
export {
  BadRequest,
  CircuitOpen,
  DeadlineExceeded,
  InvalidOptions,
  InvalidQuery,
  KeyMissing,
  KeyRejected,
  NotFound,
  PublicRecordsError,
  RateLimited,
  type Reason,
  RedirectRefused,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled
} from "./PublicRecordsError.ts"
export { maxRecordsPerPage, type SortOrder } from "./queries/QueryInput.ts"
export { findState, type StateName, states } from "./queries/State.ts"
export { subjectLabel, subjects } from "./records/Subject.ts"
export { version } from "./Options.ts"
