import { DateTime, Duration, Option } from "effect"
import { exitCodes } from "../CommandFailure.ts"
import { type Finding } from "./Finding.ts"
import { type LastAnswer } from "./LastAnswer.ts"

/** Below this nothing goes wrong: days, times of the next try and certificates are all coarser. */
const toleratedMillis = 30_000
/** The header `Date` counts whole seconds: on average it is half of one behind. */
const averageLagMillis = 500

/** How far this machine's clock is ahead of the service's; negative where it is behind. */
const aheadMillis = ({ headers, sentAt, cameAt }: LastAnswer): Option.Option<number> =>
  Option.map(DateTime.make(headers["date"] ?? ""), (date) =>
    Math.round((sentAt + cameAt) / 2 - DateTime.toEpochMillis(date) - averageLagMillis)
  )

/** Compares this machine's clock with the service's. */
export const clockFinding = (answer: LastAnswer): Finding =>
  Option.match(aheadMillis(answer), {
    onNone: () => ({ of: "clock", verdict: "unknown", found: "The service does not say what time it is." }),
    onSome: (ahead) => {
      const off = Duration.format(Duration.seconds(Math.round(Math.abs(ahead) / 1000)))
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
