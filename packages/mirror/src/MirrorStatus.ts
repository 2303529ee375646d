import type { CivilDate } from "@public-records/core"

/** Whether all records of a day are in the mirror. */
export type DayState = "complete" | "partial"

/** Where the records of a day come from. The sources of a day are never mixed. */
export type DaySource = "service" | "file" | "export"

/** Days without a gap, both ends included. */
export interface DayRange {
  readonly from: CivilDate
  readonly to: CivilDate
}

/**
 * The days that an answer is based on. `complete` is a number of days; `missing` has every calendar day of the range that the mirror
 * does not have, weekends included, but not those of known gaps in publication, which are `unpublished`. `readOnce` counts the complete days that were not read again a week after their publication.
 * `setAside` counts the records of these days that could not be stored, and `duplicates` those that are equal to another one of their day.
 * All are empty, and the ends `null`, if the mirror has no day.
 */
export interface MirrorCoverage {
  readonly from: CivilDate | null
  readonly to: CivilDate | null
  readonly complete: number
  readonly partial: ReadonlyArray<CivilDate>
  readonly missing: ReadonlyArray<DayRange>
  readonly unpublished: ReadonlyArray<DayRange>
  /** The newest day of the mirror. */
  readonly newest: CivilDate | null
  readonly readOnce: number
  readonly setAside: number
  readonly duplicates: number
  /** When a sync last succeeded, if ever. */
  readonly lastSync: Date | null
}

/** The first and the last date of some records, as `YYYY-MM-DD`. */
export interface Dates {
  readonly first: string
  readonly last: string
}

/** A day of the mirror. `version` is a text that differs if the day has other records. */
export interface MirrorDay {
  readonly day: CivilDate
  readonly source: DaySource
  readonly state: DayState
  readonly version: string
}

export const notVerified = "reported by consumers, not verified"

/** An answer, and the days that it is based on. */
export interface Covered<A> {
  readonly value: A
  readonly coverage: MirrorCoverage
  readonly note: typeof notVerified
}

/** A day, and why it may lack records or is damaged. */
export interface DayProblem {
  readonly day: CivilDate
  readonly why: string
}

/** Why records are set aside, and how many. */
export interface SetAsideReason {
  readonly reason: string
  readonly records: number
}

/** A day that looks incomplete. `confirmed`: two reads of the service agree, so that the service itself has no more. */
export interface SuspiciousDay extends DayProblem {
  readonly confirmed: boolean
}

/**
 * The oldest day that `sync` reads, how many days from then to the newest day of the mirror it has not read yet, when it last succeeded,
 * and when and why it last failed. `from` is `null` until the service sent records.
 */
export interface SyncStatus {
  readonly from: CivilDate | null
  readonly unread: number
  readonly lastSuccess: Date | null
  readonly lastFailure: { readonly at: Date; readonly why: string } | null
}

/** The contents of a mirror. `bytes` includes the log beside the file. `setAside` also counts records without a day. */
export interface MirrorStatus extends MirrorCoverage {
  readonly path: string
  readonly bytes: number
  readonly days: number
  readonly records: number
  readonly suspicious: ReadonlyArray<SuspiciousDay>
  /** The partial days, and why they are partial. */
  readonly incomplete: ReadonlyArray<DayProblem>
  /** The days of which a read or an edition was held back, because the day would lose records. */
  readonly held: ReadonlyArray<DayProblem>
  /** The days of each source. */
  readonly sources: ReadonlyArray<DayRange & { readonly source: DaySource; readonly days: number }>
  /** `null` if the mirror has no daily file from the site. */
  readonly nothingNew: NothingNew | null
  /** The most frequent reasons why records are set aside. */
  readonly reasons: ReadonlyArray<SetAsideReason>
  readonly notices: number
  /** The newest day that is complete. */
  readonly newestComplete: CivilDate | null
  /** The days that were published after it. `null` before the first sync, and if no day was. */
  readonly due: DayRange | null
  /** `null` before the first sync. */
  readonly sync: SyncStatus | null
  /**
   * Days and notices that a sync read while the clock of the machine was ahead: days that are not published yet, and days and notices whose time of reading
   * is still to come. They count as not read.
   */
  readonly ahead: { readonly days: ReadonlyArray<CivilDate>; readonly notices: boolean }
}

/** The date of the newest daily file that the site had, and why there is no newer one. */
export interface NothingNew {
  readonly newest: CivilDate
  readonly why: string
}

/** The result of a verification. `damaged` is empty if the mirror is sound. `problems` are about the other tables. */
export interface Verification {
  readonly days: number
  readonly damaged: ReadonlyArray<DayProblem>
  readonly problems: ReadonlyArray<string>
}
