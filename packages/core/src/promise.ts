import { version as ownVersion } from "./Options.ts"
import type { ClientOptions, PublicRecordsClient } from "./promise/api.ts"
import { createClient as create } from "./promise/client.ts"
import { maxRecordsPerPage as maxRecords } from "./queries/Paging.ts"
import { findState as find } from "./queries/State.ts"
import type { StateName } from "./queries/stateList.ts"

// The types are written out, because the inferred ones refer to files that import `effect`.

/**
 * Creates a client for code without Effect. Sends no request before the first call.
 *
 * **Throws** `PublicRecordsError` whose reason is `InvalidOptions`, also for an option that does not exist.
 */
export const createClient: (options?: ClientOptions) => PublicRecordsClient = create

/** Returns the state with a full name or postal code, ignoring case. */
export const findState: (text: string) => StateName | undefined = find

/** The largest page that the service returns. */
export const maxRecordsPerPage: number = maxRecords

/** The version of this package. */
export const version: string = ownVersion

export {
  type Answer,
  type Bookmark,
  type CallOptions,
  type CallPromise,
  type ClientOptions,
  type Collection,
  type ComplaintFilters,
  type ComplaintQuery,
  type Day,
  type Estimate,
  type HeaderValues,
  type Hooks,
  type ListenerOptions,
  type Logger,
  type NoticeQuery,
  type Page,
  type PageStream,
  type PagesOptions,
  type Priority,
  type PublicRecordsClient,
  type Quota,
  type RecordStream,
  type RejectedRecord,
  type RequestOptions,
  type StreamOptions,
  type TimeSpan,
  type WalkedPage,
  type WalkReport
} from "./promise/api.ts"
export {
  type CallEndEvent,
  type CallEvent,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  type WaitEvent
} from "./ClientEvent.ts"
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
export { memoryBudget } from "./budget/memoryBudget.ts"
export { type SharedBudget } from "./budget/SharedBudget.ts"
export { type StateCode, type StateName, states } from "./queries/stateList.ts"
export { type Complaint, type Notice } from "./records/plainRecords.ts"
export { subjectLabel, subjects } from "./records/Subject.ts"
