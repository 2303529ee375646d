import { DateTime, Duration, Option } from "effect"
import { unforeseen } from "../CommandFailure.ts"
import { type Finding, ok, problem, unknown } from "./Finding.ts"
import { type LastResponse } from "./service.ts"

/** Smaller differences do no harm: days, times of the next try and certificates are all coarser. */
const toleratedMillis = 30_000
/** The header `Date` counts whole seconds: on average it is half a second behind. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** Returns how far this machine's clock is ahead of the service's; negative if it is behind. */
const aheadMillis = ({ headers, sentAt, receivedAt }: LastResponse): Option.Option<number> =>
  Option.map(DateTime.make(headers["date"] ?? ""), (date) =>
    Math.round((sentAt + receivedAt) / 2 - DateTime.toEpochMillis(date) - averageLagMillis)
  )

/** A time in seconds, or in minutes if it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

/** Compares this machine's clock with the service's. */
export const clockFindings = (response: LastResponse): ReadonlyArray<Finding> =>
  Option.match(aheadMillis(response), {
    onNone: () => unknown(["clock"], "The service does not say what time it is."),
    onSome: (ahead) => {
      const off = roughly(Math.abs(ahead))
      if (Math.abs(ahead) <= toleratedMillis) {
        return [ok("clock", `This machine's clock and the service's differ by ${off}.`)]
      }
      const what = `This machine's clock is ${off} ${ahead > 0 ? "ahead of" : "behind"} the service's.`
      const todo = "Set it: the latest day, times of the next try and certificates depend on it."
      return [problem("clock", unforeseen(what, todo))]
    }
  })
