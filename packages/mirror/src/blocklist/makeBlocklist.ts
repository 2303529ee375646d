import { InvalidQuery, yesterday } from "@public-records/core"
import { Effect, Result } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Coverage, type Covered, notVerified } from "../MirrorStatus.ts"
import { conditionsOf } from "../reading/Conditions.ts"
import { dayOf, daysWithin } from "../store/civil.ts"
import { coverageOf } from "../store/ledger.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import type { OnProgress } from "../store/steps.ts"
import { oneNumber } from "./allowList.ts"
import { type Blocklist, BlocklistRefused, type BlocklistRule } from "./Blocklist.ts"
import { counted, grouped } from "./counted.ts"
import { chosenNumbers } from "./chosenNumbers.ts"
import { halfLifeDays, reportedNumbers } from "./reportedNumbers.ts"

type Problems = InvalidQuery["problems"]

const invalid = (problems: Problems) => Effect.fail(new InvalidQuery({ problems }))

/** Counts above this one are mistakes. */
const maxCount = 10_000

const countProblems = (field: "days" | "min" | "places", value: number, least: number): Problems =>
  Number.isInteger(value) && value >= least && value <= maxCount
    ? []
    : [{ field, rule: `Use an integer from ${least} to ${maxCount}, not ${value}.` }]

/** Replaces missing members by their defaults. **Fails with** `InvalidQuery`, a message for each problem. */
const completeRule = Effect.fnUntraced(function* ({
  allow = [],
  days = 90,
  force = false,
  min = 3,
  places = 2,
  previous
}: BlocklistRule) {
  const allowed = allow.map(oneNumber)
  const problems = [
    ...countProblems("days", days, 1),
    ...countProblems("min", min, 2),
    ...countProblems("places", places, 1),
    ...allowed.filter(Result.isFailure).map(({ failure }) => ({ field: "allow", rule: failure }))
  ]
  if (problems.length > 0) return yield* invalid(problems)
  const numbers = allowed.filter(Result.isSuccess).map(({ success }) => success)
  return { allow: new Set(numbers), days, force, min, places, previous }
})

const changesTo = (
  numbers: Blocklist["numbers"],
  previous: ReadonlyArray<string> | undefined
): Blocklist["changes"] => {
  if (previous === undefined) return null
  const [before, after] = [new Set(previous), new Set(numbers.map(({ number }) => number))]
  return {
    previous: before.size,
    added: [...after].filter((number) => !before.has(number)).toSorted(),
    removed: [...before].filter((number) => !after.has(number)).toSorted()
  }
}

const maxAgeDays = 7
/** A window may lack one of this many days. */
const maxLackingShare = 10

/** Returns why a list should not be published. `today` is a day in Eastern time. */
const reasonsAgainst = (
  { changes, numbers, rule: { days } }: Pick<Blocklist, "changes" | "numbers" | "rule">,
  { newest, whole }: Coverage,
  today: number
): ReadonlyArray<string> => {
  const age = newest === null ? 0 : today - dayOf(newest)
  const lacking = days - whole
  const hasShrunk = changes !== null && numbers.length * 2 < changes.previous
  const reasons = [
    hasShrunk &&
      `It has ${counted(numbers.length, "number")}, fewer than half of the ${grouped(changes.previous)} before.`,
    lacking * maxLackingShare > days &&
      `The mirror lacks ${grouped(lacking)} of ${counted(days, "day")}, or parts of them. At most 10 % may be missing.`,
    age > maxAgeDays &&
      `The newest day of the mirror is ${newest}, ${counted(age, "day")} ago. It may be at most ${maxAgeDays} days old.`
  ]
  return reasons.filter((reason) => reason !== false)
}

/** Makes the block list of a mirror. */
export const makeBlocklist = Effect.fnUntraced(function* (
  file: MirrorFile,
  options: BlocklistRule = {},
  onProgress?: OnProgress
): Effect.fn.Return<Covered<Blocklist>, InvalidQuery | BlocklistRefused | MirrorError> {
  const { allow, days, force, min, places, previous } = yield* completeRule(options)
  const today = dayOf(yield* yesterday) + 1
  const { chosen, coverage } = yield* file.read(function* (db) {
    const conditions = conditionsOf(db, { days })
    const reported = yield* reportedNumbers(db, conditions, min)
    const chosen = yield* chosenNumbers(reported, places, allow)
    return { chosen, coverage: coverageOf(db, daysWithin(conditions.created)) }
  }, onProgress)
  if (coverage.newest === null) {
    return yield* new BlocklistRefused({ reasons: ["The mirror has no complaints. Import daily files."] })
  }
  const list = { ...chosen, rule: { days, min, places, halfLifeDays }, changes: changesTo(chosen.numbers, previous) }
  const reasons = reasonsAgainst(list, coverage, today)
  if (reasons.length > 0 && !force) return yield* new BlocklistRefused({ reasons })
  return { value: { ...list, forced: reasons }, coverage, note: notVerified }
})
