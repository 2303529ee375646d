import { type SyncedNotices, type SyncPlan, type SyncReport } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { reasonsText } from "./mirrorText.ts"

/** Formats the plan of a sync, and its price in requests and hours of the budget. */
export const planText = ({ days, from, notices, requests, to }: SyncPlan, requestsPerHour: number): string => {
  const range = `from ${from} to ${to}`
  const lists = [
    ...(days.new === 0 ? [] : [counted(days.new, "new day", "new days")]),
    ...(days.again === 0 ? [] : [`${counted(days.again, "day", "days")} to read again`]),
    ...(days.missing === 0 ? [] : [`${counted(days.missing, "day", "days")} not read yet`]),
    ...(notices ? ["notices"] : [])
  ]
  if (lists.length === 0) return `Plan: nothing to read ${range}.`
  const hours = Math.ceil(requests / requestsPerHour)
  const time = hours <= 1 ? "within an hour" : `about ${grouped(hours)} hours`
  const price = `about ${counted(requests, "request", "requests")}, ${time} at ${grouped(requestsPerHour)} an hour`
  return `Plan: ${lists.join(", ")}, ${range}: ${price}.`
}

export const noticesText = ({ changed, gone, readToTheEnd }: SyncedNotices): string => {
  const parts = [`${grouped(changed)} new or changed`, ...(gone === 0 ? [] : [`${grouped(gone)} gone`])]
  return `notices     ${readToTheEnd ? "all read" : "changes read"}  ${parts.join(", ")}\n`
}

/** Formats what a sync did not get to, or "". */
export const leftText = ({ left: { days, nextTryAt, requests } }: SyncReport): string => {
  if (requests === 0) return ""
  const next = nextTryAt === null ? "" : ` The next request is possible at ${nextTryAt.toISOString()}.`
  return `Left: ${counted(days, "day", "days")}, about ${counted(requests, "request", "requests")}.${next}`
}

export const syncReportText = (report: SyncReport): string => {
  const { days, notices, records, requests, setAside } = report
  const outcomes = Object.entries(days).filter(([, count]) => count > 0)
  const parts = [
    `${counted(requests, "request", "requests")}: ${counted(records, "complaint", "complaints")}`,
    `${counted(notices, "notice", "notices")} new or changed`,
    ...(setAside === 0 ? [] : [`${grouped(setAside)} set aside`])
  ]
  const listed =
    outcomes.length === 0 ? "none" : outcomes.map(([name, count]) => `${grouped(count)} ${name}`).join(", ")
  return `${parts.join(", ")}. Days: ${listed}. ${leftText(report)}`.trimEnd() + `\n${reasonsText(report.reasons)}`
}
