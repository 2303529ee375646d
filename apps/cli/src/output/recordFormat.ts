import { type Collection, PublicRecords } from "@public-records/core"
import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { type ExportEvent, type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportedQuery } from "@public-records/export/ExportJob"
import { type FileForm } from "@public-records/export/FileForm"
import { safeJson } from "@public-records/export/safeJson"
import { safeJsonText, safeText } from "@public-records/text/safeText"
import { Effect, Option, Stream } from "effect"
import { writtenBy } from "../version.ts"

/** What the terminal UI asks of the records of a collection. */
interface FormatOptions<Query, Record> {
  readonly form: FileForm<Record>
  readonly collection: (client: PublicRecords["Service"]) => Collection<Query, Record>
}

const reportText = ({ bytes, file, report, rejectedFile, written }: ExportReport, many: string): string => {
  const rejected = rejectedFile === undefined ? "" : ` ${report.rejected} that cannot be read are in ${rejectedFile}.`
  const duplicates = report.duplicates === 0 ? "" : ` ${report.duplicates} came twice and are in it once.`
  return `Wrote all ${written.toLocaleString("en-US")} ${many} to ${file}, ${bytes.toLocaleString("en-US")} bytes.${duplicates}${rejected}`
}

const stepOf = (event: ExportEvent, many: string) => {
  switch (event._tag) {
    case "Page":
      return [{ written: event.progress.written, total: event.progress.report.claimedTotal, done: "" }]
    case "Done":
      return [{ written: event.report.written, total: Option.none<number>(), done: reportText(event.report, many) }]
    default:
      return []
  }
}

/** Loaded when it is asked for: a file of Parquet takes much to make. */
const loadExport = Effect.promise(async () => ({
  ...(await import("@public-records/export/exportRecords")),
  ...(await import("@public-records/export/Target"))
}))

/**
 * How the terminal UI writes records that leave it.
 *
 * **Gotchas** its CSV is for spreadsheets and for reading: cells are guarded as `--spreadsheet-safe` does, and what would act
 * on a terminal is made visible. Its JSON is exact.
 */
export const recordFormat = <Query extends ExportedQuery, Record>({
  collection,
  form
}: FormatOptions<Query, Record>) => ({
  json: (record: Record): string => safeJsonText(JSON.stringify(form.fields(record), null, 2)),
  ndjson: (record: Record): string => `${safeJson(form.fields(record))}\n`,
  csv: {
    header: csvLine(form.csv.header),
    line: (record: Record): string => csvLine(form.csv.cells(record).map((cell) => spreadsheetSafe(safeText(cell))))
  },
  exportAll: (
    query: Query,
    {
      form: format,
      path,
      source
    }: { readonly form: "csv" | "ndjson" | "parquet"; readonly path: string; readonly source: string }
  ) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const client = yield* PublicRecords
        const { exportRecords, fileTarget, finalPath } = yield* loadExport
        const final = yield* finalPath(path)
        return exportRecords({
          collection: collection(client),
          query,
          form,
          format,
          target: fileTarget(final.path),
          source,
          spreadsheetSafe: format === "csv",
          writtenBy
        }).pipe(Stream.flatMap((event) => Stream.fromIterable(stepOf(event, form.many))))
      })
    )
})
