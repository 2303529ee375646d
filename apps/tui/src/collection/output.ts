import { Option } from "effect"
import { UrlParams } from "effect/http"
import type { AtomRegistry } from "effect/reactivity"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import { shownRows } from "./localSort.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import { anyWidth } from "./tableColumns.ts"
import type { Derived } from "./derived.ts"
import { type ExportFormat, formatsAtom, type RecordFormat } from "./RecordFormat.ts"
import { pageOfRow } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"

type Registry = AtomRegistry.AtomRegistry

/** The parts of a record that can be copied. */
export interface CopyableRecord {
  readonly json: string
  /** The record's web address, or `null`. */
  readonly link: string | null
  readonly fields: ReadonlyArray<DetailField>
  /** The cell in the chosen column, if any. */
  readonly cell: Option.Option<DetailField>
}

export type RowFileFormat = "csv" | "ndjson"

const rowsPerRequest = 50

/** Returns the full value in a column. The detail has seconds, which a narrow column omits. */
const cellIn = <Query, Record>(
  { columns, detail }: CollectionDefinition<Query, Record>,
  record: Record,
  chosen: string
): Option.Option<DetailField> => {
  const column = columns(anyWidth).find(({ title }) => title === chosen)
  const field = detail(record).find(({ label }) => label === chosen)
  return Option.map(Option.fromUndefinedOr(column), ({ text }) => field ?? { label: chosen, text: text(record) })
}

export const makeRowOutput = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { rowOrder, shownAt }: Derived<Query, Record>
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
        fields: [first, ...digits, ...rest],
        cell: Option.flatMap(registry.get(state.column), (chosen) => cellIn(definition, record, chosen))
      })
    },
    /** Returns the encoded path and parameters of the request for the page under the cursor. */
    requestAtCursor: (registry: Registry): string => {
      const { cursor } = registry.get(state.view)
      const arranged = registry.get(rowOrder)
      const row = arranged === undefined ? cursor : (arranged[cursor] ?? 0)
      const params = definition.paramsOf(registry.get(state.query), pageOfRow(row) * rowsPerRequest)
      return `${definition.path}?${UrlParams.toString(params)}`
    },
    /** Returns the loaded rows as shown, as the content of a file. Omits invalid records. */
    shownText: (registry: Registry, format: RowFileFormat) => {
      const { csv, ndjson } = formatOf(registry)
      const rows = Array.from(shownRows(registry.get(state.store), registry.get(rowOrder)), ([, row]) => row)
      const records = rows.flatMap((row) => (row._tag === "Record" ? [row.record] : []))
      const lines = records.map(format === "csv" ? csv.line : ndjson).join("")
      const text = format === "csv" ? csv.header + lines : lines
      return { text, records: records.length, rejected: rows.length - records.length }
    },
    exportAll: (registry: Registry, path: string, format: ExportFormat) => {
      const query = registry.get(state.query)
      const { name, newestDay } = registry.get(screenSourceAtom)
      const dated = newestDay === null ? query : (definition.withDates?.(query, newestDay) ?? query)
      return formatOf(registry).exportAll(dated, { path, format, source: name })
    }
  }
}
