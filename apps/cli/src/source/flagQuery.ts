import { type PublicRecords } from "@public-records/core"
import { Effect, Predicate } from "effect"
import { type SourceFlags } from "../flags.ts"
import { invalidQuery, usageFailure } from "../CommandFailure.ts"
import { type RecordKind } from "../output/kinds.ts"
import { isLocal } from "./openSource.ts"
import { type Session } from "./session.ts"

const isLatest = (value: unknown): boolean => Predicate.isString(value) && value.trim().toLowerCase() === "latest"

/**
 * Reads a query from flags: `early`, if it does not depend on the records, and `read` in any case. In local data `latest` is
 * the data's own last day; a service's last day is known by the clock.
 */
export const flagQuery = Effect.fnUntraced(function* <Input extends object, Query, Record>(
  { dateFlags, queryOf, readDays }: RecordKind<Input, Query, Record>,
  flags: Input & SourceFlags
) {
  const checked = (input: Input) => Effect.mapError(queryOf(input), ({ problems }) => invalidQuery(problems))
  const latest = Object.entries(flags).flatMap(([name, value]) =>
    isLocal(flags) && dateFlags.includes(name) && isLatest(value) ? [name] : []
  )
  const early = latest.length === 0 ? yield* checked(flags) : undefined
  const read = Effect.fnUntraced(function* (records: PublicRecords["Service"]) {
    if (early !== undefined) return early
    const days = yield* readDays(records)
    if (days === undefined) return yield* checked(flags)
    return yield* checked({ ...flags, ...Object.fromEntries(latest.map((name) => [name, days.last])) })
  })
  return { early, read }
})

/** Reads `--max`. **Fails with** a usage failure if it is not a number of records. */
export const readMax = Effect.fnUntraced(function* (max: string | undefined) {
  if (max === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(max)) return Number(max)
  return yield* usageFailure(`--max is a number of records, a whole number from 1, not "${max}".`)
})

/** Says that nothing matches; if the data is local, also which days it covers. */
export const emptyText = Effect.fnUntraced(function* <Input, Query, Record>(
  session: Session,
  { dated, many, readDays }: RecordKind<Input, Query, Record>,
  offset: number
) {
  const nothing = `No ${many} match${offset === 0 ? "" : ` from offset ${offset} on`}.`
  if (!session.isLocal) return nothing
  const days = yield* readDays(session.records)
  if (days === undefined) return `${nothing} The data has no ${many}.`
  const when = days.first === days.last ? `on ${days.first}` : `from ${days.first} to ${days.last}`
  return `${nothing} The data has ${many} ${dated} ${when}.`
})
