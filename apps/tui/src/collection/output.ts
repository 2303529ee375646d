import type { Complaint, ComplaintQuery, Notice, NoticeQuery, PublicRecords } from "@public-records/core"
import { Option, type Stream } from "effect"
import { UrlParams } from "effect/http"
import type { Atom, AtomRegistry } from "effect/reactivity"
import { sourceInfoAtom, provided } from "../source.ts"
import { shownRows } from "./arrangement.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import { anyWidth, type Derived } from "./derived.ts"
import { pageOfRow } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"

type Registry = AtomRegistry.AtomRegistry

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

export interface RecordFormats {
  readonly complaints: RecordFormat<ComplaintQuery, Complaint>
  readonly notices: RecordFormat<NoticeQuery, Notice>
}

/** The formats of both collections. */
export const formatsAtom: Atom.Writable<RecordFormats> = provided("the formats of records")

/** The parts of a record that can be copied. */
export interface CopyableRecord {
  readonly json: string
  /** The record's address, or `null`. */
  readonly link: string | null
  readonly fields: ReadonlyArray<DetailField>
  /** The cell in the chosen column, if one was chosen. */
  readonly cell: Option.Option<DetailField>
}

export type RowFileFormat = "csv" | "ndjson"

const rowsPerRequest = 50

/** Returns the whole value in a column: a narrow column leaves out seconds, which the detail has. */
const cellIn = <Query, Record>(
  { columns, detail }: CollectionDefinition<Query, Record>,
  record: Record,
  chosen: string
): Option.Option<DetailField> => {
  const column = columns(anyWidth).find(({ title }) => title === chosen)
  const whole = detail(record).find(({ label }) => label === chosen)
  return Option.map(Option.fromUndefinedOr(column), ({ text }) => whole ?? { label: chosen, text: text(record) })
}

export const makeRowOutput = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { places, shownAt }: Derived<Query, Record>
) => {
  const formatOf = (registry: Registry): RecordFormat<Query, Record> => definition.format(registry.get(formatsAtom))
  return {
    /** Returns the record under the cursor, if it is loaded. */
    recordAtCursor: (registry: Registry): Option.Option<CopyableRecord> => {
      const row = registry.get(shownAt)(registry.get(state.view).cursor)
      if (row?._tag !== "Record") return Option.none()
      const { record } = row
      const [first, ...rest] = definition.detail(record)
      const number = definition.numberOf(record)
      const digits = number === "" ? [] : [{ label: "DIGITS", text: number }]
      return Option.some({
        json: formatOf(registry).json(record),
        link: definition.linkOf(record),
        fields: first === undefined ? [] : [first, ...digits, ...rest],
        cell: Option.flatMap(registry.get(state.column), (chosen) => cellIn(definition, record, chosen))
      })
    },
    /** Returns the encoded path and parameters of the request for the page under the cursor. */
    requestAtCursor: (registry: Registry): string => {
      const { cursor } = registry.get(state.view)
      const arranged = registry.get(places)
      const row = arranged === undefined ? cursor : (arranged[cursor] ?? 0)
      const params = definition.paramsOf(registry.get(state.query), pageOfRow(row) * rowsPerRequest)
      return `${definition.path}?${UrlParams.toString(params)}`
    },
    /** Returns the loaded rows as the text of a file, sorted and narrowed as shown, without unreadable records. */
    shownText: (registry: Registry, form: RowFileFormat) => {
      const { csv, ndjson } = formatOf(registry)
      const rows = Array.from(shownRows(registry.get(state.store), registry.get(places)), ([, row]) => row)
      const records = rows.flatMap((row) => (row._tag === "Record" ? [row.record] : []))
      const lines = records.map(form === "csv" ? csv.line : ndjson).join("")
      const text = form === "csv" ? csv.header + lines : lines
      return { text, records: records.length, rejected: rows.length - records.length }
    },
    exportAll: (registry: Registry, path: string, form: ExportFormat) =>
      formatOf(registry).exportAll(registry.get(state.query), {
        path,
        form,
        source: registry.get(sourceInfoAtom).baseUrl
      })
  }
}
