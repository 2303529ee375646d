import { type QuerySource } from "@public-records/core"
import { Effect, Predicate, Result } from "effect"
import { type CreatedFlags, type SourceFlags } from "../flags.ts"
import { CommandFailure, flagName, invalidQuery, unexpected, usedTogether } from "../CommandFailure.ts"
import { type RecordKind } from "../output/kinds.ts"
import { answeredBy, needsMirror } from "../source/namedSource.ts"
import { type Session } from "../source/session.ts"

const isLatest = (value: unknown): boolean => Predicate.isString(value) && value.trim().toLowerCase() === "latest"

/** Returns the names of the flags whose value is `latest`. */
const latestFlags = (flags: object, dateFlags: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.entries(flags).flatMap(([name, value]) => (dateFlags.includes(name) && isLatest(value) ? [name] : []))

/** Returns `true` if flags count from the newest day of local records. */
export const countsBack = (flags: object, dateFlags: ReadonlyArray<string>): boolean =>
  latestFlags(flags, dateFlags).length > 0 || (Predicate.hasProperty(flags, "days") && flags.days !== undefined)

/** Replaces `latest` in the flags for dates by a day. */
export const withLatest = <Flags extends object>(
  flags: Flags,
  dateFlags: ReadonlyArray<string>,
  day: string
): Flags => ({
  ...flags,
  ...Object.fromEntries(latestFlags(flags, dateFlags).map((name) => [name, day]))
})

type CreatedRangeFlags = CreatedFlags & {
  readonly createdFrom: string | undefined
  readonly createdTo: string | undefined
}

/** Reads a query from the flags that are its members. With `--from` or `--to`, its problems name those flags. */
export const readFlags = Effect.fnUntraced(function* <Query>(
  { members, readQuery }: Pick<RecordKind<Query, never>, "members" | "readQuery">,
  flags: object,
  source: QuerySource
): Effect.fn.Return<Query, CommandFailure> {
  const given: Partial<CreatedRangeFlags> = flags
  const { createdFrom, createdTo, from, to } = given
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
export const readForService = <Query, Record>(kind: RecordKind<Query, Record>, flags: object) =>
  readFlags(kind, flags, "service").pipe(
    Effect.catch((failure) =>
      Effect.flatMap(Effect.result(readFlags(kind, flags, "local")), (local) =>
        Effect.fail(Result.isSuccess(local) ? new CommandFailure({ ...failure, fix: needsMirror }) : failure)
      )
    )
  )

/** **Fails** over bad input before anything is opened, unless it depends on the newest day of local records. */
export const checkFlags = Effect.fnUntraced(function* <Query, Record>(
  kind: RecordKind<Query, Record>,
  flags: SourceFlags
) {
  const source = yield* answeredBy(flags)
  if (source === "service") yield* readForService(kind, flags)
  else if (!countsBack(flags, kind.dateFlags)) yield* readFlags(kind, flags, source)
})

/** Whether the clock determines the value of a flag for dates. */
const dependsOnClock = (flags: object, dateFlags: ReadonlyArray<string>): boolean =>
  Object.entries(flags).some(
    ([name, value]) =>
      dateFlags.includes(name) && Predicate.isString(value) && /^\s*(latest|yesterday)\s*$/i.test(value)
  )

/** Returns the message for an empty result. **Fails** if this machine's clock is wrong, and determined the dates. */
export const emptyText = Effect.fnUntraced(function* <Query, Record>(
  { clockProblem, source }: Session,
  kind: RecordKind<Query, Record>,
  flags: object,
  offset: number
) {
  const wrong = dependsOnClock(flags, kind.dateFlags) ? clockProblem() : undefined
  if (wrong !== undefined) {
    return yield* unexpected(wrong, "It decides what latest and yesterday are. Correct it, or name the date.")
  }
  return `No ${kind.many} match${offset === 0 ? "" : ` from offset ${offset}`}.${yield* source.daysNote(kind)}`
})
