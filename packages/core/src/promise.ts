export { createClient, type CollectionClient, type PublicRecordsClient } from "./promise/client.ts"
export { type CallOptions, type ClientOptions, type StreamOptions, type TimeSpan } from "./promise/ClientOptions.ts"
export { type Estimate, type Page, type QuotaState, type WalkReport } from "./promise/plain.ts"
export {
  type AnyComplaintQuery,
  type AnyNoticeQuery,
  type PlainComplaintQuery,
  type PlainNoticeQuery
} from "./promise/PlainQuery.ts"
export { type RecordStream } from "./promise/RecordStream.ts"
export { type Priority } from "./CallOptions.ts"
export { CivilDate, isCivilDate } from "./CivilDate.ts"
export { CivilDateTime, type CivilMoment, isCivilDateTime } from "./CivilDateTime.ts"
export { type Complaint } from "./Complaint.ts"
export { type ComplaintFilter } from "./ComplaintFilter.ts"
export { ComplaintQuery, UncheckedComplaintQuery } from "./ComplaintQuery.ts"
export { type Notice } from "./Notice.ts"
export { type NoticeFilter, type NoticeSort, type TitleFilter, type UndocumentedNoticeFilter } from "./NoticeFilter.ts"
export { NoticeQuery, UndocumentedNoticeQuery } from "./NoticeQuery.ts"
export { type RejectedRecord } from "./Page.ts"
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
export { maxRecordsPerPage, type SortOrder } from "./QueryInput.ts"
export { findState, type StateName, states } from "./State.ts"
export { subjectLabel, subjects } from "./Subject.ts"
export { version } from "./version.ts"
