import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientEvent } from "../ClientEvent.ts"

/** Smaller differences are harmless, because days, retry times and certificates are less precise. */
const toleratedMillis = 30_000
/** The `Date` header is truncated to seconds, so it lags by half a second on average. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** Formats a duration in seconds, or in minutes if it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

/** A response with the times of this machine's clock. **Units** milliseconds since 1970. */
export interface TimedResponse {
  readonly headers: { readonly [name: string]: string | undefined }
  readonly sentAt: number
  readonly receivedAt: number
}

/** How this machine's clock and the service's differ, as a sentence. `isWrong`: by more than 30 seconds. */
export interface ClockDifference {
  readonly isWrong: boolean
  readonly sentence: string
}

/** Compares this machine's clock with the `Date` of a response. Returns `undefined` if the service does not report its time. */
export const clockDifference = ({ headers, receivedAt, sentAt }: TimedResponse): ClockDifference | undefined => {
  const date = DateTime.make(headers["date"] ?? "")
  if (Option.isNone(date)) return undefined
  const ahead = Math.round((sentAt + receivedAt) / 2 - DateTime.toEpochMillis(date.value) - averageLagMillis)
  const difference = roughly(Math.abs(ahead))
  return Math.abs(ahead) <= toleratedMillis
    ? { isWrong: false, sentence: `This machine's clock and the service's differ by ${difference}.` }
    : {
        isWrong: true,
        sentence: `This machine's clock is ${difference} ${ahead > 0 ? "ahead of" : "behind"} the service's.`
      }
}

/** Compares the clock with each response of a `CallListener`. `problem` says what the last one showed to be wrong. */
export const watchClock = () => {
  let problem: string | undefined
  const see = (event: ClientEvent): Effect.Effect<void> =>
    event._tag !== "Response"
      ? Effect.void
      : Effect.map(Clock.currentTimeMillis, (receivedAt) => {
          const { headers, milliseconds } = event
          const difference = clockDifference({ headers, receivedAt, sentAt: receivedAt - milliseconds })
          problem = difference?.isWrong === true ? difference.sentence : undefined
        })
  return { see, problem: () => problem }
}
