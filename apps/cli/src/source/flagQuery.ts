import { type PublicRecords } from "@public-records/core"
import { Effect, Predicate, Result } from "effect"
import { type SourceFlags } from "../flags.ts"
import { failureOfReason, flagName, invalidQuery, unexpected, usageFailure } from "../CommandFailure.ts"
import { type RecordKind } from "../output/kinds.ts"
import { needsMirror, usesMirror } from "./mirrorFile.ts"
import { isLocal } from "./openSource.ts"
import { type Session } from "./session.ts"

const isLatest = (value: unknown): boolean => Predicate.isString(value) && value.trim().toLowerCase() === "latest"

/** Returns the names of the flags whose value is `latest`. */
const latestFlags = (flags: object, dateFlags: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.entries(flags).flatMap(([name, value]) => (dateFlags.includes(name) && isLatest(value) ? [name] : []))

/** Replaces `latest` in the flags for dates by a day. */
export const withLatest = <Flags extends object>(
  flags: Flags,
  dateFlags: ReadonlyArray<string>,
  day: string
): Flags => ({
  ...flags,
  ...Object.fromEntries(latestFlags(flags, dateFlags).map((name) => [name, day]))
})

/** Parses the query of a list. If only a mirror can answer it, the failure says so. */
const parsedQuery = Effect.fnUntraced(function* <Input extends object, Query, Record>(
  { mirrorFilters, mirrorQueryOf, queryOf }: RecordKind<Input, Query, Record>,
  input: Input & SourceFlags
) {
  if (usesMirror(input)) return yield* mirrorQueryOf(input)
  const only = Object.entries(input).find(([name, value]) => mirrorFilters.includes(name) && value !== undefined)
  if (only !== undefined) return yield* usageFailure(`${flagName(only[0])} requires a mirror.`, needsMirror)
  const query = yield* Effect.result(queryOf(input))
  if (Result.isSuccess(query)) return query.success
  const { reason } = query.failure
  const canAnswer = Result.isSuccess(yield* Effect.result(mirrorQueryOf(input)))
  return yield* canAnswer && reason._tag === "InvalidQuery"
    ? invalidQuery(reason.problems, needsMirror)
    : failureOfReason(reason)
})

/**
 * Reads a query from flags. Returns `read`, and `early` if the query does not depend on the records. It does with a mirror, and if
 * `latest` is used with local data, where it means the last day of the data. For the service, the clock determines the latest day.
 */
export const flagQuery = Effect.fnUntraced(function* <Input extends object, Query, Record>(
  kind: RecordKind<Input, Query, Record>,
  flags: Input & SourceFlags
) {
  const { dateFlags, mirrorQueryOf, readDays } = kind
  const dependsOnData = usesMirror(flags) || (isLocal(flags) && latestFlags(flags, dateFlags).length > 0)
  const early = dependsOnData ? undefined : yield* parsedQuery(kind, flags)
  const read = Effect.fnUntraced(function* (records: PublicRecords["Service"]) {
    if (early !== undefined) return early
    const days = yield* readDays(records)
    if (days === undefined) return yield* parsedQuery(kind, flags)
    const input = withLatest(flags, dateFlags, days.last)
    return yield* usesMirror(flags) ? mirrorQueryOf(input, { records, last: days.last }) : parsedQuery(kind, input)
  })
  return { early, read }
})

/** Whether the clock determines the value of a flag for dates. */
const dependsOnClock = (flags: object, dateFlags: ReadonlyArray<string>): boolean =>
  Object.entries(flags).some(
    ([name, value]) =>
      dateFlags.includes(name) && Predicate.isString(value) && /^\s*(latest|yesterday)\s*$/i.test(value)
  )

/**
 * Returns the message for an empty result. For local data, the message includes the days that the data covers.
 * **Fails** if this machine's clock is wrong, and determined the dates.
 */
export const emptyText = Effect.fnUntraced(function* <Input, Query, Record>(
  session: Session,
  { dated, dateFlags, many, readDays }: RecordKind<Input, Query, Record>,
  flags: object,
  offset: number
) {
  const message = `No ${many} match${offset === 0 ? "" : ` from offset ${offset}`}.`
  if (!session.isLocal) {
    const wrong = dependsOnClock(flags, dateFlags) ? session.clockProblem() : undefined
    if (wrong === undefined) return message
    return yield* unexpected(wrong, "It decides what latest and yesterday are. Correct it, or name the date.")
  }
  const days = yield* readDays(session.records)
  if (days === undefined) return `${message} The data contains no ${many}.`
  const when = days.first === days.last ? `on ${days.first}` : `from ${days.first} to ${days.last}`
  return `${message} The data contains ${many} ${dated} ${when}.`
})
