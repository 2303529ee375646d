import { type Option } from "effect"

/**
 * What a walk did.
 *
 * **Units** `records`, `duplicates` and `rejected` count records, `requests` counts pages. `duplicates` are seen records that
 * the service sent again. Records that the walk requested again are not counted. `claimedTotal` is the last total that the
 * service reported. `agrees` says whether the walk found as many records, `None` if no total was reported or the walk did not
 * reach its end. `forgotten` counts the records that were no longer remembered at the end, so that they could have come twice.
 * It is 0 for all but the longest walks.
 *
 * **Source** docs/api.md, statements 44 and 45.
 */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly claimedTotal: Option.Option<number>
  readonly agrees: Option.Option<boolean>
  readonly forgotten: number
}
