import type { AtomRegistry } from "effect/reactivity"
import { Option } from "effect"
import { UrlParams } from "effect/http"
import { originAtom } from "../source.ts"
import { formatsAtom, type RecordFormat, type WholeForm } from "./RecordFormat.ts"
import { shownRows } from "./arrangement.ts"
import { anyWidth, type makeCollectionAtoms } from "./derived.ts"
import type { BrowsableQuery, CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import type { CollectionState } from "./state.ts"
import { pageOfRow, type Row } from "./RowStore.ts"

type Registry = AtomRegistry.AtomRegistry

/** A record as it may be taken away. */
export interface TakenRecord {
  readonly json: string
  /** The record's address; `null` where it has none. */
  readonly link: string | null
  readonly fields: ReadonlyArray<DetailField>
  /** What is in the column that the reader chose; nothing before one was. */
  readonly cell: Option.Option<DetailField>
}

/** Loaded rows as the text of a file. */
interface TakenRows {
  readonly text: string
  readonly records: number
  /** Rows that could not be read, and so are in no file. */
  readonly rejected: number
}

/** The forms in which loaded rows leave the program. */
export type FileForm = "csv" | "ndjson"

/** What can be taken away from a collection. */
export interface TakingVerbs {
  /** The record under the cursor, where it is loaded. */
  readonly recordAtCursor: (registry: Registry) => Option.Option<TakenRecord>
  /** Path and parameters of the request for the page under the cursor, encoded. */
  readonly requestAtCursor: (registry: Registry) => string
  /** The loaded rows as they are shown: sorted and narrowed as the reader chose. */
  readonly shownText: (registry: Registry, form: FileForm) => TakenRows
  /** Every record of what is asked, to a file. */
  readonly exportAll: (
    registry: Registry,
    path: string,
    form: WholeForm
  ) => ReturnType<RecordFormat<never, never>["exportAll"]>
}

const rowsPerRequest = 50

const lineOf = <Record>(format: RecordFormat<never, Record>, form: FileForm): ((record: Record) => string) =>
  form === "csv" ? format.csv.line : format.ndjson

const textOf = <Record>(
  format: RecordFormat<never, Record>,
  form: FileForm,
  shown: Iterable<readonly [number, Row<Record>]>
): TakenRows => {
  const rows = Array.from(shown, ([, row]) => row)
  const records = rows.flatMap((row) => (row._tag === "Record" ? [row.record] : []))
  const header = form === "csv" ? format.csv.header : ""
  const text = header + records.map(lineOf(format, form)).join("")
  return { text, records: records.length, rejected: rows.length - records.length }
}

/** Every field of a record; its number as the record has it, for programs, too. */
const fieldsOf = <Query extends BrowsableQuery<Query>, Record>(
  { detail, numberOf }: CollectionDefinition<Query, Record>,
  record: Record
): ReadonlyArray<DetailField> => {
  const [first, ...rest] = detail(record)
  const number = numberOf(record)
  return first === undefined || number === "" ? detail(record) : [first, { label: "DIGITS", text: number }, ...rest]
}

/** What is in a column: a narrow one leaves out seconds, which the record's detail has. */
const cellIn = <Query extends BrowsableQuery<Query>, Record>(
  { columns, detail }: CollectionDefinition<Query, Record>,
  record: Record,
  chosen: string
): Option.Option<DetailField> => {
  const column = columns(anyWidth).find(({ title }) => title === chosen)
  const whole = detail(record).find(({ label }) => label === chosen)
  return Option.map(Option.fromUndefinedOr(column), ({ text }) => whole ?? { label: chosen, text: text(record) })
}

/** Makes a collection's ways out. */
export const makeTakingVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { places, shownAt }: Pick<ReturnType<typeof makeCollectionAtoms<Query, Record>>, "places" | "shownAt">
): TakingVerbs => {
  const formatOf = (registry: Registry): RecordFormat<Query, Record> => definition.format(registry.get(formatsAtom))
  const cellOf = (registry: Registry, record: Record): Option.Option<DetailField> =>
    Option.flatMap(registry.get(state.column), (chosen) => cellIn(definition, record, chosen))
  return {
    recordAtCursor: (registry) => {
      const row = registry.get(shownAt)(registry.get(state.view).cursor)
      if (row?._tag !== "Record") return Option.none()
      const { record } = row
      return Option.some({
        json: formatOf(registry).json(record),
        link: definition.linkOf(record),
        fields: fieldsOf(definition, record),
        cell: cellOf(registry, record)
      })
    },
    requestAtCursor: (registry) => {
      const { cursor } = registry.get(state.view)
      const row = Option.match(registry.get(places), { onNone: () => cursor, onSome: (rows) => rows[cursor] ?? 0 })
      const query = registry.get(state.query).withOffset(pageOfRow(row) * rowsPerRequest)
      return `${definition.path}?${UrlParams.toString(query.toUrlParams())}`
    },
    exportAll: (registry, path, form) =>
      formatOf(registry).exportAll(registry.get(state.query).withOffset(0), {
        path,
        form,
        source: registry.get(originAtom).baseUrl
      }),
    shownText: (registry, form) =>
      textOf(formatOf(registry), form, shownRows(registry.get(state.store), registry.get(places)))
  }
}
