export { CallListener, logCallEvent } from "./CallListener.ts"
export {
  type CallEndEvent,
  type CallEvent,
  type ClientEvent,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  type WaitEvent
} from "./ClientEvent.ts"
export {
  type CallOptions,
  type HeaderValues,
  type Priority,
  type RequestOptions,
  type StreamOptions,
  type WalkReport
} from "./CallOptions.ts"
export { CivilDate, isCivilDate } from "./dates/CivilDate.ts"
export { CivilDateTime, CivilMoment, isCivilDateTime, isRecordedMoment, RecordedMoment } from "./dates/CivilDateTime.ts"
export { createClientOver } from "./promise/client.ts"
export { defaultBaseUrl, type PublicRecordsOptions, version } from "./Options.ts"
export { type Collection } from "./Collection.ts"
export { credit } from "./credit.ts"
export { Complaint, ComplaintFromRecord, ComplaintId, readComplaint } from "./records/Complaint.ts"
export { ComplaintFilters, createdRange, type OpenRange } from "./queries/ComplaintFilters.ts"
export {
  type ComplaintInput,
  ComplaintQuery,
  readComplaintQuery,
  type ServiceComplaintQuery
} from "./queries/ComplaintQuery.ts"
export { serviceProblems } from "./queries/complaintRules.ts"
export { type CivilRange, type DayWindow } from "./queries/dayWindows.ts"
export { decodeEnvelope, type Envelope } from "./records/Envelope.ts"
export { type Estimate } from "./Estimate.ts"
export { Notice, noticeFields, NoticeFromRecord, NoticeId, readNotice } from "./records/Notice.ts"
export { NoticeFilters, NoticeSort } from "./queries/NoticeFilters.ts"
export { type NoticeInput, NoticeQuery, readNoticeQuery, type ServiceNoticeQuery } from "./queries/NoticeQuery.ts"
export { noticeServiceNotes, noticeServiceProblems } from "./queries/noticeRules.ts"
export { maxRecordsPerPage, SortOrder } from "./queries/Paging.ts"
export { type NameOf, type QuerySource, type Typed } from "./queries/QueryReader.ts"
export {
  decodePage,
  type IdentifiedPage,
  makePage,
  type Page,
  type RejectedRecord,
  withoutIds
} from "./records/Page.ts"
export { PublicRecords, type Records } from "./PublicRecords.ts"
export { latestPublishedDay, nextPublication, publicationOf, yesterday } from "./dates/PublicationCalendar.ts"
export { type ClockDifference, clockDifference, type TimedResponse, watchClock } from "./dates/serviceClock.ts"
export * from "./PublicRecordsError.ts"
export { linkRewriter, type RewriteLink } from "./records/RecordLink.ts"
export { parseRateLimit, type QuotaState } from "./budget/Quota.ts"
export { ConnectionFailure } from "./client/failures.ts"
export { KeyMask } from "./client/KeyMask.ts"
export { makeSendRaw, type RawOptions, type RawRequest, type RawResponse, type SendRaw } from "./SendRaw.ts"
export { nearestName, noSuchName } from "./nearestName.ts"
export { findState, nearestStates, StateName } from "./queries/State.ts"
export { type StateCode, states } from "./queries/stateList.ts"
export { subjectLabel, subjects } from "./records/Subject.ts"
export { type PagesOptions, walk, type WalkableQuery, type WalkedPage, walkPages } from "./walk/walk.ts"
export { Bookmark, type Resumption } from "./walk/WalkState.ts"
