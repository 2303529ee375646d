import { type Collection, type PublicRecordsError } from "@public-records/core"
import {
  type ExportEvent,
  type ExportProgress,
  type ExportReport,
  nothingYet
} from "@public-records/export/ExportEvent"
import { type FileForm } from "@public-records/export/FileForm"
import { Clock, Effect, Option } from "effect"
import { type PagesAhead, planOf } from "./exportPlan.ts"
import { type PagedQuery } from "./ExportRequest.ts"
import { type ExportSession } from "./exportSession.ts"
import { counted } from "@public-records/text/counts"
import { dayText, planText, progressText, reportText } from "./exportText.ts"

/** Time between two progress messages: a terminal's line is replaced, elsewhere each message is a line. */
const betweenMillis = { line: 250, lines: 60_000, none: Number.POSITIVE_INFINITY } as const

/** How an export is reported. */
export interface TellerOptions {
  readonly form: FileForm<never>
  /** The day of a partition. @default none: an export to one file */
  readonly day?: string | undefined
  /** Number of records after which the export ends. @default no limit */
  readonly max?: number | undefined
  /** Whether to say what the export takes. @default true */
  readonly tellsPlan?: boolean | undefined
}

/** The export that a teller reports on. */
interface Told {
  readonly form: FileForm<never>
  /** The day of a partition, which gets one line at its end; `undefined` for an export to one file. */
  readonly day: string | undefined
  /** Whether to say what the export takes. */
  readonly tellsPlan: boolean
  /** Number of records after which the export ends. */
  readonly max: number
  readonly pageSize: number
  /** Returns the number of records from an offset within the export, without a request once a page was read. */
  readonly recordsFrom: (offset: number) => Effect.Effect<Option.Option<number>, PublicRecordsError>
}

/** Reports the progress of an export on standard error. */
class ExportTeller {
  readonly #session: ExportSession
  readonly #told: Told
  #startedAt = 0
  #toldAt = 0
  #tellsPlan: boolean
  #resumed: ExportProgress | undefined
  #kept = 0

  constructor(session: ExportSession, told: Told) {
    this.#session = session
    this.#told = told
    this.#tellsPlan = told.tellsPlan
  }

  /** Number of records that are kept if the export is interrupted. */
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
          "The list changed since the last run. The export found the last record it had written and continues after it."
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
      this.#resumed = resumed
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
      if (this.#tellsPlan) yield* Effect.ignore(this.#plan(progress))
      const now = yield* Clock.currentTimeMillis
      if (now - this.#toldAt < betweenMillis[this.#session.progress]) return
      this.#toldAt = now
      yield* this.#progress(progress, now)
    })
  }

  /**
   * Prints the plan, based on pages of the export itself. The first response also includes opening the connection, so
   * the plan waits for the second one, unless there is none or it has to wait for the budget.
   */
  #plan({ requestsNow }: ExportProgress): Effect.Effect<void, PublicRecordsError> {
    const { form } = this.#told
    const { notes, records } = this.#session
    return Effect.gen({ self: this }, function* () {
      const plan = yield* planOf(records, yield* this.#ahead(this.#resumed), requestsNow)
      const { nextRequestAt } = yield* records.quota.get
      const hasMore = Option.exists(plan.requests, (requests) => requests > requestsNow)
      if (requestsNow < 2 && hasMore && Option.isNone(nextRequestAt)) return
      this.#tellsPlan = false
      yield* notes.say(planText(plan, form, this.#resumed === undefined))
    })
  }

  /** Returns the pages that an export has to read after its progress, or all of them without one. */
  #ahead(
    progress: Pick<ExportProgress, "report" | "written"> | undefined
  ): Effect.Effect<Option.Option<PagesAhead>, PublicRecordsError> {
    const { max, pageSize, recordsFrom } = this.#told
    const { report, written } = progress ?? nothingYet
    return Effect.map(
      recordsFrom(report.records + report.rejected),
      Option.map((records) => ({ records, pageSize, max: max - written, isResumed: progress !== undefined }))
    )
  }

  #progress(progress: ExportProgress, now: number): Effect.Effect<void> {
    const { notes, records } = this.#session
    return Effect.gen({ self: this }, function* () {
      const ahead = Option.flatten(yield* Effect.option(this.#ahead(progress)))
      const rest = yield* planOf(records, ahead)
      const line = progressText(progress, {
        many: this.#told.form.many,
        seconds: (now - this.#startedAt) / 1000,
        total: Option.map(rest.records, (left) => progress.written + left),
        left: rest.time,
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

/** A teller of an export of a query's records. */
export const tellerOf = <Query extends PagedQuery<Query>, Record>(
  session: ExportSession,
  collection: Collection<Query, Record>,
  query: Query,
  { day, form, max, tellsPlan = true }: TellerOptions
): ExportTeller =>
  new ExportTeller(session, {
    form,
    day,
    tellsPlan,
    max: max ?? Number.POSITIVE_INFINITY,
    pageSize: query.limit,
    recordsFrom: (offset) =>
      Effect.map(
        collection.estimate(query.withOffset(query.offset + offset), { priority: "bulk" }),
        ({ records }) => records
      )
  })
