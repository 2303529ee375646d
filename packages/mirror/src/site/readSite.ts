import type { CivilDate } from "@public-records/core"
import { DateTime, Effect, Result } from "effect"
import { addDay, type emptyCounts } from "../importing/dayCounts.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { SiteError } from "../SiteError.ts"
import type { FilesPlan, FilesReport, SyncEvent, SyncOptions } from "../SyncEvent.ts"
import { dayOf, easternToday, type Interval } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { doubtsOf, storedDays } from "../store/ledger.ts"
import type { Store } from "../store/Store.ts"
import { nothingNewIn } from "./nothingNew.ts"
import { type FilesRun, filesPlan, planFiles } from "./planFiles.ts"
import type { Site } from "./Site.ts"
import { readIndex } from "./siteIndex.ts"
import { syncFiles } from "./syncFiles.ts"
import { areSiteNoticesDue, syncNoticesFromSite } from "./syncNoticesFromSite.ts"

/** A sync that reads the site, after the index was read. */
export interface SiteRun {
  readonly store: Store
  readonly site: Site
  readonly files: FilesRun
  readonly plan: FilesPlan
  /** Whether notices are read. */
  readonly notices: boolean
}

/** The wishes of a sync. `damaged` are the days of a repair, `notices` is whether the site's are wanted. */
export interface SiteWishes {
  readonly notices: boolean
  readonly replace: SyncOptions["replace"]
  readonly damaged: ReadonlyArray<CivilDate> | undefined
}

/** Returns the days of daily files that are read again in any case. */
const forcedDays = Effect.fnUntraced(function* (db: Database, { damaged, replace }: SiteWishes) {
  const { held } = yield* doubtsOf(db)
  const all = yield* storedDays(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
  const wished = damaged ?? (Array.isArray(replace) ? replace : replace === true ? held.map(({ day }) => day) : [])
  const fromFiles = new Set<CivilDate>(all.filter(({ source }) => source === "file").map(({ day }) => day))
  return new Set(wished.filter((day) => Array.isArray(replace) || fromFiles.has(day)).map(dayOf))
})

/** Reads the index of the site, and plans what else to read. */
export const openSiteRun = Effect.fnUntraced(function* (
  store: Store,
  site: Site,
  range: Interval,
  wishes: SiteWishes
): Effect.fn.Return<SiteRun, MirrorError | SiteError> {
  const index = yield* readIndex(site)
  const forced = yield* store.read((db) => forcedDays(db, wishes))
  const isRepair = wishes.damaged !== undefined
  const files = {
    index,
    range,
    now: yield* DateTime.now,
    today: yield* easternToday,
    forced,
    accepts: (day: number) => wishes.replace === true || forced.has(day),
    isRepair
  }
  const planned = yield* store.read((db) => planFiles(db, files))
  const notices = wishes.notices && !isRepair && (yield* store.read((db) => areSiteNoticesDue(db, files.now)))
  return { store, site, files, plan: filesPlan(planned, site.pauseSeconds), notices }
})

/** The result of reading the site, with the error that ended it. */
export interface SiteResult {
  readonly report: FilesReport
  readonly failure: SiteError | undefined
}

/** Reads the daily files and the newest notices. Notices that cannot be read do not end a run well in which no file could be. */
export const readSite = Effect.fnUntraced(function* (
  { files, notices, site, store }: SiteRun,
  counts: ReturnType<typeof emptyCounts>,
  emit: (event: SyncEvent) => void
): Effect.fn.Return<SiteResult, MirrorError> {
  const { failure, report } = yield* syncFiles({ store, site, run: files, emit, onDay: (day) => addDay(counts, day) })
  const nothingNew = report.files.stored > 0 ? null : yield* store.read((db) => nothingNewIn(db, files.today))
  const result = { report: { ...report, nothingNew }, failure }
  if (!notices || failure !== undefined) return result
  const synced = yield* Effect.result(syncNoticesFromSite(store, site))
  if (Result.isSuccess(synced)) {
    counts.notices += synced.success.changed
    emit(synced.success)
    return result
  }
  if (synced.failure._tag === "MirrorError") return yield* synced.failure
  emit({ _tag: "Refused", file: "notices", message: synced.failure.message })
  const { held, stored, unchanged } = report.files
  return stored + unchanged + held > 0 ? result : { ...result, failure: synced.failure }
})
