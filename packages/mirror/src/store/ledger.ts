import { DateTime } from "effect"
import { isKnownGap } from "./knownGaps.ts"
import type {
  MirrorCoverage,
  DayProblem,
  DayRange,
  DaySource,
  DayState,
  MirrorDay,
  SuspiciousDay
} from "../MirrorStatus.ts"
import { dateOf, type Interval, weekdayOf } from "./civil.ts"
import { type Database, hex, integer, type Row, text, textOrNull } from "./Database.ts"

/** Values of the column `settled`. A day has 0 until a second read of the service finds the same records. */
export const settled = { afterWeek: 1, confirmed: 2 } as const

/** Two reads of a day are a first and a second opinion if this much time is between them. */
const restHours = 12

/** Returns the time at or before which a day must have been read to be read again. */
export const restedSince = (now: DateTime.Utc): DateTime.Utc => DateTime.subtract(now, { hours: restHours })

const stateOf = (row: Row): DayState => (text(row, "state") === "complete" ? "complete" : "partial")

const sourceOf = (row: Row): DaySource => {
  const source = text(row, "source")
  return source === "service" || source === "export" ? source : "daily file"
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
  /** Whether the day is not read again. */
  readonly isSettled: boolean
}

export const ledgerDay = (db: Database, day: number): StoredDay | undefined => {
  const row = db.first("select * from days where day = ?", day)
  if (row === undefined) return undefined
  const [digest, held] = [hex(row, "digest"), hex(row, "held")]
  const [origin, why, key] = [text(row, "origin"), text(row, "why"), text(row, "key")]
  const isSettled = integer(row, "settled") !== 0
  const heldAt = textOrNull(row, "held_at") ?? ""
  return { state: stateOf(row), source: sourceOf(row), origin, digest, held, heldAt, why, key, isSettled }
}

/** Remembers a read that is to be compared with later ones. The time of equal reads is that of the first. */
export const hold = (db: Database, day: number, digest: string, now: DateTime.Utc): void =>
  void db.run(
    "update days set held_at = iif(held is unhex(?), held_at, ?), held = unhex(?) where day = ?",
    digest,
    DateTime.formatIso(now),
    digest,
    day
  )

export const release = (db: Database, day: number): void =>
  void db.run("update days set held = null, held_at = null where day = ?", day)

/** Whether an equal read is held that is old enough to be a first opinion. */
export const isSecondOpinion = (day: StoredDay | undefined, digest: string, now: DateTime.Utc): boolean =>
  day !== undefined &&
  day.held === digest &&
  day.heldAt !== "" &&
  DateTime.isLessThanOrEqualTo(DateTime.makeUnsafe(day.heldAt), restedSince(now))

/** Returns the partial days with the reasons, and the complete days of which another read was held back. */
export const doubtsOf = (db: Database) => ({
  incomplete: db
    .rows("select day, why from days where state = 'partial' order by day")
    .map((row): DayProblem => ({ day: dateOf(integer(row, "day")), why: text(row, "why") })),
  held: db
    .rows("select day from days where state = 'complete' and held is not null and held <> digest order by day")
    .map((row) => dateOf(integer(row, "day")))
})

/** Returns the first and the newest day of the mirror, or `undefined` if it has none. */
export const allDays = (db: Database): Interval | undefined => {
  const row = db.first("select min(day) as first, max(day) as newest from days")
  return row?.["first"] === null ? undefined : { from: integer(row, "first"), to: integer(row, "newest") }
}

/**
 * Returns the days that a sync stored while the clock was ahead: they are not published yet, or were read at a time that is still to come.
 * They count as not read. `published` is the latest day that is published.
 */
export const daysAhead = (db: Database, published: number, now: DateTime.Utc): ReadonlyArray<number> =>
  db
    .rows(
      "select day from days where source = 'service' and (day > ? or fetched_at > ?) order by day",
      published,
      DateTime.formatIso(now)
    )
    .map((row) => integer(row, "day"))

/** Deletes days without records that a sync stored before they were published. */
export const forgetUnpublished = (db: Database, published: number): void =>
  void db.run("delete from days where source = 'service' and day > ? and records = 0 and set_aside = 0", published)

/** Forgets what a clock that was ahead says about a day: that it is settled, and since when a read of it is held. */
export const forgetAhead = (db: Database, day: number, now: DateTime.Utc): void => {
  const time = DateTime.formatIso(now)
  db.run(
    "update days set settled = 0, held = null, held_at = null where day = ? and (fetched_at > ? or held_at > ?)",
    day,
    time,
    time
  )
}

/** Returns the days of a range that are not in a list of days. */
const missingDays = ({ from, to }: Interval, present: ReadonlyArray<number>): ReadonlyArray<DayRange> => {
  const bounds = [from - 1, ...present, to + 1]
  return bounds.slice(1).flatMap((day, index) => {
    const previous = bounds[index] ?? day
    return day - previous > 1 ? [{ from: dateOf(previous + 1), to: dateOf(day - 1) }] : []
  })
}

/** Returns the days of a range that the mirror has, in their order. */
export const storedDays = (db: Database, { from, to }: Interval): ReadonlyArray<MirrorDay> =>
  // The digest is of the contents, and the source determines the ids.
  db.rows("select * from days where day between ? and ? order by day", from, to).map((row) => ({
    day: dateOf(integer(row, "day")),
    state: stateOf(row),
    version: `${sourceOf(row)} ${hex(row, "digest")}`
  }))

/** Returns which days of a range are complete, partial or missing. An open end is the first or the newest day of the mirror. */
export const coverageOf = (db: Database, range: Interval): MirrorCoverage => {
  const all = allDays(db)
  const from = Number.isFinite(range.from) ? range.from : all?.from
  const to = Number.isFinite(range.to) ? range.to : all?.to
  if (from === undefined || to === undefined) {
    return { from: null, to: null, complete: 0, partial: [], missing: [], newest: null, readOnce: 0 }
  }
  const days = { from, to: Math.max(from - 1, to) }
  const sql = "select day, state, settled from days where day between ? and ? order by day"
  const rows = db.rows(sql, days.from, days.to)
  const complete = rows.filter((row) => stateOf(row) === "complete")
  return {
    from: dateOf(from),
    to: dateOf(to),
    complete: complete.length,
    partial: rows.filter((row) => stateOf(row) === "partial").map((row) => dateOf(integer(row, "day"))),
    missing: missingDays(
      days,
      rows.map((row) => integer(row, "day"))
    ),
    newest: all === undefined ? null : dateOf(all.to),
    readOnce: complete.filter((row) => integer(row, "settled") !== settled.afterWeek).length
  }
}

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
export const suspiciousDays = (db: Database): ReadonlyArray<SuspiciousDay> => {
  const rows = db.rows("select day, records, source, settled from days where state = 'complete' order by day")
  const counts = new Map(rows.map((row) => [integer(row, "day"), integer(row, "records")]))
  return rows.flatMap((row) => {
    const [day, records] = [integer(row, "day"), integer(row, "records")]
    const why = suspicionOf(day, records, counts)
    const confirmed = sourceOf(row) === "service" && integer(row, "settled") !== 0
    return why === undefined ? [] : [{ day: dateOf(day), why, confirmed }]
  })
}
