export { createClient, type PublicRecordsClient } from "./promise/client.ts"
export { type CollectionClient } from "./promise/collection.ts"
export { type Answer, type CallPromise } from "./promise/CallRunner.ts"
export {
  type CallOptions,
  type ClientOptions,
  type Hooks,
  type Logger,
  type PagesOptions,
  type RequestOptions,
  type StreamOptions,
  type TimeSpan
} from "./promise/options.ts"
export { type AnyComplaintQuery, type AnyNoticeQuery, type Estimate, type Quota } from "./promise/plain.ts"
export { memoryBudget } from "./budget/memoryBudget.ts"
export { type SharedBudget } from "./budget/SharedBudget.ts"
export { type PageStream, type RecordStream } from "./promise/RecordStream.ts"
export {
  type CallEndEvent,
  type CallEvent,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  type WaitEvent
} from "./CallEvents.ts"
export { type HeaderValues, type Priority, type WalkReport } from "./CallOptions.ts"
export { type WalkedPage } from "./walk/walk.ts"
export { type Bookmark } from "./walk/WalkState.ts"
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
export { type Page, type RejectedRecord } from "./records/Page.ts"
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
  type ResponseInfo,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled
} from "./PublicRecordsError.ts"
export { maxRecordsPerPage, type SortOrder } from "./queries/QueryInput.ts"
export { findState, type StateCode, type StateName, states } from "./queries/State.ts"
export { subjectLabel, subjects } from "./records/Subject.ts"
export { version } from "./Options.ts"
