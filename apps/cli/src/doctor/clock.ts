import { DateTime, Duration, Option } from "effect"
import { exitCodes } from "../exitCodes.ts"
import { ok, problem, unknown, type Verdict } from "./Finding.ts"
import { type LastResponse } from "./service.ts"

/** Smaller differences do no harm: days, times of the next try and certificates are all coarser. */
const toleratedMillis = 30_000
/** The header `Date` counts whole seconds: on average it is half a second behind. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** A time in seconds, or in minutes if it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

/** Compares this machine's clock with the service's. */
export const clockVerdict = ({ headers, receivedAt, sentAt }: LastResponse): Verdict =>
  Option.match(DateTime.make(headers["date"] ?? ""), {
    onNone: () => unknown("The service does not say what time it is."),
    onSome: (date) => {
      const ahead = Math.round((sentAt + receivedAt) / 2 - DateTime.toEpochMillis(date) - averageLagMillis)
      const difference = roughly(Math.abs(ahead))
      if (Math.abs(ahead) <= toleratedMillis) {
        return ok(`This machine's clock and the service's differ by ${difference}.`)
      }
      const what = `This machine's clock is ${difference} ${ahead > 0 ? "ahead of" : "behind"} the service's.`
      const todo = "Set it: the latest day, times of the next try and certificates depend on it."
      return problem({ what, todo, exitCode: exitCodes.unforeseen })
    }
  })
