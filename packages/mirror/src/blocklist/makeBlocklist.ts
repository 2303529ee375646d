import { InvalidQuery } from "@public-records/core"
import { Effect, Result } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { isKnownGap } from "../store/knownGaps.ts"
import { type MirrorCoverage, type Covered, notVerified } from "../MirrorStatus.ts"
import { conditionsOf } from "../questions/conditions.ts"
import { dayOf, daysBetween, easternToday } from "../store/civil.ts"
import type { OnProgress } from "../store/Database.ts"
import { coverageOf } from "../store/ledger.ts"
import type { Store } from "../store/Store.ts"
import { oneNumber } from "./allowList.ts"
import { type Blocklist, BlocklistRefused, type BlocklistRule } from "./Blocklist.ts"
import { counted, grouped } from "./counted.ts"
import { chosenNumbers } from "./chosenNumbers.ts"
import { halfLifeDays, reportedNumbers } from "./reportedNumbers.ts"

type Problems = InvalidQuery["problems"]

const invalid = (problems: Problems) => Effect.fail(new InvalidQuery({ problems }))

/** Counts above this one are mistakes. */
const maxCount = 10_000

/** A list with more numbers is not limited. */
const maxLimit = 1_000_000

const countProblems = (
  field: "days" | "min" | "places" | "limit",
  value: number,
  least: number,
  most = maxCount
): Problems =>
  Number.isInteger(value) && value >= least && value <= most
    ? []
    : [{ field, rule: `Use an integer from ${least} to ${most}, not ${value}.` }]

/** Replaces missing members by their defaults. **Fails with** `InvalidQuery`, a message for each problem. */
const completeRule = Effect.fnUntraced(function* ({
  allow = [],
  days = 90,
  force = false,
  limit,
  min = 3,
  places = 2,
  previous
}: BlocklistRule) {
  const allowed = allow.map(oneNumber)
  const problems = [
    ...countProblems("days", days, 1),
    ...countProblems("min", min, 2),
    ...countProblems("places", places, 1),
    ...(limit === undefined ? [] : countProblems("limit", limit, 1, maxLimit)),
    ...allowed.filter(Result.isFailure).map(({ failure }) => ({ field: "allow", rule: failure }))
  ]
  if (problems.length > 0) return yield* invalid(problems)
  const numbers = allowed.filter(Result.isSuccess).map(({ success }) => success)
  return { allow: new Set(numbers), days, force, limit, min, places, previous }
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

/** Counts the days that a mirror lacks because nothing was published. */
const knownLacking = ({ partial, unpublished }: MirrorCoverage): number =>
  unpublished.flatMap(daysBetween).length + partial.filter((day) => isKnownGap(dayOf(day))).length

/** Returns why a list should not be published. `today` is a day in Eastern time. */
const reasonsAgainst = (
  { changes, numbers, omitted, rule: { days } }: Pick<Blocklist, "changes" | "numbers" | "omitted" | "rule">,
  coverage: MirrorCoverage,
  today: number
): ReadonlyArray<string> => {
  const { newest } = coverage
  const age = newest === null ? 0 : today - dayOf(newest)
  const known = knownLacking(coverage)
  const [lacking, published] = [days - coverage.complete - known, days - known]
  // A limit is no sign of a mirror that lost records.
  const hasShrunk = changes !== null && (numbers.length + omitted.overLimit) * 2 < changes.previous
  const reasons = [
    hasShrunk &&
      `It has ${counted(numbers.length, "number")}, fewer than half of the ${grouped(changes.previous)} before.`,
    lacking * maxLackingShare > published &&
      `The mirror lacks ${grouped(lacking)} of ${counted(published, "day")}, or parts of them. At most 10 % may be missing.`,
    age > maxAgeDays &&
      `The newest day of the mirror is ${newest}, ${counted(age, "day")} ago. It may be at most ${maxAgeDays} days old.`
  ]
  return reasons.filter((reason) => reason !== false)
}

/** Creates the block list of a mirror. */
export const makeBlocklist = Effect.fnUntraced(function* (
  store: Store,
  options: BlocklistRule = {},
  onProgress?: OnProgress
): Effect.fn.Return<Covered<Blocklist>, InvalidQuery | BlocklistRefused | MirrorError> {
  const { allow, days, force, limit, min, places, previous } = yield* completeRule(options)
  const today = yield* easternToday
  const { coverage, reported } = yield* store.read(
    Effect.fnUntraced(function* (db) {
      const conditions = yield* conditionsOf(db, { days })
      return {
        reported: yield* reportedNumbers(db, conditions, min),
        coverage: yield* coverageOf(db, conditions.days)
      }
    }),
    onProgress
  )
  const chosen = yield* chosenNumbers(reported, { places, limit, allow })
  if (coverage.newest === null) {
    return yield* new BlocklistRefused({ reasons: ["The mirror has no complaints. Import daily files."] })
  }
  const rule = { days, min, places, halfLifeDays, ...(limit === undefined ? {} : { limit }), allowed: allow.size }
  const list = { ...chosen, rule, changes: changesTo(chosen.numbers, previous) }
  const reasons = reasonsAgainst(list, coverage, today)
  if (reasons.length > 0 && !force) return yield* new BlocklistRefused({ reasons })
  return { value: { ...list, forced: reasons }, coverage, note: notVerified }
})
