export { type CallOptions, type Priority, type StreamOptions } from "./CallOptions.ts"
export { CivilDate, isCivilDate } from "./dates/CivilDate.ts"
export { CivilDateTime, CivilMoment, isCivilDateTime, isRecordedMoment, RecordedMoment } from "./dates/CivilDateTime.ts"
export { defaultBaseUrl, optionsConfig, type PublicRecordsOptions } from "./Options.ts"
export { type Collection } from "./Collection.ts"
export { Complaint, complaintForm, ComplaintFromRecord, ComplaintId } from "./records/Complaint.ts"
export { AreaCode, CivilRange, ComplaintFilter } from "./queries/ComplaintFilter.ts"
export { type ComplaintInput } from "./queries/ComplaintInput.ts"
export { ComplaintQuery, UncheckedComplaintQuery } from "./queries/ComplaintQuery.ts"
export { claimedTotal, decodeEnvelope, type Envelope, type EnvelopeMeta } from "./records/Envelope.ts"
export { type Estimate } from "./Estimate.ts"
export { Notice, noticeFields, noticeForm, NoticeFromRecord, NoticeId } from "./records/Notice.ts"
export { DateRange, NoticeFilter, NoticeSort, TitleFilter, TransactionNumber } from "./queries/NoticeFilter.ts"
export { type NoticeInput } from "./queries/NoticeInput.ts"
export { NoticeQuery, UndocumentedNoticeQuery } from "./queries/NoticeQuery.ts"
export { nextOffset, type Page, pageOf, type RejectedRecord } from "./records/Page.ts"
export { PublicRecords } from "./PublicRecords.ts"
export { latestPublishedDay, nextPublication, publicationOf, yesterday } from "./dates/PublicationCalendar.ts"
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
export { keepLink, linkRewriter, type RewriteLink } from "./records/RecordLink.ts"
export { type RecordForm } from "./records/RecordForm.ts"
export { maxRecordsPerPage, type NameOf, SortOrder } from "./queries/QueryInput.ts"
export { countOf, type QuotaState } from "./budget/Quota.ts"
export { KeyMask } from "./client/KeyMask.ts"
export { makeSendRaw, type RawOptions, type SendRaw } from "./SendRaw.ts"
export { type RawRequest, type RawResponse } from "./client/rawRequests.ts"
export { findState, nearestStates, StateName, states } from "./queries/State.ts"
export { subjectLabel, subjects } from "./records/Subject.ts"
export { version } from "./version.ts"
export { type Wait, type WaitCause, WaitListener } from "./Wait.ts"
export { Bookmark, type Resumption } from "./walk/Bookmark.ts"
export { type PagesOptions, type WalkedPage } from "./walk/walkPages.ts"
export { type WalkReport } from "./WalkReport.ts"
