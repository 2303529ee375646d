import type { PublicRecordsError, Reason, ResponseInfo } from "./PublicRecordsError.ts"

/** Common to the events of a call. `callId` is the same for all of them, and unique in this process. */
interface OfCall {
  readonly callId: string
  /** The collection and the method, such as `"complaints.page"`. */
  readonly operation: string
}

/** A call begins. */
export interface CallEvent extends OfCall {
  readonly _tag: "Call"
}

/** A request is about to be sent. */
export interface RequestEvent extends OfCall {
  readonly _tag: "Request"
  /** 1 for the first request of a page or a record. */
  readonly attempt: number
  readonly url: string
}

/** The headers of a response have arrived. */
export interface ResponseEvent extends OfCall, ResponseInfo {
  readonly _tag: "Response"
  readonly attempt: number
}

/** A request failed and will be repeated. */
export interface RetryEvent extends OfCall {
  readonly _tag: "Retry"
  /** The request that failed. */
  readonly attempt: number
  readonly url: string
  readonly reason: Reason
  /** The failure as part of a sentence. It may quote the service. */
  readonly detail: string
  /** 1 for the first repetition. */
  readonly retry: number
  readonly maxRetries: number
  readonly waitMilliseconds: number
}

/** A request waits for its turn. Sent again if the end of the wait changes by over a second. */
export interface WaitEvent extends OfCall {
  readonly _tag: "Wait"
  readonly until: Date
  /** Whether the key's budget is used up, or the service requested a pause. */
  readonly for: "budget" | "service"
}

/** A call ended. */
export interface CallEndEvent extends OfCall {
  readonly _tag: "CallEnd"
  readonly milliseconds: number
  /** How many requests the call sent. */
  readonly attempts: number
  /** The failure, or `undefined` for a call that succeeded or was canceled. */
  readonly error: PublicRecordsError | undefined
  /** Whether its caller canceled it. A walk that is left early is not canceled. */
  readonly isCanceled: boolean
  /** The last response, or `undefined` if the result came from the cache. */
  readonly response: ResponseInfo | undefined
}

/**
 * An event of a call. A request that several calls share belongs to the first of them. A call that is refused because
 * of its query or options may have no events.
 *
 * **Gotchas** `detail` and response headers may quote the service, so escape them before printing them to a terminal. No event
 * contains a part of the key.
 */
export type ClientEvent = CallEvent | RequestEvent | ResponseEvent | RetryEvent | WaitEvent | CallEndEvent
