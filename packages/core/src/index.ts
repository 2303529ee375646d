export {
  type Budget,
  budgetInMemory,
  type BudgetState,
  type Ending,
  type Place,
  type ServiceCount,
  type Verdict
} from "./Budget.ts"
export { type CallOptions, type Priority, type StreamOptions } from "./CallOptions.ts"
export { CivilDate, isCivilDate } from "./CivilDate.ts"
export { CivilDateTime, CivilMoment, isCivilDateTime, isRecordedMoment, RecordedMoment } from "./CivilDateTime.ts"
export { defaultBaseUrl, optionsConfig, type PublicRecordsOptions } from "./ClientConfig.ts"
export { type Collection } from "./collection.ts"
export { Complaint, complaintForm, ComplaintFromRecord, ComplaintId } from "./Complaint.ts"
export { AreaCode, CivilRange, ComplaintFilter } from "./ComplaintFilter.ts"
export { type ComplaintInput } from "./ComplaintInput.ts"
export { ComplaintQuery, UncheckedComplaintQuery } from "./ComplaintQuery.ts"
export { claimedTotal, decodeEnvelope, type Envelope, type EnvelopeMeta } from "./Envelope.ts"
export { type Estimate } from "./Estimate.ts"
export { type BudgetOwner, Guards, type GuardsShape } from "./Guards.ts"
export { Notice, noticeFields, noticeForm, NoticeFromRecord, NoticeId } from "./Notice.ts"
export { DateRange, NoticeFilter, NoticeSort, TitleFilter, TransactionNumber } from "./NoticeFilter.ts"
export { type NoticeInput } from "./NoticeInput.ts"
export { NoticeQuery, UndocumentedNoticeQuery } from "./NoticeQuery.ts"
export { nextOffset, type Page, pageOf, type RejectedRecord } from "./Page.ts"
export { PublicRecords } from "./PublicRecords.ts"
export { latestPublishedDay, nextPublication, publicationOf, yesterday } from "./PublicationCalendar.ts"
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
  Reason,
  RedirectRefused,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled
} from "./PublicRecordsError.ts"
export { keepLink, linkRewriter, type RewriteLink } from "./RecordLink.ts"
export { type RecordForm } from "./RecordForm.ts"
export { maxRecordsPerPage, SortOrder } from "./QueryInput.ts"
export { type QuotaState } from "./Quota.ts"
export { findState, nearestStates, StateName, states } from "./State.ts"
export { subjectLabel, subjects } from "./Subject.ts"
export { version } from "./version.ts"
export { type WalkReport, type WindowReport } from "./WalkReport.ts"
