import { DateTime, Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { isKnownGap, knownGapsIn } from "./knownGaps.ts"
import type {
  MirrorCoverage,
  DayProblem,
  DayRange,
  DaySource,
  DayState,
  MirrorDay,
  MirrorStatus,
  SuspiciousDay
} from "../MirrorStatus.ts"
import { dateOf, dayOf, daysBetween, type Interval, weekdayOf } from "./civil.ts"
import { type Database, integer, type Row, text } from "./Database.ts"
import { all, raw, type Sql, sql } from "./sql.ts"
import { pastTimeOf } from "./syncState.ts"

/** Values of the column `settled`. A day has 0 until a second read of the service finds the same records. */
export const settled = { afterWeek: 1, confirmed: 2 } as const

/** Two reads of a day are a first and a second opinion if this much time is between them. */
const restHours = 12

/** Returns the time at or before which a day must have been read to be read again. */
export const restedSince = (now: DateTime.Utc): DateTime.Utc => DateTime.subtract(now, { hours: restHours })

const stateOf = (row: Row): DayState => (text(row, "state") === "complete" ? "complete" : "partial")

const sourceOf = (row: Row): DaySource => {
  const source = text(row, "source")
  return source === "service" || source === "export" ? source : "file"
}

/** A row of the ledger. The digests are in hexadecimal. */
export interface StoredDay {
  readonly state: DayState
  readonly source: DaySource
  readonly origin: string
  readonly digest: string
  /** The digest of a read that the guard held back, or "". */
  readonly held: string
  /** When that read was made for the first time, in ISO 8601, or "". */
  readonly heldAt: string
  /** Why the day is partial, or "". */
  readonly why: string
  /** See `RecordSource`. */
  readonly key: string
  readonly duplicates: number
}

export const ledgerDay = (db: Database, day: number): Effect.Effect<StoredDay | undefined, MirrorError> =>
  Effect.map(db.first(sql`select * from days where day = ${dateOf(day)}::date`), (row) =>
    row === undefined
      ? undefined
      : {
          state: stateOf(row),
          source: sourceOf(row),
          origin: text(row, "origin"),
          digest: text(row, "digest"),
          held: text(row, "held"),
          heldAt: text(row, "held_at"),
          why: text(row, "why"),
          key: text(row, "key"),
          duplicates: integer(row, "duplicates")
        }
  )

/** Remembers a read that is to be compared with later ones, and why. The time of equal reads is that of the first. */
export const hold = (
  db: Database,
  day: number,
  digest: string,
  now: DateTime.Utc,
  why: string
): Effect.Effect<void, MirrorError> =>
  db.run(
    sql`update days set held_at = case when held = ${digest} then held_at else ${DateTime.formatIso(now)} end, held = ${digest},
      held_why = ${why} where day = ${dateOf(day)}::date`
  )

export const release = (db: Database, day: number): Effect.Effect<void, MirrorError> =>
  db.run(sql`update days set held = null, held_at = null where day = ${dateOf(day)}::date`)

/** Settles a complete day that was found again when a week had passed since its publication. */
export const settle = (db: Database, day: number, digest: string): Effect.Effect<void, MirrorError> =>
  db.run(
    sql`update days set settled = ${settled.afterWeek} where day = ${dateOf(day)}::date and state = 'complete' and digest = ${digest}`
  )

/** Settles the complete days of a daily file that was found again. `until` is the last day that was published a week ago. */
export const settleFile = (db: Database, key: string, until: number): Effect.Effect<void, MirrorError> =>
  db.run(
    sql`update days set settled = ${settled.afterWeek} where key = ${key} and state = 'complete' and day <= ${dateOf(until)}::date`
  )

/** Settles a partial day, some of whose records cannot be read. */
export const settlePartial = (db: Database, day: number): Effect.Effect<void, MirrorError> =>
  db.run(sql`update days set settled = ${settled.confirmed} where day = ${dateOf(day)}::date and state = 'partial'`)

/** Remembers when a day was read. A complete day is confirmed if it was found again after some time. */
export const confirm = (
  db: Database,
  day: number,
  digest: string,
  now: DateTime.Utc
): Effect.Effect<void, MirrorError> => {
  const [time, rested] = [DateTime.formatIso(now), DateTime.formatIso(restedSince(now))]
  const isConfirmed = sql`settled = 0 and state = 'complete' and digest = ${digest} and fetched_at <= ${rested}`
  return db.run(
    sql`update days set fetched_at = ${time}, settled = case when ${isConfirmed} then ${settled.confirmed} else settled end
      where day = ${dateOf(day)}::date`
  )
}

/** Counts the records of a day that are set aside. */
export const countSetAside = (db: Database, day: number): Effect.Effect<void, MirrorError> => {
  const date = sql`${dateOf(day)}::date`
  return db.run(
    sql`update days set set_aside = (select count(*) from set_aside where day = ${date}) where day = ${date}`
  )
}

/** Whether an equal read is held that is old enough to be a first opinion. */
export const isSecondOpinion = (day: StoredDay | undefined, digest: string, now: DateTime.Utc): boolean =>
  day !== undefined &&
  day.held === digest &&
  day.heldAt !== "" &&
  DateTime.isLessThanOrEqualTo(DateTime.makeUnsafe(day.heldAt), restedSince(now))

/** Returns the day of a row. */
export const dayIn = (row: Row): number => dayOf(text(row, "day"))

/** Returns the days that meet a condition, in their order. */
const daysWhere = (db: Database, condition: Sql): Effect.Effect<ReadonlyArray<Row>, MirrorError> =>
  db.rows(sql`select * from days where ${condition} order by day`)

/** Returns the partial days with the reasons, and the complete days of which another read was held back. */
export const doubtsOf = (db: Database) =>
  Effect.all({
    incomplete: Effect.map(daysWhere(db, raw("state = 'partial'")), (rows) =>
      rows.map((row): DayProblem => ({ day: dateOf(dayIn(row)), why: text(row, "why") }))
    ),
    held: Effect.map(daysWhere(db, raw("state = 'complete' and held <> digest")), (rows) =>
      rows.map((row): DayProblem => ({ day: dateOf(dayIn(row)), why: text(row, "held_why") }))
    )
  })

/** Returns the days of each source. */
export const sourcesOf = (db: Database): Effect.Effect<MirrorStatus["sources"], MirrorError> =>
  Effect.map(
    db.rows(
      raw(
        "select source, count(*) as days, min(day) as first, max(day) as last from days group by source order by source"
      )
    ),
    (rows) =>
      rows.map((row) => ({
        source: sourceOf(row),
        days: integer(row, "days"),
        from: dateOf(dayOf(text(row, "first"))),
        to: dateOf(dayOf(text(row, "last")))
      }))
  )

/** Returns the first and the newest day of the mirror, or `undefined` if it has none. */
export const allDays = (db: Database): Effect.Effect<Interval | undefined, MirrorError> =>
  Effect.map(db.first(raw("select min(day) as first, max(day) as newest from days")), (row) => {
    const [first, newest] = [text(row, "first"), text(row, "newest")]
    return first === "" ? undefined : { from: dayOf(first), to: dayOf(newest) }
  })

/**
 * Returns the days that a sync stored while the clock was ahead: they are not published yet, or were read at a time that is still to come.
 * They count as not read. `published` is the latest day that is published.
 */
export const daysAhead = (
  db: Database,
  published: number,
  now: DateTime.Utc
): Effect.Effect<ReadonlyArray<number>, MirrorError> => {
  const isAhead = sql`(day > ${dateOf(published)}::date or fetched_at > ${DateTime.formatIso(now)})`
  return Effect.map(daysWhere(db, sql`source = 'service' and ${isAhead}`), (rows) => rows.map(dayIn))
}

/** Deletes days without records that a sync stored before they were published. */
export const forgetUnpublished = (db: Database, published: number): Effect.Effect<void, MirrorError> =>
  db.run(
    sql`delete from days where source = 'service' and day > ${dateOf(published)}::date and records = 0 and set_aside = 0`
  )

/** Deletes a day and its records. */
export const forgetDay = (db: Database, day: number): Effect.Effect<void, MirrorError> => {
  const isDay = sql`day = ${dateOf(day)}::date`
  return Effect.andThen(db.run(sql`delete from calls where ${isDay}`), db.run(sql`delete from days where ${isDay}`))
}

/** Forgets what a clock that was ahead says about a day: that it is settled, and since when a read of it is held. */
export const forgetAhead = (db: Database, day: number, now: DateTime.Utc): Effect.Effect<void, MirrorError> => {
  const time = DateTime.formatIso(now)
  return db.run(
    sql`update days set settled = 0, held = null, held_at = null
      where day = ${dateOf(day)}::date and (fetched_at > ${time} or held_at > ${time})`
  )
}

/** Returns the condition that a day is within a range, whose ends may be open. */
export const isWithin = ({ from, to }: Interval): Sql =>
  all([
    ...(Number.isFinite(from) ? [sql`day >= ${dateOf(from)}::date`] : []),
    ...(Number.isFinite(to) ? [sql`day <= ${dateOf(to)}::date`] : [])
  ])

/** Returns the days of a range that are not in a list of days. */
const daysWithout = ({ from, to }: Interval, present: ReadonlyArray<number>): ReadonlyArray<DayRange> => {
  const bounds = [from - 1, ...present, to + 1]
  return bounds.slice(1).flatMap((day, index) => {
    const previous = bounds[index] ?? day
    return day - previous > 1 ? [{ from: dateOf(previous + 1), to: dateOf(day - 1) }] : []
  })
}

/** Returns the days of a range that the mirror has, in their order. */
export const storedDays = (db: Database, range: Interval): Effect.Effect<ReadonlyArray<MirrorDay>, MirrorError> =>
  // The digest is of the contents, and the source determines the ids.
  Effect.map(daysWhere(db, isWithin(range)), (rows) =>
    rows.map((row) => ({
      day: dateOf(dayIn(row)),
      source: sourceOf(row),
      state: stateOf(row),
      version: `${sourceOf(row)} ${text(row, "digest")}`
    }))
  )

/** Returns which days of a range are complete, partial or missing. An open end is the first or the newest day of the mirror. */
export const coverageOf = Effect.fnUntraced(function* (
  db: Database,
  range: Interval
): Effect.fn.Return<MirrorCoverage, MirrorError> {
  const known = yield* allDays(db)
  const synced = yield* pastTimeOf(db, "sync succeeded at", yield* DateTime.now)
  const none = {
    newest: null,
    readOnce: 0,
    setAside: 0,
    duplicates: 0,
    lastSync: synced === "" ? null : new Date(synced)
  }
  const from = Number.isFinite(range.from) ? range.from : known?.from
  const to = Number.isFinite(range.to) ? range.to : known?.to
  if (from === undefined || to === undefined) {
    return { from: null, to: null, complete: 0, partial: [], missing: [], unpublished: [], ...none }
  }
  const days = { from, to: Math.max(from - 1, to) }
  const rows = yield* db.rows(
    sql`select day, state, settled, set_aside, duplicates from days where ${isWithin(days)} order by day`
  )
  const complete = rows.filter((row) => stateOf(row) === "complete")
  const sum = (column: "duplicates" | "set_aside"): number =>
    rows.reduce((total, row) => total + integer(row, column), 0)
  const present = rows.map(dayIn)
  const unpublished = daysWithout(days, present)
    .flatMap(knownGapsIn)
    .map(({ from, to }) => ({ from, to }))
  return {
    from: dateOf(from),
    to: dateOf(to),
    ...none,
    complete: complete.length,
    partial: rows.filter((row) => stateOf(row) === "partial").map((row) => dateOf(dayIn(row))),
    missing: daysWithout(
      days,
      [...present, ...unpublished.flatMap(daysBetween)].toSorted((left, right) => left - right)
    ),
    unpublished,
    newest: known === undefined ? null : dateOf(known.to),
    readOnce: complete.filter((row) => integer(row, "settled") !== settled.afterWeek).length,
    setAside: sum("set_aside"),
    duplicates: sum("duplicates")
  }
})

export const isWeekday = (day: number): boolean => weekdayOf(day) <= 5

/** Returns the days with which a day is compared: the nearest weekdays, and for a weekend those a week away. */
const neighborsOf = (day: number): ReadonlyArray<number> => {
  if (!isWeekday(day)) return [day - 7, day + 7]
  const previous = weekdayOf(day) === 1 ? day - 3 : day - 1
  return [previous, weekdayOf(day) === 5 ? day + 3 : day + 1]
}

const suspicionOf = (day: number, records: number, counts: ReadonlyMap<number, number>): string | undefined => {
  if (isKnownGap(day)) return undefined
  if (records === 0) return isWeekday(day) ? "a weekday without records" : undefined
  const neighbors = neighborsOf(day).flatMap((neighbor) => counts.get(neighbor) ?? [])
  const isLow = neighbors.length > 0 && neighbors.every((count) => records * 2 < count)
  return isLow ? `${records} records, less than half of its neighbors (${neighbors.join(" and ")})` : undefined
}

/** Returns complete days that may lack records: empty weekdays, and days with less than half the records of both neighbors, outside the known gaps. */
export const suspiciousDays = (db: Database): Effect.Effect<ReadonlyArray<SuspiciousDay>, MirrorError> =>
  Effect.map(daysWhere(db, raw("state = 'complete'")), (rows) => {
    const counts = new Map(rows.map((row) => [dayIn(row), integer(row, "records")]))
    return rows.flatMap((row) => {
      const day = dayIn(row)
      const why = suspicionOf(day, integer(row, "records"), counts)
      const confirmed = sourceOf(row) === "service" && integer(row, "settled") !== 0
      return why === undefined ? [] : [{ day: dateOf(day), why, confirmed }]
    })
  })
