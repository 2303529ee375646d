import { type Estimate, type PublicRecordsError } from "@public-records/core"
import { type ExportEvent, type ExportProgress, type ExportReport } from "@public-records/export/ExportEvent"
import { type FileForm } from "@public-records/export/FileForm"
import { Clock, Effect, Option } from "effect"
import { type ExportSession } from "./exportSession.ts"
import { atMost, counted, dayText, planText, progressText, reportText } from "./exportText.ts"

/** A terminal's line is written over so often; elsewhere a line comes each minute. */
const betweenMillis = { line: 250, lines: 60_000, none: Number.POSITIVE_INFINITY } as const

/** What the teller asks of the records: what the rest takes, once a page was read without another request. */
type EstimateFrom = (offset: number) => Effect.Effect<Estimate, PublicRecordsError>

/** What a teller tells of. */
interface Told {
  readonly form: FileForm<never>
  /** The day of a partition, which is told of in one line; nothing for an export to a file. */
  readonly day: string | undefined
  /** After how many records the export ends. */
  readonly max: number | undefined
  readonly pageSize: number
  readonly estimateFrom: EstimateFrom
}

/** Says on standard error how far an export is. */
export class ExportTeller {
  readonly #session: ExportSession
  readonly #told: Told
  #startedAt = 0
  #toldAt = 0
  #hasPlan = false
  #kept = 0

  constructor(session: ExportSession, told: Told) {
    this.#session = session
    this.#told = told
  }

  /** How many records are kept where an export is cut off. */
  get kept(): number {
    return this.#kept
  }

  readonly tell = (event: ExportEvent): Effect.Effect<void> => {
    const { notes } = this.#session
    switch (event._tag) {
      case "Opened":
        return this.#opened(event.resumed, event.source)
      case "Page":
        return this.#page(event.progress)
      case "Moved":
        return notes.say(
          "The page read last came otherwise than before; the export found the last record that it knows, and goes on behind it."
        )
      case "Finishing":
        return notes.progress(`${this.#prefix}writing the file`)
      case "Done":
        return Effect.andThen(notes.clearProgress, this.#done(event.report))
    }
  }

  get #prefix(): string {
    return this.#told.day === undefined ? "" : `${this.#told.day}: `
  }

  #opened(resumed: ExportProgress | undefined, source: string): Effect.Effect<void> {
    const { notes } = this.#session
    const { many, one } = this.#told.form
    return Effect.gen({ self: this }, function* () {
      this.#startedAt = yield* Clock.currentTimeMillis
      this.#toldAt = this.#startedAt
      if (resumed === undefined) return
      this.#kept = resumed.written
      const from = source === this.#session.source ? "" : `, read from ${source}`
      yield* notes.say(
        `${this.#prefix}Going on where an export was cut off: ${counted(resumed.written, `${one} is`, `${many} are`)} there already${from}.`
      )
    })
  }

  #page(progress: ExportProgress): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      this.#kept = progress.written
      if (!this.#hasPlan) yield* this.#plan(progress)
      this.#hasPlan = true
      const now = yield* Clock.currentTimeMillis
      if (now - this.#toldAt < betweenMillis[this.#session.progress]) return
      this.#toldAt = now
      yield* this.#progress(progress, now)
    })
  }

  /** What the export takes, once a page was read, so that the plan costs no request of its own. */
  #plan({ report, written, writtenNow }: ExportProgress): Effect.Effect<void> {
    const isWhole = written === writtenNow
    const { day, estimateFrom, form, max = Number.POSITIVE_INFINITY, pageSize } = this.#told
    if (day !== undefined) return Effect.void
    return estimateFrom(isWhole ? 0 : report.records + report.rejected).pipe(
      Effect.map((estimate) => atMost(estimate, isWhole ? max : max - written, pageSize)),
      Effect.flatMap((estimate) => this.#session.notes.say(planText(estimate, form, isWhole))),
      Effect.ignore
    )
  }

  #progress(progress: ExportProgress, now: number): Effect.Effect<void> {
    const { notes, records } = this.#session
    const { report } = progress
    return Effect.gen({ self: this }, function* () {
      const rest = yield* Effect.option(this.#told.estimateFrom(report.records + report.rejected))
      const line = progressText(progress, {
        many: this.#told.form.many,
        seconds: (now - this.#startedAt) / 1000,
        left: Option.flatMap(rest, ({ time }) => time),
        quota: yield* records.quota.get
      })
      yield* this.#session.progress === "line" ? notes.progress(this.#prefix + line) : notes.say(this.#prefix + line)
    })
  }

  #done(report: ExportReport): Effect.Effect<void> {
    const { day, form } = this.#told
    const lines = day === undefined ? reportText(report, form) : [dayText(day, report, form)]
    return Effect.forEach(lines, this.#session.notes.say, { discard: true })
  }
}
