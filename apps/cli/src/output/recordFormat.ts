import { type Collection, PublicRecords } from "@public-records/core"
import { csvLine, csvWriter } from "@public-records/export/csv"
import { type ExportEvent, type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportFormat } from "@public-records/export/ExportFormat"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { safeJson } from "@public-records/export/safeJson"
import { counted, grouped } from "@public-records/text/counts"
import { safeJsonText, safeText } from "@public-records/text/safeText"
import { Effect, Option, Stream } from "effect"
import { writtenBy } from "../version.ts"

type Names = Pick<RecordLayout<never, never>, "many" | "one">

const reportText = ({ bytes, file, rejectedFile, report, written }: ExportReport, { many, one }: Names): string => {
  const { duplicates: count, rejected: invalid } = report
  const rejected =
    rejectedFile === undefined
      ? ""
      : ` ${counted(invalid, "invalid record is", "invalid records are")} in ${rejectedFile}.`
  const duplicates = count === 0 ? "" : ` ${counted(count, "duplicate was", "duplicates were")} dropped.`
  const all = written > 1 ? "all " : ""
  return `Wrote ${all}${counted(written, one, many)} to ${file}, ${grouped(bytes)} bytes.${duplicates}${rejected}`
}

const stepsOf = (event: ExportEvent, names: Names) => {
  switch (event._tag) {
    case "Page":
      return [
        { written: event.progress.written, total: Option.fromNullOr(event.progress.report.claimedTotal), done: "" }
      ]
    case "Done":
      return [{ written: event.report.written, total: Option.none<number>(), done: reportText(event.report, names) }]
    default:
      return []
  }
}

// Loaded on demand, because Parquet needs a lot of code.
const loadExport = Effect.promise(async () => ({
  ...(await import("@public-records/export/exportRecords")),
  ...(await import("@public-records/export/TargetFiles"))
}))

/**
 * Returns the formats for copying and exporting records from the terminal UI.
 *
 * **Gotchas** CSV is for spreadsheets and for people: cells are escaped like with `--spreadsheet-safe`, and characters that control
 * a terminal are made visible. JSON is exact.
 */
export const recordFormat = <Query, Record>({
  collection,
  layout
}: {
  readonly layout: RecordLayout<Query, Record>
  readonly collection: (client: PublicRecords["Service"]) => Collection<Query, Record>
}) => {
  const { cells, opening } = csvWriter(layout.csv, true)
  return {
    json: (record: Record): string => safeJsonText(JSON.stringify(layout.fields(record), null, 2)),
    ndjson: (record: Record): string => `${safeJson(layout.fields(record))}\n`,
    csv: {
      header: opening,
      line: (record: Record): string => csvLine(cells(record).map(safeText))
    },
    exportAll: (
      query: Query,
      file: { readonly format: ExportFormat; readonly path: string; readonly source: string }
    ) => {
      const events = Effect.gen(function* () {
        const client = yield* PublicRecords
        const { exportRecords, fileTarget, finalPath } = yield* loadExport
        const { path } = yield* finalPath(file.path)
        return exportRecords({
          collection: collection(client),
          query,
          layout,
          format: file.format,
          target: fileTarget(path),
          source: file.source,
          spreadsheetSafe: file.format === "csv",
          writtenBy
        })
      })
      return Stream.unwrap(events).pipe(Stream.flatMap((event) => Stream.fromIterable(stepsOf(event, layout))))
    }
  }
}
