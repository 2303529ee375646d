import { type Collection, type WalkedPage } from "@public-records/core"
import { type ExportProgress, nothingYet } from "@public-records/export/ExportEvent"
import { type ExportFormat, type LineWriter, lineWriter } from "@public-records/export/ExportFormat"
import { type FileForm } from "@public-records/export/FileForm"
import { safeJsonText, safeText } from "@public-records/tui/safeText"
import { DateTime, Effect, Stream } from "effect"
import { type WriteStream } from "node:tty"
import { type CommandFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { Host } from "../Host.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { checkStrict, type PagedQuery } from "./ExportRequest.ts"
import { type ExportSession } from "./exportSession.ts"
import { ExportTeller } from "./ExportTeller.ts"

/** An export to standard output, which leaves no checkpoint. */
interface OutputExport<Query, Record> {
  readonly session: ExportSession
  readonly collection: Collection<Query, Record>
  readonly query: Query
  readonly form: FileForm<Record>
  readonly format: ExportFormat
  readonly max: number | undefined
  readonly flags: ExportFlags
}

/** How far an export to standard output is. */
interface Printed {
  readonly progress: ExportProgress
  readonly bytes: number
}

/** The lines of a format as a terminal may show them. */
const terminalWriter = <Record>(
  form: FileForm<Record>,
  format: ExportFormat,
  isSpreadsheetSafe: boolean
): LineWriter<Record> => {
  const cells = (record: Record): ReadonlyArray<string> => form.csv.cells(record).map(safeText)
  const { lines, opening } = lineWriter({ ...form, csv: { ...form.csv, cells } }, format, isSpreadsheetSafe)
  return { opening, lines: (records) => (format === "csv" ? lines(records) : safeJsonText(lines(records))) }
}

/** Prints pages, no more than the wanted records of them. */
const pagePrinter = <Query, Record>(
  { flags, form, format, max = Number.POSITIVE_INFINITY }: OutputExport<Query, Record>,
  stdout: WriteStream
) => {
  const { lines, opening } = (stdout.isTTY ? terminalWriter : lineWriter)(form, format, flags.spreadsheetSafe)
  const print = (text: string): Effect.Effect<void, CommandFailure | ReaderGone> => write(stdout, text)
  let printed: Printed = { progress: nothingYet, bytes: Buffer.byteLength(opening) }
  return {
    printed: () => printed,
    isFull: () => printed.progress.written >= max,
    open: print(opening),
    page: ({ records, report }: WalkedPage<Record>) =>
      Effect.suspend(() => {
        const { written } = printed.progress
        const wanted = records.slice(0, max - written)
        const text = lines(wanted)
        const all = written + wanted.length
        const { requests } = report
        const progress = { written: all, writtenNow: all, requests, requestsNow: requests, report }
        printed = { progress, bytes: printed.bytes + Buffer.byteLength(text) }
        return Effect.as(print(text), progress)
      })
  }
}

const notAFile = { file: "standard output", sha256: "", rejectedFile: undefined }

/** Writes every record of a query to standard output. */
export const exportToOutput = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  asked: OutputExport<Query, Record>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { collection, flags, form, max, query, session } = asked
  const { stdout } = yield* Host
  const teller = new ExportTeller(session, {
    form,
    day: undefined,
    max,
    pageSize: query.limit,
    estimateFrom: (offset) => collection.estimate(query.withOffset(query.offset + offset), { priority: "bulk" })
  })
  const printer = pagePrinter(asked, stdout)
  const startedAt = DateTime.formatIso(yield* DateTime.now)
  yield* teller.tell({ _tag: "Opened", resumed: undefined, source: session.source })
  yield* printer.open
  yield* collection.pages(query).pipe(
    Stream.mapError(session.failureOf),
    Stream.mapEffect(printer.page),
    Stream.tap((progress) => teller.tell({ _tag: "Page", progress })),
    Stream.takeUntil(printer.isFull),
    Stream.runDrain,
    Effect.ensuring(session.notes.clearProgress)
  )
  const endedAt = DateTime.formatIso(yield* DateTime.now)
  const { bytes, progress } = printer.printed()
  const report = { ...progress, ...notAFile, bytes, startedAt, endedAt, isCutShort: printer.isFull() }
  yield* teller.tell({ _tag: "Done", report })
  yield* checkStrict(flags, report, form)
})
