import { type WalkedPage } from "@public-records/core"
import { type ExportEvent, initialProgress } from "@public-records/export/ExportEvent"
import { byteOrderMark } from "@public-records/export/csv"
import { lineWriter } from "@public-records/export/ExportFormat"
import { type ExportJob } from "@public-records/export/ExportJob"
import { safeJsonText, safeText } from "@public-records/text/safeText"
import { DateTime, Effect, Stream } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { type BrokenPipe, write } from "../output/StandardOutput.ts"

/**
 * Writes every record of a query to standard output and emits export events. Writes no checkpoint. Waits until each page is accepted,
 * so that a slow reader slows down the export.
 */
export const writeRecords = <Query, Record>(job: ExportJob<Query, Record>) => {
  const { collection, format, layout, max = Number.POSITIVE_INFINITY, query, source, spreadsheetSafe = false } = job
  const events = Effect.gen(function* () {
    const { stdout } = yield* Host
    const isTerminal = stdout.isTTY
    const { cells, spreadsheetCells = cells } = layout.csv
    const shown = (of: typeof cells) => (record: Record) => of(record).map(safeText)
    const csv = isTerminal
      ? { ...layout.csv, cells: shown(cells), spreadsheetCells: shown(spreadsheetCells) }
      : layout.csv
    const { lines, opening } = lineWriter({ ...layout, csv }, format, spreadsheetSafe)
    const isExact = !isTerminal || format === "csv"
    let progress = initialProgress
    let bytes = 0
    const put = (text: string) =>
      Effect.suspend(() => {
        bytes += Buffer.byteLength(text)
        return write(stdout, text)
      })
    const page = ({ records, report }: WalkedPage<Record>): Effect.Effect<ExportEvent, CommandFailure | BrokenPipe> =>
      Effect.suspend(() => {
        const wanted = records.slice(0, max - progress.written)
        const written = progress.written + wanted.length
        const { requests } = report
        progress = { written, writtenNow: written, requests, requestsNow: requests, report }
        const text = lines(wanted)
        return Effect.as(put(isExact ? text : safeJsonText(text)), { _tag: "Page", progress })
      })
    const startedAt = DateTime.formatIso(yield* DateTime.now)
    const pages = collection.pages(query).pipe(
      Stream.mapEffect(page),
      Stream.takeUntil(() => progress.written >= max)
    )
    const done = Effect.map(DateTime.now, (now): ExportEvent => {
      const noFile = { file: "standard output", sha256: "", rejectedFile: undefined }
      const reachedMax = progress.written >= max
      const report = { ...progress, ...noFile, bytes, startedAt, endedAt: DateTime.formatIso(now), reachedMax }
      return { _tag: "Done", report }
    })
    const started: ExportEvent = { _tag: "Started", resumed: undefined, source }
    return Stream.make(started).pipe(
      Stream.concat(Stream.drain(Stream.fromEffect(put(isTerminal ? opening.replace(byteOrderMark, "") : opening)))),
      Stream.concat(pages),
      Stream.concat(Stream.fromEffect(done))
    )
  })
  return Stream.unwrap(events)
}
