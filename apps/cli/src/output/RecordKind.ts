import { type FileForm } from "@public-records/export/FileForm"
import { type Column } from "./table.ts"

/** How the records of a collection are printed. */
export interface RecordKind<Record> extends FileForm<Record> {
  readonly columns: ReadonlyArray<Column<Record>>
}

/** A field as text for people: nothing for unknown values, arrays with `; ` between their elements. */
export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(shownValue).join("; ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
