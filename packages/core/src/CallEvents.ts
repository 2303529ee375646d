import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
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
 * What happens during a call. A request that several calls share belongs to the first of them. A call that is refused because
 * of its query or options may have no events.
 *
 * **Gotchas** `detail` and response headers may quote the service, so escape them before printing them to a terminal. No event
 * contains a part of the key.
 */
export type ClientEvent = CallEvent | RequestEvent | ResponseEvent | RetryEvent | WaitEvent | CallEndEvent

/** Waits up to this long are not worth a warning. */
const shortWaitMillis = 10_000

export type LogLevel = "error" | "warn" | "info" | "debug"

/** Failures that state something about the call's input, and not about the service or the key. */
const answers = new Set<Reason["_tag"]>(["InvalidQuery", "InvalidOptions", "NotFound"])

const waitText = (until: number, now: number): string =>
  `${Math.ceil((until - now) / 1000)} s, until ${new Date(until).toISOString()}`

/**
 * Returns the line of a log for an event, or `undefined` for an event that needs none. Waits of more than 10 seconds are
 * warnings.
 */
export const logLine = (
  event: ClientEvent,
  now: number
): { readonly level: LogLevel; readonly message: string } | undefined => {
  const { operation } = event
  switch (event._tag) {
    case "Call":
    case "Request":
      return undefined
    case "Response": {
      const { headers, milliseconds, status, url } = event
      const limit = headers["x-ratelimit-limit"]
      const remaining = headers["x-ratelimit-remaining"]
      const left = limit === undefined || remaining === undefined ? "no rate limit" : `${remaining} of ${limit} left`
      return { level: "debug", message: `GET ${url} ${status} ${milliseconds} ms, ${left}` }
    }
    case "Retry": {
      const { detail, maxRetries, retry, waitMilliseconds } = event
      const level = waitMilliseconds > shortWaitMillis ? "warn" : "info"
      const when = waitText(now + waitMilliseconds, now)
      return { level, message: `${operation}: ${detail}. Retry ${retry} of ${maxRetries} in ${when}` }
    }
    case "Wait": {
      const until = event.until.getTime()
      const level = until - now > shortWaitMillis ? "warn" : "info"
      const why = event.for === "budget" ? "the key's hourly budget is used up" : "the service requested a pause"
      return { level, message: `${operation} waits for ${waitText(until, now)}, because ${why}` }
    }
    case "CallEnd": {
      const { error } = event
      return error && { level: answers.has(error.code) ? "debug" : "error", message: error.message }
    }
  }
}

/** Logs an event, except failures, which the caller gets anyway. */
export const logCallEvent = (event: ClientEvent): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const line = logLine(event, clock.currentTimeMillisUnsafe())
    if (line === undefined || event._tag === "CallEnd") return Effect.void
    if (line.level === "warn") return Effect.logWarning(line.message)
    return line.level === "info" ? Effect.logInfo(line.message) : Effect.logDebug(line.message)
  })

/**
 * Receives the events of calls.
 *
 * @default logs waits of more than 10 seconds as warnings, shorter ones and retries as information, and responses for debugging
 */
export const CallListener = Context.Reference<(event: ClientEvent) => Effect.Effect<void>>(
  "@public-records/core/CallListener",
  { defaultValue: () => logCallEvent }
)
