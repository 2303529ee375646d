import { maxRecordsPerPage, type Page } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"
import { Option } from "effect"

/** The requests that print `rest` more records. Each of their pages starts with a record that was printed before. */
const moreRequests = (rest: number, received: number, limit: number): string => {
  const isCut = received > 0 && received < limit
  const newPerPage = isCut ? Math.max(1, received - 1) : Math.min(limit, maxRecordsPerPage - 1)
  return counted(Math.floor(rest / newPerPage) + 1, "more request", "more requests")
}

/**
 * Says which records of a list a single page leaves out, and which flag prints them. Returns `undefined` for the last page. A
 * total that is smaller than the number of received records counts as unknown.
 */
export const leftOutText = (
  { offset, received, records, total }: Omit<Page<unknown>, "rejected" | "ids">,
  { limit, max }: { readonly limit: number; readonly max: number }
): string | undefined => {
  const shown = Math.min(records.length, max)
  const end = offset + received
  const skipped = offset === 0 ? "" : ` (${grouped(offset)} skipped)`
  const all = Number.isFinite(max) ? "--all without --max" : "--all"
  if (Option.isSome(total) && total.value > end) {
    const requests = moreRequests(total.value - end, received, limit)
    return `${shown} of ${grouped(total.value)} shown${skipped}; ${all} prints the rest (${requests}).`
  }
  const isTotal = Option.contains(total, end)
  if (!isTotal && received >= limit) {
    const why = Option.match(total, {
      onNone: () => "the service does not say how many match",
      onSome: (claimed) => `the service counts only ${grouped(claimed)}, so more may match`
    })
    const rest = shown < records.length ? "the rest" : "the rest, if there is more"
    return `${shown} shown${skipped}; ${why}. ${all} prints ${rest}.`
  }
  if (shown === records.length) return undefined
  return `${shown}${isTotal ? ` of ${grouped(end)}` : ""} shown${skipped}; without --max, the rest is printed too.`
}
