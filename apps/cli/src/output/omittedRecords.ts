import { maxRecordsPerPage, type Page } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"

/** Formats the number of requests for `rest` more records. Each of their pages starts with a record that was already printed. */
const moreRequests = (rest: number, received: number, limit: number): string => {
  const isShorter = received > 0 && received < limit
  const newPerPage = isShorter ? Math.max(1, received - 1) : Math.min(limit, maxRecordsPerPage - 1)
  // With the seen record, the second page is as long as the first one, so a walk does not recognize it as the last one.
  const isLikeTheFirst = !isShorter && limit < maxRecordsPerPage && rest === limit - 1
  return counted(Math.floor(rest / newPerPage) + (isLikeTheFirst ? 2 : 1), "more request", "more requests")
}

/**
 * Returns a message about the records that a single page omits, and the flag that prints them. Returns `undefined` for the last
 * page. Treats a total that is smaller than the number of received records as unknown.
 */
export const omittedText = (
  { offset, received, records, total }: Pick<Page<unknown>, "offset" | "received" | "records" | "total">,
  { isMirror = false, limit, max }: { readonly isMirror?: boolean; readonly limit: number; readonly max: number }
): string | undefined => {
  const shown = Math.min(records.length, max)
  const end = offset + received
  const skipped = offset === 0 ? "" : ` (${grouped(offset)} skipped)`
  const all = Number.isFinite(max) ? "--all without --max" : "--all"
  if (total !== null && total > end) {
    const requests = isMirror ? "" : ` (${moreRequests(total - end, received, limit)})`
    return `${shown} of ${grouped(total)} shown${skipped}; ${all} prints the rest${requests}.`
  }
  const isTotal = total === end
  if (!isTotal && received >= limit) {
    const reason =
      total === null
        ? "the service does not report a total"
        : `the service reports only ${grouped(total)}, so more may match`
    const rest = shown < records.length ? "the rest" : "the rest, if there is more"
    return `${shown} shown${skipped}; ${reason}. ${all} prints ${rest}.`
  }
  if (shown === records.length) return undefined
  return `${shown}${isTotal ? ` of ${grouped(end)}` : ""} shown${skipped}; remove --max to print the rest.`
}
