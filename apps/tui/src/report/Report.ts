import type {
  MirrorCoverage,
  NumberReport,
  PartyHistory,
  PrefixReport,
  SuffixReport,
  TrendRow
} from "@public-records/mirror"

/** A question that a report answers: a number, or a party. The text is as the user typed it, or as it is in a record. */
export interface ReportQuestion {
  readonly _tag: "Number" | "Party"
  readonly text: string
}

/** The answer. The hours are those of the calls. */
export type ReportAnswer =
  | {
      readonly _tag: "Number"
      readonly report: NumberReport
      readonly hours: ReadonlyArray<TrendRow>
      readonly coverage: MirrorCoverage
    }
  | { readonly _tag: "Numbers"; readonly report: PrefixReport | SuffixReport; readonly coverage: MirrorCoverage }
  | { readonly _tag: "Party"; readonly name: string; readonly history: PartyHistory }

/** The effect of Enter on a row of a report. */
export type RowTarget =
  | { readonly _tag: "Report"; readonly question: ReportQuestion }
  | { readonly _tag: "Complaints"; readonly number: string }
  | { readonly _tag: "Notice"; readonly transactionNumber: string }
  | { readonly _tag: "Expand"; readonly section: string }

/** A row of a report. Its text may contain control characters. */
export interface ReportRow {
  readonly text: string
  /** The length of its bar. */
  readonly count?: number
  readonly target?: RowTarget
}

/** A part of a report. Its title is empty for the summary at the top. */
export interface Section {
  readonly title: string
  readonly rows: ReadonlyArray<ReportRow>
}
