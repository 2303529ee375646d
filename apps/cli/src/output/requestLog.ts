import { type WaitCause, WaitListener } from "@public-records/core"
import { Clock, DateTime, Duration, Effect, Layer, Logger, References } from "effect"
import { type StatusOutput } from "./StatusOutput.ts"

/** Shorter waits are not announced. */
const shortWaitMillis = 5000
const secondMillis = 1000
const minuteMillis = 60_000

const lengthOf = (milliseconds: number): string => {
  if (milliseconds >= minuteMillis) return Duration.format(Duration.seconds(Math.round(milliseconds / secondMillis)))
  const seconds = milliseconds / secondMillis
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

const reasonOf = (cause: WaitCause, milliseconds: number): string => {
  switch (cause._tag) {
    case "Budget":
      return "The API key's requests for this hour are used up."
    case "Pause":
      return "The service requested a pause."
    case "Retry":
      return `Retry ${cause.retry} of ${cause.maxRetries} in ${lengthOf(milliseconds)}: ${cause.detail.replace(/\.$/, "")}.`
  }
}

/** Prints why and until when a request waits for more than 5 seconds. With `verbose`, prints every retry. */
export const waitMessages = (status: StatusOutput, verbose: boolean): Layer.Layer<never> =>
  Layer.succeed(
    WaitListener,
    Effect.fnUntraced(function* ({ cause, until }) {
      const milliseconds = Math.max(0, until - (yield* Clock.currentTimeMillis))
      const isLong = milliseconds > shortWaitMillis
      if (!isLong && !(verbose && cause._tag === "Retry")) return
      const at = DateTime.formatIso(DateTime.makeUnsafe(until))
      const untilWhen = isLong ? ` Waiting until ${at}; press Ctrl-C to stop.` : ""
      yield* status.print(reasonOf(cause, milliseconds) + untilWhen)
    })
  )

/** Prints the client's warnings and waits to standard error. With `verbose`, also prints each request and each retry. */
export const requestLog = (status: StatusOutput, verbose: boolean): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([
      Logger.make(({ message }) => {
        Effect.runSync(status.print(Array.isArray(message) ? message.join(" ") : String(message)))
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Warn"),
    waitMessages(status, verbose)
  )
