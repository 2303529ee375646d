import { CivilDate } from "@public-records/core"
import type { SkippedLine } from "@public-records/files/RecordSink"
import { Schema } from "effect"
import { Flag } from "./argumentProblems.ts"
import type { SetAsideReason, DaySource, DayState } from "./MirrorStatus.ts"

/**
 * Result of an import for a day. `stored`: they are new. `replaced`: they took the place of others. `unchanged`: the
 * mirror had them. `setAside`: some do not fit to the records of the day and were set aside. `held`: the day would lose more than
 * 1 % of its records, so it stays as it is, and what differs is set aside. A file replaces it only with `replace`.
 */
export type Outcome = "stored" | "replaced" | "unchanged" | "setAside" | "held"

/** One day of a file. `records` are those of the file that the day has now; `setAside` are the others. */
export interface ImportedDay {
  readonly _tag: "Day"
  readonly day: CivilDate
  readonly state: DayState
  /** Why the day is partial or held, or why records were set aside. */
  readonly why: string | null
  readonly records: number
  /** The records of the day that are equal to an earlier one. */
  readonly duplicates: number
  readonly setAside: number
  /** Why records of this day are set aside, the most frequent reason first. */
  readonly reasons: ReadonlyArray<SetAsideReason>
  readonly source: DaySource
  readonly origin: string
  readonly outcome: Outcome
}

/**
 * Numbers of an import. `records` + `setAside` + `notices` + all `skipped` are the `lines` of its files, headers apart. The mirror has
 * `added` complaints more than before, fewer if it is negative, and `total` now. A complaint that it had, or that is in several of the
 * files, is in `records` each time that it was read. `total` is 0 if every file was refused.
 */
export interface ImportReport {
  readonly _tag: "Report"
  readonly files: number
  readonly refused: number
  readonly lines: number
  readonly records: number
  readonly duplicates: number
  readonly setAside: number
  /** Why records were set aside, the most frequent reason first. */
  readonly reasons: ReadonlyArray<SetAsideReason>
  readonly notices: number
  readonly added: number
  readonly total: number
  /** The numbers of lines that are no records, by the reason. */
  readonly skipped: Readonly<Partial<Record<SkippedLine, number>>>
  /** The complaints whose robocall is neither yes nor no. It counts as unknown. */
  readonly unknownRobocalls: number
  readonly days: {
    readonly stored: number
    readonly replaced: number
    readonly unchanged: number
    readonly held: number
    readonly partial: number
  }
}

/** An event of an import. The report comes last. */
export type ImportEvent =
  /** A file is being read. `share` is the finished part of all bytes, from 0 to 1. */
  | { readonly _tag: "Reading"; readonly file: string; readonly share: number }
  /** Nothing of a file was imported. `message` names the file and the reason. `isIoFailure` is whether the machine failed to read it. */
  | { readonly _tag: "Refused"; readonly file: string; readonly message: string; readonly isIoFailure: boolean }
  /** A file ends within a line, so that its days are partial. */
  | { readonly _tag: "CutOff"; readonly file: string; readonly message: string }
  | ImportedDay
  | ImportReport

export const ImportOptions = Schema.Struct({
  /** The days that the files cover completely, if their names do not say so. */
  covers: Schema.optional(
    Schema.Struct({ from: CivilDate, to: CivilDate })
      .check(Schema.makeFilter(({ from, to }) => from <= to))
      .annotate({ expected: "an object with the dates from and to" })
  ),
  /** Replaces complete days of any source, also by fewer records. @default false */
  replace: Schema.optional(Flag)
})
export interface ImportOptions extends Schema.Schema.Type<typeof ImportOptions> {}
