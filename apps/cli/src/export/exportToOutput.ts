import { type Collection, type WalkedPage } from "@public-records/core"
import { type ExportProgress, type ExportReport, nothingYet } from "@public-records/export/ExportEvent"
import { type ExportFormat, type LineWriter, lineWriter } from "@public-records/export/ExportFormat"
import { type FileForm } from "@public-records/export/FileForm"
import { safeJsonText, safeText } from "@public-records/text/safeText"
import { DateTime, Effect, Stream } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { type PagedQuery } from "./ExportRequest.ts"
import { type ExportSession } from "./exportSession.ts"
import { tellerOf } from "./ExportTeller.ts"
import { type Output } from "./Output.ts"

/** An export to an output that can only be written to, which leaves no checkpoint. */
interface OutputExport<Query, Record> {
  readonly session: ExportSession
  readonly collection: Collection<Query, Record>
  readonly query: Query
  readonly form: FileForm<Record>
  readonly format: ExportFormat
  readonly max: number | undefined
  readonly flags: ExportFlags
  readonly output: Output
}

/** The progress of an export to an output. */
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
const pagePrinter = <Query, Record>({
  flags,
  form,
  format,
  max = Number.POSITIVE_INFINITY,
  output
}: OutputExport<Query, Record>) => {
  const { lines, opening } = (output.isTerminal ? terminalWriter : lineWriter)(form, format, flags.spreadsheetSafe)
  let printed: Printed = { progress: nothingYet, bytes: Buffer.byteLength(opening) }
  return {
    printed: () => printed,
    isFull: () => printed.progress.written >= max,
    open: output.write(opening),
    page: ({ records, report }: WalkedPage<Record>) =>
      Effect.suspend(() => {
        const { written } = printed.progress
        const wanted = records.slice(0, max - written)
        const text = lines(wanted)
        const all = written + wanted.length
        const { requests } = report
        const progress = { written: all, writtenNow: all, requests, requestsNow: requests, report }
        printed = { progress, bytes: printed.bytes + Buffer.byteLength(text) }
        return Effect.as(output.write(text), progress)
      })
  }
}

/** Writes every record of a query to an output. Returns what was written. */
export const exportToOutput = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  requested: OutputExport<Query, Record>
): Effect.fn.Return<ExportReport, CommandFailure | ReaderGone> {
  const { collection, form, max, output, query, session } = requested
  const teller = tellerOf(session, collection, query, { form, max })
  const printer = pagePrinter(requested)
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
  const notAFile = { file: output.name, sha256: "", rejectedFile: undefined }
  const report = { ...progress, ...notAFile, bytes, startedAt, endedAt, isCutShort: printer.isFull() }
  yield* teller.tell({ _tag: "Done", report })
  return report
})
