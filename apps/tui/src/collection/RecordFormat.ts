import type { Complaint, ComplaintQuery, Notice, NoticeQuery, PublicRecords } from "@public-records/core"
import { type Option, Stream } from "effect"
import { Atom } from "effect/reactivity"

/** The formats of a file that everything goes into. */
export type WholeForm = "csv" | "ndjson" | "parquet"

/** A file that everything goes into; `source` is where the records come from, as people name it. */
interface WholeFile {
  readonly path: string
  readonly form: WholeForm
  readonly source: string
}

/**
 * How far an export of everything is. `done` is what came of it, unfiltered, once it is.
 *
 * **Units** `written` and `total` in records.
 */
export interface ExportStep {
  readonly written: number
  readonly total: Option.Option<number>
  readonly done: string
}

/** How records become text that leaves the program, as its program writes them everywhere else. */
export interface RecordFormat<Query, Record> {
  /** The record as JSON on several lines, with everything escaped that would act on a terminal. */
  readonly json: (record: Record) => string
  /** The record as one line of NDJSON. */
  readonly ndjson: (record: Record) => string
  /** CSV in which no cell is a formula to a spreadsheet. */
  readonly csv: { readonly header: string; readonly line: (record: Record) => string }
  /**
   * Writes every record of a query to a file, which has its name once it is whole. Goes on where an earlier run to the same
   * file was stopped. **Fails with** a sentence, unfiltered, that says what to do.
   */
  readonly exportAll: (
    query: Query,
    file: WholeFile
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

/** The formats. A registry starts with its program's own. */
export const formatsAtom: Atom.Writable<RecordFormats> = Atom.keepAlive(
  Atom.make<RecordFormats>({ complaints: plain, notices: plain })
)
