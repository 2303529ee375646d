import { type TypedColumn } from "@public-records/files/parquetFile"
import type { UrlParams } from "effect/http"

/** The layout of a collection's records in files. `one` and `many` are the nouns for its records. */
export interface RecordLayout<Query, Record> {
  readonly one: string
  readonly many: "complaints" | "notices"
  /** Returns a query as parameters, which say in checkpoints and manifests what was exported. */
  readonly paramsOf: (query: Query) => UrlParams.UrlParams
  /** Returns the fields of a record by name, in column order. CSV has its own columns, because complaints need others there. */
  readonly fields: (record: Record) => Readonly<{ [field: string]: unknown }>
  readonly csv: {
    readonly header: ReadonlyArray<string>
    readonly cells: (record: Record) => ReadonlyArray<string>
    /** The cells for a spreadsheet, which people read. @default `cells` */
    readonly spreadsheetCells?: (record: Record) => ReadonlyArray<string>
  }
  readonly parquet: ReadonlyArray<TypedColumn>
  /** A remark about these records, shown to the user. */
  readonly note?: string
}
