import {
  type CivilDate,
  defaultBaseUrl,
  InvalidQuery,
  latestPublishedDay,
  PublicRecordsError,
  type Reason
} from "@public-records/core"
import { DateTime, Effect, Result, type Stream } from "effect"
import { addDay, emptyCounts } from "../importing/dayCounts.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { clockError, type MirrorError, mirrorError } from "../MirrorError.ts"
import { dateOf, dayOf, type Interval } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { forgetUnpublished } from "../store/ledger.ts"
import type { Store } from "../store/Store.ts"
import { list, sql } from "../store/sql.ts"
import { remember, stateOf } from "../store/syncState.ts"
import type { SyncedNotices, SyncEvent, SyncOptions, SyncPlan, SyncReport } from "../SyncEvent.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import { holdLock } from "./holdLock.ts"
import { damagedTasks, planTasks, type Task } from "./planTasks.ts"
import type { SyncContext } from "./SyncContext.ts"
import type { SyncSource } from "./SyncSource.ts"
import { syncDay, type SyncWish } from "./syncDay.ts"
import { syncNotices } from "./syncNotices.ts"

/** Returns a base URL without the slashes at its end, so that it equals the one of the last run. */
const withoutSlash = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, "")

type Emit = (event: SyncEvent) => void

/** Without `from`, the first sync of a mirror reads this many days. */
const firstDays = 7

/** A run ends after this many failed lists in a row. */
const maxFailures = 2

/** The National Do Not Call Registry opened on this day. */
const firstDay = "2003-06-27"

/** Returns what is wrong with the oldest day to read, or `undefined`. */
const problemOfFrom = (from: string, newest: CivilDate): string | undefined => {
  if (from > newest)
    return `${from} is after ${newest}, the newest day that is published by this machine's clock. Use an earlier date.`
  return from < firstDay
    ? `${from} is before ${firstDay}, when the Do Not Call Registry opened. Use a later date.`
    : undefined
}

/** Checks that the mirror is one of this service. Returns the days to look at. */
const prepare = Effect.fnUntraced(function* (store: Store, origin: string, { from }: SyncOptions) {
  const newest = yield* latestPublishedDay
  if (newest < firstDay) {
    const now = DateTime.formatIso(yield* DateTime.now)
    return yield* clockError(store.name, `This machine's clock is wrong: it says ${now}.`)
  }
  const rule = from === undefined ? undefined : problemOfFrom(from, newest)
  if (rule !== undefined) {
    const reason = new InvalidQuery({ problems: [{ field: "from", rule }] })
    return yield* Effect.fail(new PublicRecordsError({ operation: "Sync the mirror", reason }))
  }
  const to = dayOf(newest)
  const { known, remembered } = yield* store.read((db) =>
    Effect.all({ known: stateOf(db, "sync origin"), remembered: stateOf(db, "sync from") })
  )
  if (known !== "" && known !== origin) {
    return yield* mirrorError("Unusable", store.name, `it was synced with ${known}. Name another file for ${origin}`)
  }
  // A clock that was ahead may have remembered a day that is still to come.
  const isKnown = remembered !== "" && remembered <= newest
  return { from: dayOf(from ?? (isKnown ? remembered : dateOf(to - firstDays + 1))), to }
})

const emptyReport = () => {
  const counts = emptyCounts()
  return { ...counts, days: { ...counts.days, failed: 0 } }
}

const runTask = (
  context: SyncContext,
  { list }: Task,
  wish: SyncWish
): Effect.Effect<ImportedDay | SyncedNotices, MirrorError | PublicRecordsError> =>
  list === "notices" ? syncNotices(context) : syncDay(context, dayOf(list), wish)

/** Returns the work that a run does not get to. */
const leftOf = (tasks: ReadonlyArray<Task>, nextTryAt?: Date): SyncReport["left"] => ({
  days: tasks.filter(({ list }) => list !== "notices").length,
  requests: tasks.reduce((sum, { requests }) => sum + requests, 0),
  nextTryAt: nextTryAt ?? null
})

/** Whether every other list would have the same problem: the key, or a connection that a retry does not mend, such as to a proxy. */
const endsRun = (reason: Reason): boolean =>
  reason._tag === "Unavailable" ? reason.advice !== undefined : ["KeyMissing", "KeyRejected"].includes(reason._tag)

/** Of a rate limit that does not say when it ends. The service counts the requests of an hour. */
const limitHours = 1

/** How a run ended: the error it fails with, and why it could not do its work, if it could not. */
interface End {
  readonly error?: PublicRecordsError | undefined
  readonly failure?: PublicRecordsError | undefined
}

/**
 * Reads lists until the budget is used up or two fail in a row. Ends with the error if the last list failed. Notices that could be read
 * do not change that: otherwise the only new day of a night could fail without an error.
 */
