import { counted, grouped } from "@public-records/text/counts"
import { type QuotaState } from "@public-records/core"
import { type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { type ExportOutcome } from "@public-records/export/outcome"
import { type Plan } from "@public-records/export/plan"
import { Duration, Option } from "effect"
import { type Wording } from "../output/wording.ts"

type Names = Pick<RecordLayout<never, never>, "many" | "one">

/** Formats a duration in its two largest units. */
export const durationText = (duration: Duration.Duration): string => {
  const seconds = Math.ceil(Duration.toSeconds(duration))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

const aboutText = (time: Duration.Duration): string =>
  Duration.toSeconds(time) < 1 ? "less than 1 s" : `about ${durationText(time)}`

const megabyte = 1_000_000

const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${grouped(bytes)} bytes` : `${(bytes / megabyte).toFixed(1)} MB`

/** Formats a plan. `isComplete` is false for the rest of an interrupted export. */
export const planText = (
  plan: Option.Option<Plan>,
  { many, one }: Names,
  isComplete: boolean,
  wording: Wording
): string => {
  if (Option.isNone(plan)) {
    return `Plan: unknown, because the service does not report the number of ${many}.`
  }
  const { pages, records, requests, time } = plan.value
  const cost = [
    counted(pages, "page", "pages"),
    counted(requests, "request", "requests"),
    ...(requests === 0 ? [] : [Option.match(time, { onNone: () => "time unknown", onSome: aboutText })])
  ]
  const parts = [counted(records, one, many), ...wording.costs(cost)]
  return `Plan${isComplete ? "" : " for the rest"}: ${parts.join(", ")}.`
}

const quotaText = ({ limit, remaining }: QuotaState): ReadonlyArray<string> =>
  Option.isSome(limit) && Option.isSome(remaining)
    ? [`${grouped(remaining.value)} of ${grouped(limit.value)} requests left this hour`]
    : []

/** Formats the progress of an export. `total` is the number of records that the file will have. */
export const progressText = (
  { written, writtenNow }: ExportProgress,
  estimate: Names & {
    readonly seconds: number
    readonly total: Option.Option<number>
    readonly left: Option.Option<Duration.Duration>
    readonly quota: QuotaState
  }
): string => {
  const of = Option.match(estimate.total, {
    onNone: () => "",
    onSome: (total) =>
      total === 0 ? "" : ` of ${grouped(total)} (${Math.floor((100 * written) / Math.max(total, written))}%)`
  })
  const { many, one, seconds } = estimate
  const noun = Option.getOrElse(estimate.total, () => written) === 1 ? one : many
  const rate = seconds > 0 ? [`${grouped(Math.round(writtenNow / seconds))} per second`] : []
  const left = Option.match(estimate.left, { onNone: () => [], onSome: (time) => [`${durationText(time)} left`] })
  return [`${grouped(written)}${of} ${noun}`, ...rate, ...left, ...quotaText(estimate.quota)].join(", ")
}

const claimText = (claimed: number, { has }: Wording): string => `${has} ${grouped(claimed)}`

const totalsSummary = ({ reachedMax, report }: ExportReport, { many }: Names, wording: Wording): string => {
  if (reachedMax) return "Stopped at --limit."
  if (report.claimedTotal === null) return `The service does not report the number of ${many}.`
  const claimed = claimText(report.claimedTotal, wording)
  const count = report.records + report.rejected
  if (report.agrees !== true) return `${claimed}, but ${counted(count, "was", "were")} ${wording.read}.`
  const isAfterOffset = count < report.claimedTotal
  const all = isAfterOffset ? "all after the offset were" : report.claimedTotal === 1 ? "it was" : "all were"
  return `${claimed}, and ${all} ${wording.read}.`
}

export const reportText = (
  result: ExportReport,
  layout: RecordLayout<never, never>,
  wording: Wording
): ReadonlyArray<string> => {
  const { bytes, file, rejectedFile, report, requests, written, writtenNow } = result
  const now = writtenNow === written ? "" : `, ${grouped(writtenNow)} of them in this run`
  const lines = [
    `${counted(written, layout.one, layout.many)}${wording.inRequests(requests)}${now}: ${file}, ${sizeText(bytes)}.`,
    `${counted(report.duplicates, "duplicate", "duplicates")} dropped, ${grouped(report.rejected)} rejected. ` +
      totalsSummary(result, layout, wording)
  ]
  if (rejectedFile !== undefined) {
    lines.push(`Invalid records are in ${rejectedFile}.`)
  }
  return layout.note === undefined ? lines : [...lines, layout.note]
}

const daysText = ({ daysAdded, daysComplete, daysNotPublished }: ExportOutcome): string =>
  daysAdded === null || daysComplete === null || daysNotPublished === null
    ? ""
    : `${counted(daysAdded, "day", "days")} added, ${counted(daysComplete, "day", "days")} already complete, ` +
      `${counted(daysNotPublished, "day", "days")} not yet published, `

export const outcomeText = (outcome: ExportOutcome, { many, one }: Names): string =>
  `Done: ${daysText(outcome)}${counted(outcome.records, one, many)} written to ${outcome.path}.`

export const allRejectedText = (rejected: number, { many, one }: Names): string =>
  `No ${one} was written: ${counted(rejected, `${one} was`, `${many} were`)} rejected.`

/** Returns an error message if a strict export does not allow the report, otherwise `undefined`. */
export const strictProblem = (
  { file, reachedMax, report }: ExportReport,
  layout: Names,
  wording: Wording
): string | undefined => {
  if (report.rejected > 0) {
    return `${counted(report.rejected, `${layout.one} was`, `${layout.many} were`)} rejected, which --strict does not allow. ${file} contains the others.`
  }
  if (reachedMax || report.claimedTotal === null || report.agrees !== false) return undefined
  const noun = report.claimedTotal === 1 ? layout.one : layout.many
  return (
    `${claimText(report.claimedTotal, wording)} ${noun}, but ${counted(report.records, "was", "were")} ` +
    `${wording.read}, which --strict does not allow. ${file} contains the ${wording.read} ones.`
  )
}
