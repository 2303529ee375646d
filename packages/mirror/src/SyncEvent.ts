import { CivilDate } from "@public-records/core"
import { Predicate, Schema } from "effect"
import { filledText, Flag } from "./argumentProblems.ts"
import type { ImportedDay } from "./ImportEvent.ts"
import type { SetAsideReason } from "./MirrorStatus.ts"

export const SyncOptions = Schema.Struct({
  /** The oldest day to read, remembered for later runs. @default that of the last run, at first a week up to the newest day */
  from: Schema.optional(CivilDate.annotate({ expected: "a date such as 2021-07-07" })),
  /** Only reads the days again that are damaged. @default false */
  repair: Schema.optional(Flag),
  /** Stores what the service has, also if a day loses records. Days of which a read was held back are read at once. @default false */
  replace: Schema.optional(Flag),
  /** Ends after the plan. Sends no request. @default false */
  dryRun: Schema.optional(Flag),
  /** Asked before the first request, with the plan. Without a yes, the sync ends. @default every plan is approved */
  approve: Schema.optional(
    Schema.declare((value): value is (plan: SyncPlan) => Promise<boolean> => Predicate.isFunction(value), {
      expected: "a function"
    })
  ),
  /** The URL of the service. A mirror is synced with one service only, the first that sent it records. @default "https://api.ftc.gov" */
  origin: Schema.optional(filledText("a URL"))
})
export interface SyncOptions extends Schema.Schema.Type<typeof SyncOptions> {}

/** The list that is read: a day of complaints, or the notices. */
export type SyncedList = CivilDate | "notices"

/**
 * The plan of a sync: days published since the last run, days to read again, other days that the mirror lacks, and whether
 * notices are read. `requests` is an estimate from the days that the mirror has.
 */
export interface SyncPlan {
  readonly _tag: "Plan"
  readonly from: CivilDate
  readonly to: CivilDate
  readonly days: { readonly new: number; readonly again: number; readonly missing: number }
  readonly notices: boolean
  readonly requests: number
}

/** Notices that are new or were changed, and those that the service no longer has. `readToTheEnd`: all were read. */
export interface SyncedNotices {
  readonly _tag: "Notices"
  readonly changed: number
  readonly gone: number
  readonly readToTheEnd: boolean
}

/**
 * Numbers of a sync. `requests` were sent, those that failed and were repeated included. `left` is what it did not get to, and the time
 * of the next request if the budget is used up.
 */
export interface SyncReport {
  readonly _tag: "Report"
  readonly requests: number
  readonly records: number
  readonly duplicates: number
  readonly setAside: number
  /** Why records were set aside, the most frequent reason first. */
  readonly reasons: ReadonlyArray<SetAsideReason>
  readonly notices: number
  readonly days: {
    readonly stored: number
    readonly replaced: number
    readonly unchanged: number
    readonly held: number
    readonly partial: number
    readonly failed: number
  }
  readonly left: { readonly days: number; readonly requests: number; readonly nextTryAt: Date | null }
}

/** An event of a sync. The plan comes first, the report last. */
export type SyncEvent =
  /** The mirror is being searched for damage. `share` is the finished part, from 0 to 1. */
  | { readonly _tag: "Verifying"; readonly share: number }
  | SyncPlan
  /** A page was read. `total` is the number of records that the service reported for the list, `requests` those of the run so far. */
  | {
      readonly _tag: "Page"
      readonly list: SyncedList
      readonly records: number
      readonly total: number | null
      readonly requests: number
    }
  /** A list could not be read. The next run continues with the pages that were. */
  | { readonly _tag: "Failed"; readonly list: SyncedList; readonly message: string }
  | ImportedDay
  | SyncedNotices
  | SyncReport
