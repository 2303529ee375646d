import { type PublicRecords, type PublicRecordsError } from "@public-records/core"
import { type DataDays } from "@public-records/export/dataDays"
import { Effect, Predicate } from "effect"
import { type SourceFlags } from "../flags.ts"
import { type CommandFailure, invalidQuery, usageFailure } from "../CommandFailure.ts"
import { type RecordKind } from "../output/kinds.ts"
import { isLocal } from "./openSource.ts"
import { type Session } from "./session.ts"

/** A query that is read from flags. `early` is the query if it does not depend on the records. */
export interface FlagQuery<Query> {
  readonly early: Query | undefined
  readonly read: (records: PublicRecords["Service"]) => Effect.Effect<Query, CommandFailure | PublicRecordsError>
}

const isLatest = (value: unknown): boolean => Predicate.isString(value) && value.trim().toLowerCase() === "latest"

/**
 * Reads a query from flags. In local data `latest` is the data's own last day; a service's last day is known by the clock.
 *
 * **Fails with** a usage failure: immediately, or from `read` if the query depends on the data.
 */
export const flagQuery = Effect.fnUntraced(function* <Input extends object, Query, Record>(
  { dateFlags, queryOf, readDays }: RecordKind<Input, Query, Record>,
  flags: Input & SourceFlags
): Effect.fn.Return<FlagQuery<Query>, CommandFailure> {
  const checked = (input: Input): Effect.Effect<Query, CommandFailure> =>
    Effect.mapError(queryOf(input), ({ problems }) => invalidQuery(problems))
  const latest = Object.entries(flags).flatMap(([name, value]) =>
    isLocal(flags) && dateFlags.includes(name) && isLatest(value) ? [name] : []
  )
  if (latest.length === 0) {
    const early = yield* checked(flags)
    return { early, read: () => Effect.succeed(early) }
  }
  return {
    early: undefined,
    read: Effect.fnUntraced(function* (records) {
      const days = yield* readDays(records)
      if (days === undefined) return yield* checked(flags)
      return yield* checked({ ...flags, ...Object.fromEntries(latest.map((name) => [name, days.last])) })
    })
  }
})

/** Reads `--max`. **Fails with** a usage failure if it is not a number of records. */
export const readMax = (max: string | undefined): Effect.Effect<number | undefined, CommandFailure> => {
  if (max === undefined) return Effect.succeed(undefined)
  return /^[1-9]\d{0,14}$/.test(max)
    ? Effect.succeed(Number(max))
    : Effect.fail(usageFailure(`--max is a number of records, a whole number from 1, not "${max}".`))
}

/** Says that nothing matches; if the data is local, also which days it covers. */
export const emptyText = Effect.fnUntraced(function* <Input, Query, Record>(
  session: Session,
  { dated, many, readDays }: RecordKind<Input, Query, Record>,
  offset: number
): Effect.fn.Return<string, PublicRecordsError> {
  const nothing = `No ${many} match${offset === 0 ? "" : ` from offset ${offset} on`}.`
  if (!session.isLocal) return nothing
  const days: DataDays | undefined = yield* readDays(session.records)
  if (days === undefined) return `${nothing} The data has no ${many}.`
  const when = days.first === days.last ? `on ${days.first}` : `from ${days.first} to ${days.last}`
  return `${nothing} The data has ${many} ${dated} ${when}.`
})
