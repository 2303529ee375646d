import { CallListener, type ClientEvent, logCallEvent, type RetryEvent, type WaitEvent } from "@public-records/core"
import { Clock, DateTime, Duration, Effect, Layer, Logger, References } from "effect"
import { HttpClient } from "effect/http"
import { type StatusOutput } from "./StatusOutput.ts"

/** Shorter waits are not announced. */
const shortWaitMillis = 5000
const secondMillis = 1000
const minuteMillis = 60_000

const lengthOf = (milliseconds: number): string => {
  if (milliseconds >= minuteMillis) return Duration.format(Duration.seconds(Math.round(milliseconds / secondMillis)))
  const seconds = Number((milliseconds / secondMillis).toFixed(1))
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

const reasonOf = (event: WaitEvent | RetryEvent): string => {
  if (event._tag === "Retry") {
    const { detail, maxRetries, retry, waitMilliseconds } = event
    return `Retry ${retry} of ${maxRetries} in ${lengthOf(waitMilliseconds)}: ${detail.replace(/\.$/, "")}.`
  }
  return event.for === "budget" ? "The API key's requests for this hour are used up." : "The service requested a pause."
}

type See = (event: ClientEvent) => Effect.Effect<void>

/** Several requests that wait for the same time are announced once. */
const sameTimeMillis = 1000

/** `keyAdvice` is printed after a long wait of the key. `see` gets every event. */
interface LogOptions {
  readonly keyAdvice?: string
  readonly see?: See
}

/** Prints why and until when a request waits for more than 5 seconds. With `verbose`, prints every request and retry. */
export const waitMessages = (
  status: StatusOutput,
  verbose: boolean,
  { keyAdvice = "", see = () => Effect.void }: LogOptions = {}
): Layer.Layer<never> => {
  let announcedUntil = 0
  const announce = Effect.fnUntraced(function* (event: WaitEvent | RetryEvent) {
    const now = yield* Clock.currentTimeMillis
    const until = event._tag === "Wait" ? event.until.getTime() : now + event.waitMilliseconds
    const isLong = until - now > shortWaitMillis
    if (!isLong && !(verbose && event._tag === "Retry")) return
    if (event._tag === "Wait" && Math.abs(until - announcedUntil) < sameTimeMillis) return
    announcedUntil = until
    const at = DateTime.formatIso(DateTime.makeUnsafe(until))
    const untilWhen = isLong ? ` Waiting until ${at}; press Ctrl-C to stop.` : ""
    const isOfKey = event._tag === "Wait" || event.reason._tag === "RateLimited"
    const advice = isOfKey && isLong && keyAdvice !== "" ? ` ${keyAdvice}` : ""
    yield* status.print(reasonOf(event) + untilWhen + advice)
  })
  return Layer.succeed(CallListener, (event) =>
    Effect.andThen(see(event), event._tag === "Wait" || event._tag === "Retry" ? announce(event) : logCallEvent(event))
  )
}

/** Returns a client that logs each response and each failure, like that of the service. */
export const loggingRequests = (http: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(http, (sent, { method, url }) =>
    Effect.timed(sent).pipe(
      Effect.tapError(({ message }) => Effect.logDebug(`${method} ${url} ${message}`)),
      Effect.tap(([took, { status }]) =>
        Effect.logDebug(`${method} ${url} ${status} ${Math.round(Duration.toMillis(took))} ms`)
      ),
      Effect.map(([, response]) => response)
    )
  )

/** Prints the client's warnings and waits to standard error. With `verbose`, also prints each request and each retry. */
export const requestLog = (status: StatusOutput, verbose: boolean, options?: LogOptions): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([
      Logger.make(({ message }) => {
        Effect.runSync(status.print(Array.isArray(message) ? message.join(" ") : String(message)))
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Warn"),
    waitMessages(status, verbose, options)
  )
