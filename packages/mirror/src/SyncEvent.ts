import { CivilDate } from "@public-records/core"
import { Predicate, Schema } from "effect"
import { filledText, Flag } from "./argumentProblems.ts"
import type { ImportedDay } from "./ImportEvent.ts"
import type { DayRange, NothingNew, SetAsideReason } from "./MirrorStatus.ts"

const Day = CivilDate.annotate({ expected: "a date such as 2021-07-07" })

export const SyncOptions = Schema.Struct({
  /** Only reads from this source. @default the daily files, then from the service what they lack */
  source: Schema.optional(Schema.Literals(["files", "service"])),
  /**
   * The oldest day to read, remembered for later runs. `all` is the day of the first daily file. @default that of the last run, at first
   * 30 days up to the newest day, or a week if only the service is read
   */
  from: Schema.optional(
    Schema.Union([Schema.Literal("all"), Day]).annotate({ expected: 'a date such as 2021-07-07, or "all"' })
  ),
  /** Only reads the days again that are damaged. @default false */
  repair: Schema.optional(Flag),
  /** Stores what a source has, also if a day loses records: that of some days, or of any. Days that were held back are read at once. @default false */
  replace: Schema.optional(
    Schema.Union([Flag, Schema.Array(Day)]).annotate({ expected: "true, false or a list of dates" })
  ),
  /** Ends after the plan, and sends no request but for the index of the daily files. @default false */
  dryRun: Schema.optional(Flag),
  /** The URL of the site with the daily files. @default "https://www.ftc.gov" */
  site: Schema.optional(filledText("a URL")),
  /** Reads a site without TLS. @default false */
  allowHttp: Schema.optional(Flag),
  /** The seconds between two requests to the site, at least 5 for a host of the FTC. @default 5 */
  pauseSeconds: Schema.optional(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ expected: "a number of seconds" })
  ),
  /** The program's name that is sent to the site. @default "public-records/VERSION" */
  userAgent: Schema.optional(filledText("the name of a program")),
  /** Asked after the plan, before anything else is read. Without a yes, the sync ends. @default every plan is approved */
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

/** The daily files that a sync asks for, with estimates of their size and of the time. `days` are those that the mirror lacks. */
export interface FilesPlan {
  readonly files: number
  readonly megabytes: number
  readonly minutes: number
  readonly days: ReadonlyArray<DayRange>
}

/**
 * The plan of a sync. `dailyFiles` is `null` if only the service is read. Of the service: days published since the last run, days to
 * read again, other days that the mirror lacks, and an estimate of the `requests`. `notices` is whether notices are read.
 */
export interface SyncPlan {
  readonly dailyFiles: FilesPlan | null
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

/** The end of a daily file: its days were stored, it is the one that the mirror has, an edition was held back, or the site does not have it. */
export interface SyncedFile {
  readonly _tag: "File"
  readonly file: string
  readonly outcome: "stored" | "unchanged" | "held" | "missing"
  /** Of the body. **Units** bytes. */
  readonly bytes: number
  /** The files of the plan that are left. */
  readonly left: number
}

/**
 * Numbers of the daily files of a sync. `bytes` are those of the bodies. `ended` says why the older ones were not asked for. `nothingNew` is `null` if
 * a file was stored.
 */
export interface FilesReport {
  readonly requests: number
  readonly bytes: number
  readonly files: { readonly [Outcome in SyncedFile["outcome"] | "refused"]: number }
  readonly ended: string | null
  readonly nothingNew: NothingNew | null
}

/**
 * Numbers of a sync. `dailyFiles` is `null` if only the service was read. `requests` were sent, those that failed and were repeated included. `left` is what it did not get to, and the time
 * of the next request if the budget is used up.
 */
export interface SyncReport {
  readonly _tag: "Report"
  readonly dailyFiles: FilesReport | null
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
  /** A daily file is being asked for. `left` counts the files of the plan from this one on. */
  | { readonly _tag: "Fetching"; readonly file: string; readonly left: number }
  | SyncedFile
  /** Nothing of a daily file, or of the site's notices, was stored. `message` names it and the reason. */
  | { readonly _tag: "Refused"; readonly file: string; readonly message: string }
  /** A list could not be read. The next run continues with the pages that were. */
  | { readonly _tag: "Failed"; readonly list: SyncedList; readonly message: string }
  | ImportedDay
  | SyncedNotices
  | SyncReport
