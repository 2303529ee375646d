import { rangeText } from "@public-records/answers/days"
import { newestFileTexts, sizeText } from "@public-records/answers/statusAnswer"
import { named } from "@public-records/answers/words"
import {
  type FilesPlan,
  type FilesReport,
  type SyncedFile,
  type SyncedNotices,
  type SyncPlan,
  type SyncReport
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Duration } from "effect"
import { durationText } from "../export/text.ts"
import { reasonsText } from "./mirrorText.ts"

const filesText = ({ days, files, megabytes, minutes }: FilesPlan): string => {
  if (files === 0) return "no new daily file"
  const time = durationText(Duration.minutes(minutes))
  const of = days.length === 0 ? "" : ` for ${named(days.map(rangeText))}`
  return `${counted(files, "daily file", "daily files")}${of}: about ${grouped(megabytes)} MB, ${time}`
}

const noticesOfSite = "the newest notices; an API key brings the older ones"

/** Formats the lists to read from the service, and their price in requests and hours of the budget. Without requests, the notices are those of the site. */
const serviceTexts = ({ days, from, notices, requests, to }: SyncPlan, requestsPerHour: number) => {
  const lists = [
    ...(days.new === 0 ? [] : [counted(days.new, "new day", "new days")]),
    ...(days.again === 0 ? [] : [`${counted(days.again, "day", "days")} to read again`]),
    ...(days.missing === 0 ? [] : [`${counted(days.missing, "day", "days")} not read yet`]),
    ...(notices ? ["notices"] : [])
  ]
  if (lists.length === 0) return []
  if (requests === 0) return [noticesOfSite]
  const hours = Math.ceil(requests / requestsPerHour)
  const time = hours <= 1 ? "within an hour" : `about ${grouped(hours)} hours`
  const price = `about ${counted(requests, "request", "requests")}, ${time} at ${grouped(requestsPerHour)} an hour`
  return [`${lists.join(", ")}, from ${from} to ${to}: ${price}`]
}

/** Formats the plan of a sync, one source a line. */
export const planTexts = (plan: SyncPlan, requestsPerHour: number): ReadonlyArray<string> => {
  const { dailyFiles, from, to } = plan
  const files = dailyFiles === null ? [] : [filesText(dailyFiles)]
  const texts = [...files, ...serviceTexts(plan, requestsPerHour)]
  return (texts.length === 0 ? [`nothing to read from ${from} to ${to}`] : texts).map((text) => `Plan: ${text}.`)
}

const outcomeWords: Readonly<Record<SyncedFile["outcome"], string>> = {
  stored: "stored",
  unchanged: "unchanged",
  held: "held back",
  missing: "not on the site"
}

/** Formats the end of a daily file. */
export const fileText = ({ bytes, file, left, outcome }: SyncedFile): string =>
  `${file}: ${outcomeWords[outcome]}${bytes === 0 ? "" : `, ${sizeText(bytes)}`}, ${grouped(left)} left`

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

const countsText = (counts: Readonly<Record<string, number>>): string => {
  const listed = Object.entries(counts).filter(([, count]) => count > 0)
  return listed.length === 0 ? "none" : listed.map(([name, count]) => `${grouped(count)} ${name}`).join(", ")
}

const filesReportTexts = ({ bytes, files, nothingNew, requests }: FilesReport): ReadonlyArray<string> => [
  `Daily files: ${countsText(files)}. ${sizeText(bytes)} in ${counted(requests, "request", "requests")}.`,
  ...newestFileTexts("Nothing new", nothingNew)
]

export const syncReportText = (report: SyncReport): string => {
  const { dailyFiles, days, notices, records, requests, setAside } = report
  const complaints = counted(records, "complaint", "complaints")
  const parts = [
    dailyFiles !== null && requests === 0 ? complaints : `${counted(requests, "request", "requests")}: ${complaints}`,
    `${counted(notices, "notice", "notices")} new or changed`,
    ...(setAside === 0 ? [] : [`${grouped(setAside)} set aside`])
  ]
  const lines = [
    `${parts.join(", ")}. Days: ${countsText(days)}. ${leftText(report)}`.trimEnd(),
    ...(dailyFiles === null ? [] : filesReportTexts(dailyFiles))
  ]
  return lines.map((line) => `${safeText(line)}\n`).join("") + reasonsText(report.reasons)
}
