import { type WalkableQuery } from "@public-records/core"
import { type ExportEvent, type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { pagesAhead, type PlannedJob, planOf } from "@public-records/export/plan"
import { counted } from "@public-records/text/counts"
import { Clock, Effect, Option, Stream } from "effect"
import { unexpected } from "../CommandFailure.ts"
import { type Session } from "../source/session.ts"
import { planText, progressText, reportText } from "./text.ts"

/** Time between two progress updates, which replace a line on a terminal and are separate lines elsewhere. */
const updateIntervalMillis = { line: 250, lines: 60_000, none: Number.POSITIVE_INFINITY } as const

const progressLine = Effect.fnUntraced(function* <Query extends WalkableQuery, Record>(
  { source: { records } }: Session,
  job: PlannedJob<Query, Record>,
  progress: ExportProgress,
  seconds: number
) {
  const total = Option.fromNullOr(progress.report.claimedTotal)
  const rest = yield* planOf(records, pagesAhead(job, total, progress))
  return progressText(progress, {
    many: job.layout.many,
    one: job.layout.one,
    seconds,
    total: Option.map(rest, (plan) => progress.written + plan.records),
    left: Option.flatMap(rest, (plan) => plan.time),
    quota: yield* records.quota.get
  })
})

/** Returns the function that reports a page: prints the plan after the first page, and the progress at intervals. */
const pageReporter = <Query extends WalkableQuery, Record>(
  session: Session,
  job: PlannedJob<Query, Record>,
  startedAt: number,
  resumed: ExportProgress | undefined
) => {
  const { status } = session
  let needsPlan = true
  let updatedAt = startedAt
  const printPlan = Effect.fnUntraced(function* ({ report, requestsNow }: ExportProgress) {
    const total = Option.fromNullOr(report.claimedTotal)
    const plan = yield* planOf(session.source.records, pagesAhead(job, total, resumed), requestsNow)
    yield* status.print(planText(plan, job.layout, resumed === undefined, session.source.wording))
  })
  return Effect.fnUntraced(function* (progress: ExportProgress) {
    if (needsPlan) yield* printPlan(progress)
    needsPlan = false
    const now = yield* Clock.currentTimeMillis
    if (now - updatedAt < updateIntervalMillis[session.progress]) return
    updatedAt = now
    const line = yield* progressLine(session, job, progress, (now - startedAt) / 1000)
    yield* session.progress === "line" ? status.progress(line) : status.print(line)
  })
}

interface ReportOptions {
  /** Whether the same command resumes the export if it is interrupted. @default true */
  readonly isResumable?: boolean
}

/** Runs an export and reports its progress on standard error. After an interruption, prints how to resume it. */
export const runExport = Effect.fnUntraced(function* <Query extends WalkableQuery, Record, E, R>(
  session: Session,
  job: PlannedJob<Query, Record>,
  events: Stream.Stream<ExportEvent, E, R>,
  { isResumable = true }: ReportOptions = {}
) {
  const { status } = session
  const { layout } = job
  const are = (count: number): string => counted(count, `${layout.one} is`, `${layout.many} are`)
  let written = 0
  let result: ExportReport | undefined
  let reportPage = (_progress: ExportProgress): Effect.Effect<void> => Effect.void
  const report = Effect.fnUntraced(function* (event: ExportEvent) {
    switch (event._tag) {
      case "Started": {
        const startedAt = yield* Clock.currentTimeMillis
        reportPage = pageReporter(session, job, startedAt, event.resumed)
        if (event.resumed === undefined) return
        written = event.resumed.written
        const from = event.source === session.source.name ? "" : `, from ${event.source}`
        return yield* status.print(`Resuming an interrupted export: ${are(written)} already written${from}.`)
      }
      case "Page":
        written = event.progress.written
        return yield* reportPage(event.progress)
      case "ListChanged":
        return yield* status.print(
          "The list changed since the last run. The export found the last record it had written and continues after it."
        )
      case "Finishing":
        return yield* status.progress("writing the file")
      case "Done": {
        result = event.report
        yield* status.clearProgress
        yield* Effect.forEach(reportText(result, layout, session.source.wording), status.print)
      }
    }
  })
  const printResumeHint = Effect.suspend(() =>
    isResumable && written > 0 ? status.print(`${are(written)} saved. Run the same command to resume.`) : Effect.void
  )
  yield* Stream.runForEach(events, report).pipe(
    Effect.onError(() => Effect.andThen(status.clearProgress, printResumeHint))
  )
  return result ?? (yield* unexpected(`The export to ${job.target.file} ended without a report.`))
})
