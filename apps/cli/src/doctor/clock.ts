import { DateTime, Duration, Option } from "effect"
import { exitCodes } from "../exitCodes.ts"
import { type Finding } from "./Finding.ts"
import { type LastAnswer } from "./LastAnswer.ts"

/** Below this nothing goes wrong: days, times of the next try and certificates are all coarser. */
const toleratedMillis = 30_000
/** The header `Date` counts whole seconds: on average it is half of one behind. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** How far this machine's clock is ahead of the service's; negative where it is behind. */
const aheadMillis = ({ headers, sentAt, cameAt }: LastAnswer): Option.Option<number> =>
  Option.map(DateTime.make(headers["date"] ?? ""), (date) =>
    Math.round((sentAt + cameAt) / 2 - DateTime.toEpochMillis(date) - averageLagMillis)
  )

/** A time in seconds, or in minutes where it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

/** Compares this machine's clock with the service's. */
export const clockFinding = (answer: LastAnswer): Finding =>
  Option.match(aheadMillis(answer), {
    onNone: () => ({ of: "clock", verdict: "unknown", found: "The service does not say what time it is." }),
    onSome: (ahead) => {
      const off = roughly(Math.abs(ahead))
      return Math.abs(ahead) <= toleratedMillis
        ? { of: "clock", verdict: "ok", found: `This machine's clock and the service's differ by ${off}.` }
        : {
            of: "clock",
            verdict: "problem",
            found: `This machine's clock is ${off} ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
            todo: "Set it: the latest day, times of the next try and certificates depend on it.",
            exitCode: exitCodes.unforeseen
          }
    }
  })
