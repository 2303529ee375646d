import type { Complaint, ComplaintQuery, Notice, NoticeQuery, PublicRecords } from "@public-records/core"
import { type Option, Stream } from "effect"
import { Atom } from "effect/reactivity"

/** The formats of a complete export. */
export type ExportFormat = "csv" | "ndjson" | "parquet"

/** The progress of an export, in records. `done` is its result as an unsafe text, once it has ended. */
export interface ExportStep {
  readonly written: number
  readonly total: Option.Option<number>
  readonly done: string
}

/** How records are written outside the program. */
export interface RecordFormat<Query, Record> {
  /** Returns a record as JSON on several lines, safe for a terminal. */
  readonly json: (record: Record) => string
  /** Returns a record as a line of NDJSON. */
  readonly ndjson: (record: Record) => string
  /** CSV in which no cell is a formula to a spreadsheet. */
  readonly csv: { readonly header: string; readonly line: (record: Record) => string }
  /** Writes all records of a query to a file, or resumes that. **Fails with** an unsafe sentence. */
  readonly exportAll: (
    query: Query,
    file: { readonly path: string; readonly form: ExportFormat; readonly source: string }
  ) => Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
}

/** The formats of both collections. */
export interface RecordFormats {
  readonly complaints: RecordFormat<ComplaintQuery, Complaint>
  readonly notices: RecordFormat<NoticeQuery, Notice>
}

const plain: RecordFormat<unknown, unknown> = {
  json: (record) => JSON.stringify(record, null, 2),
  ndjson: (record) => `${JSON.stringify(record)}\n`,
  csv: { header: "record\r\n", line: (record) => `${JSON.stringify(JSON.stringify(record))}\r\n` },
  exportAll: () => Stream.fail({ message: "Nothing can be exported here." })
}

/** The formats, set by the program that runs the terminal UI. */
export const formatsAtom: Atom.Writable<RecordFormats> = Atom.keepAlive(
  Atom.make<RecordFormats>({ complaints: plain, notices: plain })
)
