import { grouped } from "@public-records/text/counts"

interface PrintedRecords {
  /** Number of printed records. */
  readonly count: number
  readonly limit: number
  readonly offset: number
  /** Number of records that the service sent, with the invalid ones. */
  readonly received: number
  readonly total: number | null
}

/**
 * Returns a message about the records that a list omits. Returns `undefined` if it printed the last one. Treats a total that is smaller
 * than the number of received records as unknown.
 */
export const omittedText = ({ count, limit, offset, received, total }: PrintedRecords): string | undefined => {
  const end = offset + received
  const skipped = offset === 0 ? "" : ` (${grouped(offset)} skipped)`
  if (total !== null && total > end) {
    return `${grouped(count)} of ${grouped(total)} shown${skipped}; --all prints the rest.`
  }
  if (total === end || received < limit) return undefined
  const reason =
    total === null
      ? "the service does not report a total"
      : `the service reports only ${grouped(total)}, so more may match`
  return `${grouped(count)} shown${skipped}; ${reason}. --all prints the rest, if there is more.`
}
