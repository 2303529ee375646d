import {
  type CivilDate,
  defaultBaseUrl,
  InvalidQuery,
  latestPublishedDay,
  PublicRecordsError
} from "@public-records/core"
import { DateTime, Effect, type Stream } from "effect"
import { clockError, type MirrorError, mirrorError } from "../MirrorError.ts"
import { firstFile } from "../site/ftcSite.ts"
import { openSiteRun, readSite, type SiteRun } from "../site/readSite.ts"
import { openSite } from "../site/Site.ts"
import type { SiteError } from "../SiteError.ts"
import { dateOf, dayOf, daysBetween, type Interval } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { forgetUnpublished } from "../store/ledger.ts"
import type { Store } from "../store/Store.ts"
import { list, sql } from "../store/sql.ts"
import { remember, stateOf } from "../store/syncState.ts"
import type { SyncEvent, SyncOptions, SyncPlan } from "../SyncEvent.ts"
import { holdLock } from "./holdLock.ts"
import { damagedTasks, planTasks, type Task } from "./planTasks.ts"
import { emptyReport, type End, leftOf, readService } from "./readService.ts"
import type { SyncSources } from "./SyncSource.ts"

/** Returns a base URL without the slashes at its end, so that it equals the one of the last run. */
const withoutSlash = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, "")

type Emit = (event: SyncEvent) => void

/** Without `from`, the first sync of a mirror reads this many days: with daily files, and from the service alone. */
const firstDays = { files: 30, service: 7 } as const

/** The National Do Not Call Registry opened on this day. */
const firstDay = "2003-06-27"

const invalidOptions = (reason: InvalidQuery): PublicRecordsError =>
  new PublicRecordsError({ operation: "Sync the mirror", reason })

/** Returns what is wrong with the oldest day to read, or `undefined`. */
const problemOfFrom = (from: string, newest: CivilDate): string | undefined => {
  if (from > newest)
    return `${from} is after ${newest}, the newest day that is published by this machine's clock. Use an earlier date.`
  return from < firstDay
    ? `${from} is before ${firstDay}, when the Do Not Call Registry opened. Use a later date.`
    : undefined
}

/** Checks that the mirror is one of this service. Returns the days to look at. */
const prepare = Effect.fnUntraced(function* (store: Store, sources: SyncSources, options: SyncOptions, origin: string) {
  const newest = yield* latestPublishedDay
  if (newest < firstDay) {
    const now = DateTime.formatIso(yield* DateTime.now)
    return yield* clockError(store.name, `This machine's clock is wrong: it says ${now}.`)
  }
  const from = options.from === "all" ? firstFile : options.from
  const rule = from === undefined ? undefined : problemOfFrom(from, newest)
  if (rule !== undefined) {
    return yield* Effect.fail(invalidOptions(new InvalidQuery({ problems: [{ field: "from", rule }] })))
  }
  const to = dayOf(newest)
  const { known, remembered } = yield* store.read((db) =>
    Effect.all({ known: stateOf(db, "sync origin"), remembered: stateOf(db, "sync from") })
  )
  if (sources.service !== undefined && known !== "" && known !== origin) {
    return yield* mirrorError("Unusable", store.name, `it was synced with ${known}. Name another file for ${origin}`)
  }
  // A clock that was ahead may have remembered a day that is still to come.
  const isKnown = remembered !== "" && remembered <= newest
  const first = dateOf(to + 1 - (sources.http === undefined ? firstDays.service : firstDays.files))
  return { from: dayOf(from ?? (isKnown ? remembered : first)), to }
})

