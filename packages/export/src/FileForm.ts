/** The type of a column of a Parquet file. */
export type ColumnType = "text" | "texts" | "boolean" | "date" | "moment" | "instant"

/** A column of a Parquet file: a field of a record, and its type. */
export interface TypedColumn {
  readonly name: string
  readonly type: ColumnType
  /** Whether every record has it. @default false */
  readonly isRequired?: boolean
}

/** The records of a collection as they are in files. */
export interface FileForm<Record> {
  readonly one: string
  readonly many: string
  /** Returns the record's fields by name, in column order. CSV files of complaints have their own columns. */
  readonly fields: (record: Record) => Readonly<{ [field: string]: unknown }>
  readonly csv: {
    readonly header: ReadonlyArray<string>
    readonly cells: (record: Record) => ReadonlyArray<string>
  }
  /** The fields with their types, in their order. */
  readonly parquet: ReadonlyArray<TypedColumn>
  /** A note on these records for people. */
  readonly note?: string
}
