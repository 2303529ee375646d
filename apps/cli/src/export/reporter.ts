import { type PublicRecordsError } from "@public-records/core"
import { type ExportEvent, type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { pagesAhead, type PagedQuery, type PlannedJob, planOf } from "@public-records/export/plan"
import { counted } from "@public-records/text/counts"
import { Clock, Effect, Option, Stream } from "effect"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"
import { type Session } from "../source/session.ts"
import { dayText, planText, progressText, reportText } from "./text.ts"

/** Time between two progress messages: a terminal's line is replaced, elsewhere each message is a line. */
const updateIntervalMillis = { line: 250, lines: 60_000, none: Number.POSITIVE_INFINITY } as const

/** How an export is reported. */
interface ReportOptions {
  /** The day of a partition, which gets one line at its end. @default none: an export to one file */
  readonly day?: string
  /** Whether to print the plan. @default true */
  readonly printsPlan?: boolean
  /** Whether the same command resumes the export if it is interrupted. @default true */
  readonly isResumable?: boolean
}

/** Reports the progress of an export on standard error. */
class ExportReporter<Query extends PagedQuery<Query>, Record> {
  readonly #session: Session
  readonly #job: PlannedJob<Query, Record>
  readonly #day: string | undefined
  #printsPlan: boolean
  #startedAt = 0
  #updatedAt = 0
  #resumed: ExportProgress | undefined
  /** Number of records in the file. */
  written = 0
  /** The result, at the end. */
  result: ExportReport | undefined

  constructor(session: Session, job: PlannedJob<Query, Record>, { day, printsPlan = true }: ReportOptions) {
    this.#session = session
    this.#job = job
    this.#day = day
    this.#printsPlan = printsPlan
  }

  readonly report = (event: ExportEvent): Effect.Effect<void> => {
    const { notes } = this.#session
    switch (event._tag) {
      case "Opened":
        return this.#opened(event.resumed, event.source)
      case "Page":
        return this.#page(event.progress)
      case "Moved":
        return notes.say(
          "The list changed since the last run. The export found the last record it had written and continues after it."
        )
      case "Finishing":
        return notes.progress(`${this.#prefix}writing the file`)
      case "Done":
        return this.#done(event.report)
    }
  }

  get #prefix(): string {
    return this.#day === undefined ? "" : `${this.#day}: `
  }

  readonly #opened = Effect.fnUntraced({ self: this }, function* (resumed: ExportProgress | undefined, source: string) {
    const { notes } = this.#session
    const { many, one } = this.#job.form
    this.#startedAt = yield* Clock.currentTimeMillis
    this.#updatedAt = this.#startedAt
    this.#resumed = resumed
    if (resumed === undefined) return
    this.written = resumed.written
    const from = source === this.#session.source ? "" : `, read from ${source}`
    yield* notes.say(
      `${this.#prefix}Going on where an export was cut off: ${counted(resumed.written, `${one} is`, `${many} are`)} there already${from}.`
    )
  })

  readonly #page = Effect.fnUntraced({ self: this }, function* (progress: ExportProgress) {
    this.written = progress.written
    if (this.#printsPlan) yield* Effect.ignore(this.#plan(progress))
    const now = yield* Clock.currentTimeMillis
    if (now - this.#updatedAt < updateIntervalMillis[this.#session.progress]) return
    this.#updatedAt = now
    const { notes, records } = this.#session
    const rest = yield* planOf(records, Option.flatten(yield* Effect.option(pagesAhead(this.#job, progress))))
    const line = progressText(progress, {
      many: this.#job.form.many,
      seconds: (now - this.#startedAt) / 1000,
      total: Option.map(rest, (plan) => progress.written + plan.records),
      left: Option.flatMap(rest, (plan) => plan.time),
      quota: yield* records.quota.get
    })
    yield* this.#session.progress === "line" ? notes.progress(this.#prefix + line) : notes.say(this.#prefix + line)
  })

  /**
   * Prints the plan, based on pages of the export itself. The first response also includes opening the connection, so
   * the plan waits for the second one, unless the first one is the last or the second one has to wait.
   */
  readonly #plan = Effect.fnUntraced({ self: this }, function* ({ requestsNow }: ExportProgress): Effect.fn.Return<
    void,
    PublicRecordsError
  > {
    const { notes, records } = this.#session
    const plan = yield* planOf(records, yield* pagesAhead(this.#job, this.#resumed), requestsNow)
    const { nextRequestAt } = yield* records.quota.get
    const hasMore = Option.exists(plan, ({ requests }) => requests > requestsNow)
    if (requestsNow < 2 && hasMore && Option.isNone(nextRequestAt)) return
    this.#printsPlan = false
    yield* notes.say(planText(plan, this.#job.form, this.#resumed === undefined))
  })

  readonly #done = Effect.fnUntraced({ self: this }, function* (report: ExportReport) {
    this.result = report
    const { form } = this.#job
    yield* this.#session.notes.clearProgress
    const lines = this.#day === undefined ? reportText(report, form) : [dayText(this.#day, report, form)]
    yield* Effect.forEach(lines, this.#session.notes.say, { discard: true })
  })
}

/** Runs an export to its end and reports its progress. If it is interrupted, says how to resume it. */
export const runExport = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record, E>(
  session: Session,
  job: PlannedJob<Query, Record>,
  events: Stream.Stream<ExportEvent, E>,
  options: ReportOptions = {}
): Effect.fn.Return<ExportReport, CommandFailure | E> {
  const { notes } = session
  const { many, one } = job.form
  const reporter = new ExportReporter(session, job, options)
  const sayKept = Effect.suspend(() =>
    reporter.written === 0 || options.isResumable === false
      ? Effect.void
      : notes.say(`${counted(reporter.written, `${one} is`, `${many} are`)} kept: the same command goes on from there.`)
  )
  yield* Stream.runForEach(events, reporter.report).pipe(
    Effect.onError(() => Effect.andThen(notes.clearProgress, sayKept))
  )
  return reporter.result ?? (yield* unforeseen(`The export to ${job.target.file} ended without a report.`))
})
