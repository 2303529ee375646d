import { exactPath } from "@public-records/files/duckDBPath"
import type { FileFacts } from "@public-records/files/FileFacts"
import { addRecord } from "@public-records/files/readJson"
import { RecordFileError } from "@public-records/files/RecordFileError"
import type { RecordSink } from "@public-records/files/RecordSink"
import { Effect } from "effect"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import { raw, type Sql, sql } from "../store/sql.ts"

/** Number of rows that are read at the same time. */
const piece = 20_000

/** Other work continues after this number of records. */
const turn = 500

/** Returns the form in NDJSON of the times of a column. Those of complaints have no zone, those of notices are instants. */
const timeFormat = (column: string): string => {
  if (column === "date") return "%Y-%m-%d"
  return column === "created" || column === "updated" ? "%Y-%m-%dT%H:%M:%S+00:00" : "%Y-%m-%d %H:%M:%S"
}

/** Returns the expression for a column's values in NDJSON. */
const plainValue = (column: Row): string => {
  const [name, type] = [text(column, "column_name"), text(column, "column_type")]
  const value = `"${name.replaceAll('"', '""')}"`
  if (!/^(?:DATE|TIMESTAMP)/.test(type)) return value
  return `strftime(make_timestamp(epoch_us(${value})), '${timeFormat(name)}') as ${value}`
}

/** Creates a function that reads a Parquet file of `export`, in pieces, with a connection to any database. */
export const parquetReader = (db: Database, onBytes: (bytes: number) => void) =>
  Effect.fnUntraced(function* ({ newest, path }: FileFacts, sink: RecordSink): Effect.fn.Return<void, RecordFileError> {
    const message = `The data file ${path} cannot be used: it is not a complete Parquet file.`
    const refuse = () => Effect.fail(new RecordFileError({ message }))
    // Damage is any kind of error, also kinds that are otherwise bugs.
    const rows = (statement: Sql) => db.rows(statement).pipe(Effect.catch(refuse), Effect.catchDefect(refuse))
    const name = exactPath(path)
    const [facts] = yield* rows(sql`select num_rows, file_size_bytes from parquet_file_metadata(${name})`)
    const total = integer(facts, "num_rows")
    const file = sql`read_parquet(${name}, hive_partitioning = false)`
    const columns = yield* rows(sql`select column_name, column_type from (describe select * from ${file})`)
    const values = raw(columns.map(plainValue).join())
    for (let start = 0; start < total; start += piece) {
      const records = yield* rows(sql`select ${values} from ${file} limit ${piece} offset ${start}`)
      for (const [index, record] of records.entries()) {
        if (index % turn === 0) yield* Effect.yieldNow
        addRecord(record, `${path}, row ${start + index + 1}`, sink, newest)
      }
      onBytes((integer(facts, "file_size_bytes") * records.length) / total)
    }
  })
