import type { Complaint, ComplaintQuery, Notice, NoticeQuery, PublicRecords } from "@public-records/core"
import type { Option, Stream } from "effect"
import type { Atom } from "effect/reactivity"
import { provided } from "../provided.ts"

export type ExportFormat = "csv" | "ndjson" | "parquet"

/** The progress of an export, in records. `done` is the final message, which may contain control characters. */
export interface ExportStep {
  readonly written: number
  readonly total: Option.Option<number>
  readonly done: string
}

export interface RecordFormat<Query, Record> {
  /** Returns a record as JSON on several lines. Control characters are escaped. */
  readonly json: (record: Record) => string
  readonly ndjson: (record: Record) => string
  /** CSV without cells that a spreadsheet would treat as formulas. */
  readonly csv: { readonly header: string; readonly line: (record: Record) => string }
  /** Exports all records of a query, or resumes an export. **Fails with** a message that may contain control characters. */
  readonly exportAll: (
    query: Query,
    file: { readonly path: string; readonly format: ExportFormat; readonly source: string }
  ) => Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
}

export interface RecordFormats {
  readonly complaints: RecordFormat<ComplaintQuery, Complaint>
  readonly notices: RecordFormat<NoticeQuery, Notice>
}

export const formatsAtom: Atom.Writable<RecordFormats> = provided("the formats of records")
