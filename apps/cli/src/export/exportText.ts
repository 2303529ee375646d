import { type Estimate, type QuotaState } from "@public-records/core"
import { type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { type FileForm } from "@public-records/export/FileForm"
import { Duration, Option } from "effect"

/** What records are called. */
type Names = Pick<FileForm<never>, "many" | "one">

/** A number as people read it. */
export const grouped = (count: number): string => count.toLocaleString("en-US")

/** A number of things. */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

const minutesPerHour = 60
const hoursPerDay = 24

/** A time in its two largest units. */
const durationText = (duration: Duration.Duration): string => {
  const seconds = Math.ceil(Duration.toSeconds(duration))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < minutesPerHour) return `${minutes} min`
  const hours = Math.floor(minutes / minutesPerHour)
  if (hours < hoursPerDay) return `${hours} h ${minutes % minutesPerHour} min`
  return `${Math.floor(hours / hoursPerDay)} d ${hours % hoursPerDay} h`
}

const megabyte = 1_000_000

const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${grouped(bytes)} bytes` : `${(bytes / megabyte).toFixed(1)} MB`

/** What the first `max` records of what was estimated take. */
export const atMost = (estimate: Estimate, max: number, pageSize: number): Estimate => {
  const all = Option.getOrElse(estimate.records, () => 0)
  if (all <= max) return estimate
  const pages = Option.some(Math.ceil(max / pageSize))
  return {
    records: Option.some(max),
    pages,
    requests: pages,
    time: Option.map(estimate.time, Duration.times(max / all))
  }
}

/** What an export will take. */
export const planText = (
  { pages, records, requests, time }: Estimate,
  { many, one }: Names,
  isWhole: boolean
): string => {
  if (Option.isNone(records)) {
    return `Plan: the service does not tell how many ${many} match; pages, requests and time are unknown.`
  }
  const took = Option.match(time, { onNone: () => "time unknown", onSome: (left) => `about ${durationText(left)}` })
  const parts = [
    counted(records.value, one, many),
    counted(
      Option.getOrElse(pages, () => 0),
      "page",
      "pages"
    ),
    counted(
      Option.getOrElse(requests, () => 0),
      "request",
      "requests"
    ),
    took
  ]
  return `Plan${isWhole ? "" : " for the rest"}: ${parts.join(", ")}.`
}

const quotaText = ({ limit, remaining }: QuotaState): ReadonlyArray<string> =>
  Option.isSome(limit) && Option.isSome(remaining)
    ? [`${grouped(remaining.value)} of ${grouped(limit.value)} requests left this hour`]
    : []

/** How far an export is, in one line. */
export const progressText = (
  { report, written, writtenNow }: ExportProgress,
  how: {
    readonly many: string
    readonly seconds: number
    readonly left: Option.Option<Duration.Duration>
    readonly quota: QuotaState
  }
): string => {
  const of = Option.match(report.claimedTotal, {
    onNone: () => "",
    onSome: (total) =>
      total === 0 ? "" : ` of ${grouped(total)} (${Math.floor((100 * written) / Math.max(total, written))}%)`
  })
  const rate = how.seconds > 0 ? [`${grouped(Math.round(writtenNow / how.seconds))} a second`] : []
  const left = Option.match(how.left, { onNone: () => [], onSome: (time) => [`${durationText(time)} left`] })
  return [`${grouped(written)}${of} ${how.many}`, ...rate, ...left, ...quotaText(how.quota)].join(", ")
}

const agreement = ({ isCutShort, report }: ExportReport, { many }: Names): string => {
  if (isCutShort) return "It was cut short by --max."
  if (Option.isNone(report.claimedTotal)) return `The service does not tell how many ${many} there are.`
  const claimed = `The service counts ${grouped(report.claimedTotal.value)}`
  return Option.getOrElse(report.agrees, () => false)
    ? `${claimed}, and as many came.`
    : `${claimed}, which is not what came: ${grouped(report.records + report.rejected)}.`
}

/** What came of an export, a sentence a line. */
export const reportText = (report: ExportReport, form: FileForm<never>): ReadonlyArray<string> => {
  const { bytes, file, isCutShort, rejectedFile, requests, written, writtenNow } = report
  const now = writtenNow === written ? "" : `, ${grouped(writtenNow)} of them in this run`
  return [
    `${counted(written, form.one, form.many)} in ${counted(requests, "request", "requests")}${now}: ` +
      `${file}, ${sizeText(bytes)}.`,
    `${counted(report.report.duplicates, "duplicate", "duplicates")} dropped, ${grouped(report.report.rejected)} rejected. ` +
      agreement({ ...report, isCutShort }, form),
    ...(rejectedFile === undefined
      ? []
      : [`What the service sent in a form that breaks its contract is in ${rejectedFile}.`]),
    ...(form.note === undefined ? [] : [form.note])
  ]
}

/** What came of one day of a partitioned folder. */
export const dayText = (day: string, report: ExportReport, { many, one }: Names): string => {
  const { rejected } = report.report
  const differs = Option.contains(report.report.agrees, false) ? ", and the service counts otherwise" : ""
  return (
    `${day}: ${counted(report.written, one, many)} in ${counted(report.requests, "request", "requests")}` +
    `${rejected === 0 ? "" : `, ${grouped(rejected)} rejected`}${differs}.`
  )
}

/** Why a strict export is none, as a sentence; nothing where all is well. */
export const strictProblem = ({ file, isCutShort, report }: ExportReport, form: Names): string | undefined => {
  if (report.rejected > 0) {
    return `${counted(report.rejected, `${form.one} was`, `${form.many} were`)} rejected, which --strict does not allow; ${file} has the others.`
  }
  if (isCutShort || Option.isNone(report.claimedTotal) || !Option.contains(report.agrees, false)) return undefined
  return (
    `The service counts ${grouped(report.claimedTotal.value)} ${form.many} and ${grouped(report.records)} came, which --strict ` +
    `does not allow; ${file} has what came.`
  )
}