/** Counts the tasks of the service, without the days that daily files will have. */
const planEvent = (tasks: ReadonlyArray<Task>, { from, to }: Interval, siteRun: SiteRun | undefined): SyncPlan => {
  const inFiles = new Set((siteRun?.plan.days ?? []).flatMap(daysBetween))
  const left = tasks.filter((task) => task.list === "notices" || !inFiles.has(dayOf(task.list)))
  const count = (kind: Task["kind"]): number => left.filter((task) => task.kind === kind).length
  return {
    _tag: "Plan",
    dailyFiles: siteRun?.plan ?? null,
    from: dateOf(from),
    to: dateOf(to),
    days: { new: count("new"), again: count("again"), missing: count("missing") },
    notices: siteRun?.notices === true || count("notices") > 0,
    requests: left.reduce((sum, { requests }) => sum + requests, 0)
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

const isWished = (replace: SyncOptions["replace"], day: number): boolean =>
  Array.isArray(replace) ? replace.includes(dateOf(day)) : replace === true

/** Reads what is planned. The service is read after the daily files, and not if the site cannot be read. */
const readSources = Effect.fnUntraced(function* (
  { emit, origin, range, store }: { emit: Emit; origin: string; range: Interval; store: Store },
  { service }: SyncSources,
  siteRun: SiteRun | undefined,
  tasksOf: (db: Database) => Effect.Effect<ReadonlyArray<Task>, MirrorError>,
  options: SyncOptions
) {
  const counts = emptyReport()
  const read = siteRun === undefined ? undefined : yield* readSite(siteRun, counts, emit)
  let end: End = { left: leftOf([]) }
  if (service !== undefined && read?.failure === undefined) {
    const tasks = yield* store.read(tasksOf)
    const bind = (db: Database) =>
      Effect.andThen(remember(db, "sync origin", origin), remember(db, "sync from", dateOf(range.from)))
    const context = { store, source: service, origin, bind, emit, read: { pages: 0 } }
    const { repair = false, replace = false } = options
    const wishFor = (day: number) => ({ repair, replace: isWished(replace, day) })
    end = yield* readService(context, tasks, wishFor, counts)
    if (!repair && !store.isNew) yield* forgetOthers(store, tasks, range)
  }
  emit({
    _tag: "Report",
    dailyFiles: read?.report ?? null,
    requests: service?.requests() ?? 0,
    ...counts,
    left: end.left
  })
  return { error: read?.failure ?? end.error, why: read?.failure?.message ?? end.failure?.reason.message }
})

const run = Effect.fnUntraced(function* (store: Store, sources: SyncSources, options: SyncOptions, emit: Emit) {
  const { approve, dryRun = false, repair = false, replace } = options
  const origin = withoutSlash(options.origin ?? defaultBaseUrl)
  if (!dryRun) yield* holdLock(store.path)
  const range = yield* prepare(store, sources, options, origin)
  const now = yield* DateTime.now
  const verifying = (share: number) => emit({ _tag: "Verifying", share })
  const damaged = repair ? yield* store.read(damagedTasks, verifying) : undefined
  if (repair) verifying(1)
  const tasksOf = (db: Database) =>
    damaged === undefined ? planTasks(db, range, now, (day) => isWished(replace, day)) : Effect.succeed(damaged)
  const site =
    sources.http === undefined ? undefined : yield* Effect.mapError(openSite(sources.http, options), invalidOptions)
  const wishes = {
    notices: sources.service === undefined,
    replace,
    damaged: damaged?.flatMap((task) => (task.list === "notices" ? [] : [task.list]))
  }
  const traced = <A, E extends MirrorError | SiteError | PublicRecordsError>(work: Effect.Effect<A, E>) =>
    Effect.tapError(work, (failed) =>
      // Without a clock, the time would be wrong.
      dryRun || (failed._tag === "MirrorError" && failed.problem === "Clock")
        ? Effect.void
        : Effect.ignore(leaveTrace(store, range, failed.message))
    )
  const siteRun = site === undefined ? undefined : yield* traced(openSiteRun(store, site, range, wishes))
  const tasks = sources.service === undefined ? [] : yield* store.read(tasksOf)
  const plan = planEvent(tasks, range, siteRun)
  emit(plan)
  if (dryRun || (approve !== undefined && !(yield* Effect.promise(() => approve(plan))))) {
    return emit({ _tag: "Report", dailyFiles: null, requests: 0, ...emptyReport(), left: leftOf(tasks) })
  }
  if (siteRun !== undefined && siteRun.plan.files > 0) {
    yield* store.write((db) => remember(db, "sync from", dateOf(range.from)))
  }
  const { error, why } = yield* traced(readSources({ emit, origin, range, store }, sources, siteRun, tasksOf, options))
  yield* leaveTrace(store, range, why)
  if (error !== undefined) return yield* Effect.fail(error)
}, Effect.scoped)

/**
 * Reads the daily files that the mirror lacks, and then from the service what they lack. **Fails with** the reason of the last list of the
 * service, if that could not be read, and with that of the site.
 */
export const sync = (
  store: Store,
  sources: SyncSources,
  options: SyncOptions
): Stream.Stream<SyncEvent, MirrorError | SiteError | PublicRecordsError> =>
  eventsOf((emit) => run(store, sources, options, emit))
