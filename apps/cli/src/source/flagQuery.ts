import { type PublicRecords, type QuerySource } from "@public-records/core"
import { Effect, Predicate, Result } from "effect"
import { type CreatedFlags, type SourceFlags } from "../flags.ts"
import { CommandFailure, flagName, invalidQuery, unexpected, usedTogether } from "../CommandFailure.ts"
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

/** Reads a query from the flags that are its members. With `--from` or `--to`, its problems name those flags. */
export const readFlags = Effect.fnUntraced(function* <Query>(
  { members, readQuery }: Pick<RecordKind<Query, never>, "members" | "readQuery">,
  flags: Partial<CreatedFlags & { readonly createdFrom: string | undefined; readonly createdTo: string | undefined }>,
  source: QuerySource
): Effect.fn.Return<Query, CommandFailure> {
  const { createdFrom, createdTo, from, to } = flags
  if (from !== undefined && createdFrom !== undefined) return yield* usedTogether("--from", "--created-from")
  if (to !== undefined && createdTo !== undefined) return yield* usedTogether("--to", "--created-to")
  const typed = Object.fromEntries(Object.entries(flags).filter(([name]) => members.includes(name)))
  const isShort = from !== undefined || to !== undefined
  const flagOf = (member: string): string => {
    if (member === "createdFrom" && isShort && createdFrom === undefined) return "from"
    return member === "createdTo" && isShort && createdTo === undefined ? "to" : member
  }
  const range = { createdFrom: from ?? createdFrom, createdTo: to ?? createdTo }
  const isRange = range.createdFrom !== undefined || range.createdTo !== undefined
  return yield* Effect.mapError(
    readQuery({ ...typed, ...(isRange ? range : {}) }, source, (member) => flagName(flagOf(member))),
    ({ problems }) => invalidQuery(problems.map(({ field, rule }) => ({ field: flagOf(field), rule })))
  )
})

/** Reads a query for the service. If only a mirror can answer it, the failure says so. */
const readForService = <Query, Record>(kind: RecordKind<Query, Record>, flags: object) =>
  readFlags(kind, flags, "service").pipe(
    Effect.catch((failure) =>
      Effect.flatMap(Effect.result(readFlags(kind, flags, "local")), (local) =>
        Effect.fail(Result.isSuccess(local) ? new CommandFailure({ ...failure, fix: needsMirror }) : failure)
      )
    )
  )

/**
 * Reads a query from flags. Returns `read`, and `early` if the query does not depend on the records. It does with a mirror, and if
 * `latest` is used with local data, where it means the last day of the data. For the service, the clock determines the latest day.
 */
export const flagQuery = Effect.fnUntraced(function* <Query, Record>(
  kind: RecordKind<Query, Record>,
  flags: SourceFlags
) {
  const { dateFlags, readDays } = kind
  const isMirror = usesMirror(flags)
  const readIn = (given: object) => (isMirror ? readFlags(kind, given, "local") : readForService(kind, given))
  const dependsOnData = isMirror || (isLocal(flags) && latestFlags(flags, dateFlags).length > 0)
  // Bad input fails before anything is opened.
  const early = dependsOnData ? undefined : yield* readIn(flags)
  const read = Effect.fnUntraced(function* (records: PublicRecords["Service"]) {
    if (early !== undefined) return early
    const days = yield* readDays(records)
    const query = yield* readIn(days === undefined ? flags : withLatest(flags, dateFlags, days.last))
    return yield* isMirror ? kind.localQuery(query, records, days?.last) : Effect.succeed(query)
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
export const emptyText = Effect.fnUntraced(function* <Query, Record>(
  session: Session,
  { dated, dateFlags, many, readDays }: RecordKind<Query, Record>,
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
