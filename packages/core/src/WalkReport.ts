import { type Option } from "effect"

/** What came of one of the windows into which a walk was split. */
export interface WindowReport {
  /** The window's first day, or its first moment where the range begins within a day. */
  readonly from: string
  readonly to: string
  readonly records: number
  readonly claimedTotal: Option.Option<number>
  readonly agrees: Option.Option<boolean>
}

/**
 * What a walk did.
 *
 * **Units** `records`, `duplicates` and `rejected` count records, `requests` pages. `duplicates` are those that came again
 * unasked; what a walk reads again of its own accord is not counted. `claimedTotal` is the service's last claim; `agrees`
 * says whether the walk found just as many, `None` where the service claimed nothing or the walk was left before its end.
 * `forgotten` counts the records that were no longer remembered at the end, and might have come
 * twice: 0 for all but the longest walks. `windows` has the windows that were begun, in the query's order; none where the
 * walk was not split.
 *
 * **Source** decisions, "The rules of a walk", 5 and 6.
 */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly claimedTotal: Option.Option<number>
  readonly agrees: Option.Option<boolean>
  readonly forgotten: number
  readonly windows: ReadonlyArray<WindowReport>
}

/** What one walk did that was not split. */
export type PlainReport = Omit<WalkReport, "windows">
