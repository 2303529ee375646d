import { type InvalidQuery, type PublicRecords } from "@public-records/core"
import { Effect, Predicate } from "effect"
import { type CommandFailure, failureOf, invalidQuery } from "./CommandFailure.ts"
import { complaintDays, type DataDays, noticeDays, type ReadDays } from "@public-records/export/dataDays"
import { type SourceFlags } from "./flags/sourceFlags.ts"

/** A collection, its flags that take a day, and the days that its records cover. */
export interface DatedCollection {
  readonly many: string
  readonly dateFlags: ReadonlyArray<string>
  readonly readDays: ReadDays
  /** The word for how a record is tied to its day, as part of a sentence. */
  readonly dated: string
}

/** Complaints, by the day on which they were created. */
export const datedComplaints: DatedCollection = {
  many: "complaints",
  dateFlags: ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo"],
  readDays: complaintDays,
  dated: "created"
}

/** Notices, by their date. */
export const datedNotices: DatedCollection = {
  many: "notices",
  dateFlags: ["date"],
  readDays: noticeDays,
  dated: "dated"
}

const isLocal = ({ data, demo }: SourceFlags): boolean => demo || data.length > 0

const isLatest = (text: unknown): boolean => Predicate.isString(text) && text.trim().toLowerCase() === "latest"

const latestFlags = (flags: object, { dateFlags }: DatedCollection): ReadonlyArray<string> =>
  Object.entries(flags).flatMap(([name, text]) => (dateFlags.includes(name) && isLatest(text) ? [name] : []))

/** A query that is read from flags. `early` is the query if it does not depend on the records. */
export interface FlagQuery<Query> {
  readonly early: Query | undefined
  readonly read: (records: PublicRecords["Service"]) => Effect.Effect<Query, CommandFailure>
}

/**
 * Reads a query from flags. If the data is local, `latest` is the data's own last day; a service's last day is known
 * by the clock.
 *
 * **Fails with** a usage failure: at once, or from `read` if the query depends on the data.
 */
export const flagQuery = Effect.fnUntraced(function* <Flags extends SourceFlags, Query>(
  flags: Flags,
  dated: DatedCollection,
  queryOf: (flags: Flags) => Effect.Effect<Query, InvalidQuery>
): Effect.fn.Return<FlagQuery<Query>, CommandFailure> {
  const checked = (given: Flags): Effect.Effect<Query, CommandFailure> =>
    Effect.mapError(queryOf(given), ({ problems }) => invalidQuery(problems))
  const latest = isLocal(flags) ? latestFlags(flags, dated) : []
  if (latest.length === 0) {
    const early = yield* checked(flags)
    return { early, read: () => Effect.succeed(early) }
  }
  return {
    early: undefined,
    read: Effect.fnUntraced(function* (records) {
      const days = yield* Effect.mapError(dated.readDays(records), (error) => failureOf(error))
      if (days === undefined) return yield* checked(flags)
      return yield* checked({ ...flags, ...Object.fromEntries(latest.map((name) => [name, days.last])) })
    })
  }
})

const daysText = (days: DataDays | undefined, { dated, many }: DatedCollection): string => {
  if (days === undefined) return `The data has no ${many}.`
  const when = days.first === days.last ? `on ${days.first}` : `from ${days.first} to ${days.last}`
  return `The data has ${many} ${dated} ${when}.`
}

/** Says that nothing matches; if the data is local, also which days it covers. */
export const emptyText = Effect.fnUntraced(function* (
  flags: SourceFlags,
  dated: DatedCollection,
  records: PublicRecords["Service"],
  offset: number
): Effect.fn.Return<string, CommandFailure> {
  const nothing = `No ${dated.many} match${offset === 0 ? "" : ` from offset ${offset} on`}.`
  if (!isLocal(flags)) return nothing
  const days = yield* Effect.mapError(dated.readDays(records), (error) => failureOf(error))
  return `${nothing} ${daysText(days, dated)}`
})
