import { type Column } from "./table.ts"

/** How the records of a collection are printed. */
export interface RecordKind<Record> {
  readonly one: string
  readonly many: string
  /** The record's fields by name, in the order in which every format but the complaints' CSV prints them. */
  readonly fields: (record: Record) => Readonly<{ [field: string]: unknown }>
  readonly csv: {
    readonly header: ReadonlyArray<string>
    readonly cells: (record: Record) => ReadonlyArray<string>
  }
  readonly columns: ReadonlyArray<Column<Record>>
  /** What a reader of these records must know. */
  readonly note?: string
}

/** A field as text for people: nothing for unknown values, arrays with `; ` between their elements. */
export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(shownValue).join("; ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
