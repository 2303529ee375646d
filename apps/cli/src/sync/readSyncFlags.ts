import { CivilDate, isCivilDate } from "@public-records/core"
import { type SyncOptions } from "@public-records/mirror"
import { Effect } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { all, type CommandFlags } from "../flags.ts"
import { readInteger } from "../integers.ts"

export type SyncFlags = CommandFlags<"mirror sync">

const readDay = (flag: string, text: string) =>
  isCivilDate(text)
    ? Effect.succeed(CivilDate.make(text))
    : usageFailure(`${flag}: "${text}" is not a date.`, "Write it as 2021-07-05.")

/** Reads the days of `--replace`, which also follow it as arguments. */
const readReplace = Effect.fnUntraced(function* ({ days, replace }: SyncFlags) {
  const [first] = days
  if (first !== undefined && replace.length === 0) {
    return yield* usageFailure(`Unexpected argument "${first}".`, "Days follow --replace.")
  }
  const texts = [...replace, ...days].flatMap((text) => text.split(",")).filter((text) => text !== all)
  const named = yield* Effect.forEach(texts, (text) => readDay("--replace", text))
  return named.length === 0 ? replace.length > 0 : named
})

const readPause = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds
  return yield* usageFailure(`--pause: "${text}" is not a number of seconds.`, "Write it as 5.")
})

/** Reads the flags of a sync. **Fails with** a usage failure for one that cannot be used. The mirror checks the others. */
export const readSyncFlags = Effect.fnUntraced(function* (flags: SyncFlags) {
  const { dryRun, from, repair, site, source, spend, userAgent } = flags
  const options: SyncOptions = {
    source,
    from: from === undefined || from === all ? from : yield* readDay("--from", from),
    repair,
    replace: yield* readReplace(flags),
    dryRun,
    site,
    pauseSeconds: yield* readPause(flags.pause),
    userAgent
  }
  return { options, spend: yield* readInteger("--spend", spend) }
})
