import { publicationOf } from "@public-records/core"
import { DateTime, Effect } from "effect"
import { daysUntilSettled } from "../importing/importDay.ts"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf, dayOf, type Interval, weekdayOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import { dayIn, daysAhead, restedSince, settled, suspiciousDays } from "../store/ledger.ts"
import { raw } from "../store/sql.ts"
import { areNoticesDue } from "../store/syncState.ts"
import { verifyDays } from "../store/verify.ts"
import type { SyncedList } from "../SyncEvent.ts"
import { stagedPages } from "./staging.ts"
import { isFullReadDue } from "./syncNotices.ts"

/** A list to read, with an estimate of the requests. */
export interface Task {
  readonly kind: "new" | "again" | "missing" | "notices"
  readonly list: SyncedList
  readonly requests: number
}

/** The records of typical days, Monday to Sunday, for a mirror without days. */
const typicalDays = [14_000, 14_000, 14_000, 14_000, 14_000, 4500, 2600]

/** New records of a page, which repeats the last record of the page before. */
const newPerPage = 49

const requestsFor = (records: number): number => (records === 0 ? 1 : Math.ceil(records / newPerPage) + 1)

/**
 * Whether a day is read again: if it is partial, and once when a week has passed since its publication. A day that is empty or looks
 * incomplete is also read again until a second read confirms it. A partial day is settled if its unreadable records stay so.
 */
const isDueAgain = (row: Row, isSuspicious: boolean, now: DateTime.Utc): boolean => {
  const fetchedAt = DateTime.makeUnsafe(text(row, "fetched_at"))
  const isRested = DateTime.isLessThanOrEqualTo(fetchedAt, restedSince(now))
  const isService = text(row, "source") === "service"
  const isEmpty = integer(row, "records") === 0
  if (text(row, "state") === "partial") return integer(row, "settled") === 0 && (!isService || isEmpty || isRested)
  if (!isService || integer(row, "settled") === settled.afterWeek) return false
  const isConfirmed = integer(row, "settled") === settled.confirmed
  if (row["held"] !== null || ((isSuspicious || isEmpty) && !isConfirmed)) return isRested
  const settlesAt = DateTime.add(publicationOf(dateOf(dayIn(row))), { days: daysUntilSettled })
  return DateTime.isLessThanOrEqualTo(settlesAt, now) && DateTime.isLessThan(fetchedAt, settlesAt)
}

/** Returns a function that estimates the records of a day: its own, or the mean of complete days of its kind. */
const estimator = (rows: ReadonlyMap<number, Row>) => {
  const kindOf = (day: number): number => Math.max(5, weekdayOf(day))
  const sums = new Map<number, { records: number; days: number }>()
  for (const [day, row] of rows) {
    if (text(row, "state") !== "complete" || integer(row, "records") === 0) continue
    const sum = sums.get(kindOf(day)) ?? { records: 0, days: 0 }
    sums.set(kindOf(day), { records: sum.records + integer(row, "records"), days: sum.days + 1 })
  }
  return (day: number): number => {
    const row = rows.get(day)
    if (row !== undefined) return Math.max(integer(row, "records"), integer(row, "claimed"))
    const sum = sums.get(kindOf(day))
    return sum === undefined ? (typicalDays[weekdayOf(day) - 1] ?? 0) : sum.records / sum.days
  }
}

const noticesTasks = Effect.fnUntraced(function* (
  db: Database,
  now: DateTime.Utc
): Effect.fn.Return<ReadonlyArray<Task>, MirrorError> {
  if (!(yield* areNoticesDue(db, "notices checked at", now))) return []
  const known = integer(yield* db.first(raw("select count(*) as notices from notices where gone is null")), "notices")
  return [{ kind: "notices", list: "notices", requests: (yield* isFullReadDue(db, now)) ? requestsFor(known) : 3 }]
})

/** Returns what to read: days published since the last run, days to read again, notices, and missing days. The newest come first. */
export const planTasks = Effect.fnUntraced(function* (
  db: Database,
  { from, to }: Interval,
  now: DateTime.Utc,
  replaces: (day: number) => boolean
): Effect.fn.Return<ReadonlyArray<Task>, MirrorError> {
  const rows = new Map((yield* db.rows(raw("select * from days order by day"))).map((row) => [dayIn(row), row]))
  const ahead = new Set(yield* daysAhead(db, to, now))
  const newest = [...rows.keys()].findLast((day) => !ahead.has(day)) ?? Number.NEGATIVE_INFINITY
  const suspicious = new Set((yield* suspiciousDays(db)).map(({ day }) => dayOf(day)))
  const recordsOf = estimator(rows)
  const staged = yield* stagedPages(db)
  const tasks: Array<Task> = []
  for (let day = to; day >= from; day--) {
    const row = ahead.has(day) ? undefined : rows.get(day)
    const isWished = replaces(day) && row !== undefined && text(row, "source") === "service" && row["held"] !== null
    if (row !== undefined && !isWished && !isDueAgain(row, suspicious.has(day), now)) continue
    const kind = row !== undefined ? "again" : day > newest ? "new" : "missing"
    const requests = Math.max(1, requestsFor(recordsOf(day)) - (staged.get(dateOf(day)) ?? 0))
    tasks.push({ kind, list: dateOf(day), requests })
  }
  const of = (kind: Task["kind"]) => tasks.filter((task) => task.kind === kind)
  return [...of("new"), ...of("again"), ...(yield* noticesTasks(db, now)), ...of("missing")]
})

/** Returns the damaged days, and the partial ones that are not read again otherwise, the newest first. */
export const damagedTasks = Effect.fnUntraced(function* (
  db: Database
): Effect.fn.Return<ReadonlyArray<Task>, MirrorError> {
  const { damaged } = yield* verifyDays(db, "contents")
  const isDamaged = new Set(damaged.map(({ day }): string => day))
  const rows = yield* db.rows(raw("select * from days order by day desc"))
  return rows
    .filter(
      (row) => isDamaged.has(text(row, "day")) || (text(row, "state") === "partial" && integer(row, "settled") > 0)
    )
    .map((row): Task => {
      const records = Math.max(integer(row, "records"), integer(row, "claimed"))
      return { kind: "again", list: dateOf(dayIn(row)), requests: requestsFor(records) }
    })
})
