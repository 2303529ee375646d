import { type ExportEvent, type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { pagesAhead, type PagedQuery, type PlannedJob, planOf } from "@public-records/export/plan"
import { counted } from "@public-records/text/counts"
import { Clock, Effect, Option, Stream } from "effect"
import { unforeseen } from "../CommandFailure.ts"
import { type Session } from "../source/session.ts"
import { dayText, planText, progressText, reportText } from "./text.ts"

/** Time between two progress messages: a terminal's line is replaced, elsewhere each message is a line. */
const updateIntervalMillis = { line: 250, lines: 60_000, none: Number.POSITIVE_INFINITY } as const

/**
 * Returns the plan, based on pages of the export itself. The first response also includes opening the connection, so the plan
 * needs the second one, unless the first one is the last or the second one has to wait. Until then it is `undefined`.
 */
const earlyPlan = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  { records }: Session,
  job: PlannedJob<Query, Record>,
  resumed: ExportProgress | undefined,
  requestsNow: number
) {
  const plan = yield* planOf(records, yield* pagesAhead(job, resumed), requestsNow)
  const { nextRequestAt } = yield* records.quota.get
  const hasMore = Option.exists(plan, ({ requests }) => requests > requestsNow)
  return requestsNow < 2 && hasMore && Option.isNone(nextRequestAt) ? undefined : plan
})

const progressLine = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  { records }: Session,
  job: PlannedJob<Query, Record>,
  progress: ExportProgress,
  seconds: number
) {
  const rest = yield* planOf(records, Option.flatten(yield* Effect.option(pagesAhead(job, progress))))
  return progressText(progress, {
    many: job.layout.many,
    seconds,
    total: Option.map(rest, (plan) => progress.written + plan.records),
    left: Option.flatMap(rest, (plan) => plan.time),
    quota: yield* records.quota.get
  })
})

/** Reports pages: the plan after the first ones, and the progress now and then. */
const pageReporter = <Query extends PagedQuery<Query>, Record>(
  session: Session,
  job: PlannedJob<Query, Record>,
  how: { readonly prefix: string; readonly printsPlan: boolean; readonly startedAt: number },
  resumed: ExportProgress | undefined
) => {
  const { notes } = session
  let needsPlan = how.printsPlan
  let updatedAt = how.startedAt
  return Effect.fnUntraced(function* (progress: ExportProgress) {
    const planned = needsPlan ? earlyPlan(session, job, resumed, progress.requestsNow) : Effect.undefined
    const plan = yield* Effect.orElseSucceed(planned, () => undefined)
    if (plan !== undefined) {
      needsPlan = false
      yield* notes.say(planText(plan, job.layout, resumed === undefined))
    }
    const now = yield* Clock.currentTimeMillis
    if (now - updatedAt < updateIntervalMillis[session.progress]) return
    updatedAt = now
    const line = how.prefix + (yield* progressLine(session, job, progress, (now - how.startedAt) / 1000))
    yield* session.progress === "line" ? notes.progress(line) : notes.say(line)
  })
}

interface ReportOptions {
  /** The day of a partition, which gets one line at its end. @default none: an export to one file */
  readonly day?: string
  /** @default true */
  readonly printsPlan?: boolean
  /** Whether the same command resumes the export if it is interrupted. @default true */
  readonly isResumable?: boolean
}

/** Runs an export to its end and reports its progress on standard error. If it is interrupted, says how to resume it. */
export const runExport = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record, E>(
  session: Session,
  job: PlannedJob<Query, Record>,
  events: Stream.Stream<ExportEvent, E>,
  { day, isResumable = true, printsPlan = true }: ReportOptions = {}
) {
  const { notes } = session
  const { layout } = job
  const prefix = day === undefined ? "" : `${day}: `
  const are = (count: number): string => counted(count, `${layout.one} is`, `${layout.many} are`)
  let written = 0
  let result: ExportReport | undefined
  let reportPage = (_progress: ExportProgress): Effect.Effect<void> => Effect.void
  const report = Effect.fnUntraced(function* (event: ExportEvent) {
    switch (event._tag) {
      case "Started": {
        const startedAt = yield* Clock.currentTimeMillis
        reportPage = pageReporter(session, job, { prefix, printsPlan, startedAt }, event.resumed)
        if (event.resumed === undefined) return
        written = event.resumed.written
        const from = event.source === session.source ? "" : `, read from ${event.source}`
        return yield* notes.say(`${prefix}Going on where an export was cut off: ${are(written)} there already${from}.`)
      }
      case "Page":
        written = event.progress.written
        return yield* reportPage(event.progress)
      case "ListChanged":
        return yield* notes.say(
          "The list changed since the last run. The export found the last record it had written and continues after it."
        )
      case "Finishing":
        return yield* notes.progress(`${prefix}writing the file`)
      case "Done": {
        result = event.report
        yield* notes.clearProgress
        const lines = day === undefined ? reportText(result, layout) : [dayText(day, result, layout)]
        yield* Effect.forEach(lines, notes.say, { discard: true })
      }
    }
  })
  const sayKept = Effect.suspend(() =>
    isResumable && written > 0 ? notes.say(`${are(written)} kept: the same command goes on from there.`) : Effect.void
  )
  yield* Stream.runForEach(events, report).pipe(Effect.onError(() => Effect.andThen(notes.clearProgress, sayKept)))
  return result ?? (yield* unforeseen(`The export to ${job.target.file} ended without a report.`))
})
