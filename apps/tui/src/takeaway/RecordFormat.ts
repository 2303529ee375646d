import type { Complaint, Notice } from "@public-records/core"
import { Atom } from "effect/reactivity"

/** How records become text that leaves the program, as its program writes them everywhere else. */
export interface RecordFormat<Record> {
  /** The record as JSON on several lines. Nothing in it acts on a terminal. */
  readonly json: (record: Record) => string
  /** The record as one line of NDJSON. */
  readonly ndjson: (record: Record) => string
  /** CSV in which no cell is a formula to a spreadsheet. */
  readonly csv: { readonly header: string; readonly line: (record: Record) => string }
}

/** The formats of both collections. */
export interface RecordFormats {
  readonly complaints: RecordFormat<Complaint>
  readonly notices: RecordFormat<Notice>
}

const plain: RecordFormat<unknown> = {
  json: (record) => JSON.stringify(record, null, 2),
  ndjson: (record) => `${JSON.stringify(record)}\n`,
  csv: { header: "record\r\n", line: (record) => `${JSON.stringify(JSON.stringify(record))}\r\n` }
}

/** The formats. A registry starts with its program's own. */
export const formatsAtom: Atom.Writable<RecordFormats> = Atom.keepAlive(
  Atom.make<RecordFormats>({ complaints: plain, notices: plain })
)
