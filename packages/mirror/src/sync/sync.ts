import { defaultBaseUrl, latestPublishedDay, type PublicRecordsError } from "@public-records/core"
import { DateTime, Effect, Result, type Scope, type Stream } from "effect"
import { addDay, emptyCounts } from "../importing/dayCounts.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { type MirrorError, mirrorError } from "../MirrorError.ts"
import { dateOf, dayOf, type Interval } from "../store/civil.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import { remember, setting } from "../store/settings.ts"
import type { SyncedNotices, SyncEvent, SyncOptions, SyncReport } from "../SyncEvent.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import { holdLock } from "./holdLock.ts"
import { damagedTasks, planTasks, type Task } from "./planTasks.ts"
import type { SyncContext } from "./SyncContext.ts"
import type { SyncSource } from "./SyncSource.ts"
import { syncDay } from "./syncDay.ts"
import { syncNotices } from "./syncNotices.ts"

/** Returns a base URL without the slashes at its end, so that it equals the one of the last run. */
const withoutSlash = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, "")

type Emit = (event: SyncEvent) => void

/** Without `from`, the first sync of a mirror reads this many days. */
const firstDays = 7

/** A run ends after this many failed lists in a row. */
const maxFailures = 2

/** Checks that the mirror is one of this service, and remembers the settings of this run. Returns the days to look at. */
const prepare = Effect.fnUntraced(function* (file: MirrorFile, origin: string, { dryRun, from }: SyncOptions) {
  const to = dayOf(yield* latestPublishedDay)
  return yield* file.write(function* (db) {
    const known = setting(db, "sync origin")
    if (known !== "" && known !== origin) {
      throw mirrorError("Unusable", file.path, `it was synced with ${known}. Name another file for ${origin}`)
    }
    const first = from ?? (setting(db, "sync from") || dateOf(to - firstDays + 1))
    if (dryRun !== true) {
      remember(db, "sync origin", origin)
      remember(db, "sync from", first)
    }
    yield undefined
    return { from: dayOf(first), to }
  })
})

const emptyReport = () => {
  const counts = emptyCounts()
  return { ...counts, days: { ...counts.days, failed: 0 } }
}

const runTask = (
  context: SyncContext,
  { list }: Task,
  isRepair: boolean
): Effect.Effect<ImportedDay | SyncedNotices, MirrorError | PublicRecordsError> =>
  list === "notices" ? syncNotices(context) : syncDay(context, dayOf(list), isRepair)

/** Returns the work that a run does not get to. */
const leftOf = (tasks: ReadonlyArray<Task>, nextTryAt?: Date): SyncReport["left"] => ({
  days: tasks.filter(({ list }) => list !== "notices").length,
  requests: tasks.reduce((sum, { requests }) => sum + requests, 0),
  nextTryAt: nextTryAt ?? null
})

/**
 * Reads lists until the budget is used up or two fail in a row. Returns the error if the last list failed. Notices that could be read
 * do not change that: otherwise the only new day of a night could fail without an error.
 */
const runTasks = Effect.fnUntraced(function* (context: SyncContext, tasks: ReadonlyArray<Task>, isRepair: boolean) {
  const report = emptyReport()
  /** The lists that were not read to their end, without the pages that were read. */
  const unfinished: Array<Task> = []
  let failures: ReadonlyArray<PublicRecordsError> = []
  const { emit, read, source } = context
  const end = (others: ReadonlyArray<Task>, nextTryAt?: Date) => {
    emit({
      _tag: "Report",
      requests: source.requests(),
      ...report,
      left: leftOf([...unfinished, ...others], nextTryAt)
    })
    return failures.at(-1)
  }
  for (const [index, task] of tasks.entries()) {
    const before = read.pages
    const result = yield* Effect.result(runTask(context, task, isRepair))
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
    if (reason._tag === "RateLimited") return end(tasks.slice(index + 1), reason.nextTryAt)
    emit({ _tag: "Failed", list: task.list, message: reason.message })
    if (task.list !== "notices") report.days.failed += 1
    failures = [...failures, error]
    if (failures.length === maxFailures) return end(tasks.slice(index + 1))
  }
  return end([])
})

const planEvent = (tasks: ReadonlyArray<Task>, { from, to }: Interval): SyncEvent => {
  const count = (kind: Task["kind"]): number => tasks.filter((task) => task.kind === kind).length
  return {
    _tag: "Plan",
    from: dateOf(from),
    to: dateOf(to),
    days: { new: count("new"), again: count("again"), missing: count("missing") },
    notices: count("notices") > 0,
    requests: tasks.reduce((sum, { requests }) => sum + requests, 0)
  }
}

/** Deletes the staged pages of lists that are not going to be read, such as a day that was imported meanwhile. */
const forgetOthers = (file: MirrorFile, tasks: ReadonlyArray<Task>) =>
  file.write(function* (db) {
    const lists = JSON.stringify(tasks.map(({ list }) => list))
    db.run("delete from staging where list not in (select value from json_each(?))", lists)
    yield undefined
  })

const run = Effect.fnUntraced(function* (
  file: MirrorFile,
  source: SyncSource,
  options: SyncOptions,
  emit: Emit
): Effect.fn.Return<void, MirrorError | PublicRecordsError, Scope.Scope> {
  const { dryRun = false, repair = false } = options
  const origin = withoutSlash(options.origin ?? defaultBaseUrl)
  // A page that was paid for must not be lost in a power failure. This also creates the folder of a new mirror, which the lock needs.
  yield* file.execute("pragma synchronous = full")
  yield* holdLock(file.path)
  yield* Effect.addFinalizer(() => Effect.ignore(file.execute("pragma synchronous = normal")))
  const range = yield* prepare(file, origin, options)
  const now = yield* DateTime.now
  const tasks = yield* repair
    ? file.read(damagedTasks, (share) => emit({ _tag: "Verifying", share }))
    : file.read((db) => planTasks(db, range, now))
  emit(planEvent(tasks, range))
  const context = { file, source, origin, emit, read: { pages: 0 } }
  if (dryRun) return emit({ _tag: "Report", requests: 0, ...emptyReport(), left: leftOf(tasks) })
  if (!repair) yield* forgetOthers(file, tasks)
  const error = yield* runTasks(context, tasks, repair)
  yield* file.execute("pragma wal_checkpoint(truncate)")
  if (error !== undefined) return yield* Effect.fail(error)
}, Effect.scoped)

/** Reads what the mirror lacks from the service. **Fails with** the reason of the last list, if that could not be read. */
export const sync = (
  file: MirrorFile,
  source: SyncSource,
  options: SyncOptions
): Stream.Stream<SyncEvent, MirrorError | PublicRecordsError> => eventsOf((emit) => run(file, source, options, emit))