const runTasks = Effect.fnUntraced(function* (context: SyncContext, tasks: ReadonlyArray<Task>, wish: SyncWish) {
  const report = emptyReport()
  /** The lists that were not read to their end, without the pages that were read. */
  const unfinished: Array<Task> = []
  let failures: ReadonlyArray<PublicRecordsError> = []
  const { emit, read, source } = context
  const end = (others: ReadonlyArray<Task>, nextTryAt?: Date, limited?: PublicRecordsError): End => {
    emit({
      _tag: "Report",
      dailyFiles: null,
      requests: source.requests(),
      ...report,
      left: leftOf([...unfinished, ...others], nextTryAt)
    })
    const error = failures.at(-1)
    return { error, failure: error ?? (read.pages === 0 ? limited : undefined) }
  }
  for (const [index, task] of tasks.entries()) {
    const before = read.pages
    const result = yield* Effect.result(runTask(context, task, wish))
    if (Result.isSuccess(result)) {
      emit(result.success)
      if (result.success._tag === "Notices") report.notices += result.success.changed
      else {
        failures = []
        addDay(report, result.success)
      }
      continue
    }
    const error = result.failure
    if (error._tag === "MirrorError") return yield* error
    const { reason } = error
    unfinished.push({ ...task, requests: Math.max(1, task.requests - (read.pages - before)) })
    if (reason._tag === "RateLimited") {
      const unknown = DateTime.toDate(DateTime.add(yield* DateTime.now, { hours: limitHours }))
      return end(tasks.slice(index + 1), reason.nextTryAt ?? unknown, error)
    }
    emit({ _tag: "Failed", list: task.list, message: reason.message })
    if (task.list !== "notices") report.days.failed += 1
    failures = [...failures, error]
    if (failures.length === maxFailures || endsRun(reason)) return end(tasks.slice(index + 1))
  }
  return end([])
})

const planEvent = (tasks: ReadonlyArray<Task>, { from, to }: Interval): SyncPlan => {
  const count = (kind: Task["kind"]): number => tasks.filter((task) => task.kind === kind).length
  return {
    _tag: "Plan",
    dailyFiles: null,
    from: dateOf(from),
    to: dateOf(to),
    days: { new: count("new"), again: count("again"), missing: count("missing") },
    notices: count("notices") > 0,
    requests: tasks.reduce((sum, { requests }) => sum + requests, 0)
  }
}

const traceSuccess = Effect.fnUntraced(function* (db: Database, time: string, { from }: Interval) {
  yield* remember(db, "sync succeeded at", time)
  yield* remember(db, "sync from", dateOf(from))
  // A failure that is still to come is that of a clock that was ahead.
  if ((yield* stateOf(db, "sync failed at")) > time) yield* remember(db, "sync failed at", "")
})

/** Remembers when a run succeeded, or when and why it failed. A mirror that does not exist yet is not created for that. */
const leaveTrace = Effect.fnUntraced(function* (store: Store, range: Interval, failure: string | undefined) {
  if (store.isNew) return
  const time = DateTime.formatIso(yield* DateTime.now)
  yield* store.write((db) =>
    failure === undefined
      ? traceSuccess(db, time, range)
      : Effect.andThen(remember(db, "sync failed at", time), remember(db, "sync failure", failure))
  )
})

/** Deletes days that a clock that was ahead stored, and staged pages of lists that were not to be read, such as an imported day. */
const forgetOthers = (store: Store, tasks: ReadonlyArray<Task>, { to }: Interval) =>
  store.write((db) =>
    Effect.andThen(
      db.run(sql`delete from staging where list not in ${list(tasks.map((task) => task.list))}`),
      forgetUnpublished(db, to)
    )
  )

const run = Effect.fnUntraced(function* (store: Store, source: SyncSource, options: SyncOptions, emit: Emit) {
  const { approve, dryRun = false, repair = false, replace: wished = false } = options
  const replace = wished !== false
  const origin = withoutSlash(options.origin ?? defaultBaseUrl)
  if (!dryRun) yield* holdLock(store.path)
  const range = yield* prepare(store, origin, options)
  const now = yield* DateTime.now
  const verifying = (share: number) => emit({ _tag: "Verifying", share })
  const tasks = yield* repair
    ? Effect.tap(
        store.read(damagedTasks, verifying),
        Effect.sync(() => verifying(1))
      )
    : store.read((db) => planTasks(db, range, now, replace))
  const plan = planEvent(tasks, range)
  emit(plan)
  if (dryRun || (approve !== undefined && !(yield* Effect.promise(() => approve(plan))))) {
    return emit({ _tag: "Report", dailyFiles: null, requests: 0, ...emptyReport(), left: leftOf(tasks) })
  }
  const bind = (db: Database) =>
    Effect.andThen(remember(db, "sync origin", origin), remember(db, "sync from", dateOf(range.from)))
  const context = { store, source, origin, bind, emit, read: { pages: 0 } }
  const { error, failure } = yield* runTasks(context, tasks, { repair, replace }).pipe(
    Effect.tapError((failed) =>
      // The time would be wrong.
      failed._tag === "MirrorError" && failed.problem === "Clock"
        ? Effect.void
        : Effect.ignore(leaveTrace(store, range, failed.message))
    )
  )
  if (!repair && !store.isNew) yield* forgetOthers(store, tasks, range)
  yield* leaveTrace(store, range, failure?.reason.message)
  if (error !== undefined) return yield* Effect.fail(error)
}, Effect.scoped)

/** Reads what the mirror lacks from the service. **Fails with** the reason of the last list, if that could not be read. */
export const sync = (
  store: Store,
  source: SyncSource,
  options: SyncOptions
): Stream.Stream<SyncEvent, MirrorError | PublicRecordsError> => eventsOf((emit) => run(store, source, options, emit))
