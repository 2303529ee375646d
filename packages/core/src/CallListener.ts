import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ClientEvent } from "./ClientEvent.ts"
import type { Reason } from "./PublicRecordsError.ts"

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
      return {
        level,
        message: `${operation}: ${detail.replace(/\.$/, "")}. Retry ${retry} of ${maxRetries} in ${when}`
      }
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
