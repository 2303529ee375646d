import { zstdDecompressSync } from "node:zlib"
import type { FileFacts } from "./FileFacts.ts"
import { addRecord } from "./readJson.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

/** Converts a value of a column to the value in NDJSON. The times of complaints have no zone, those of notices are instants. */
const plainValue = (column: string, value: unknown): unknown => {
  if (typeof value === "bigint") return String(value)
  if (!(value instanceof Date)) return value
  const time = value.toISOString()
  if (column === "date") return time.slice(0, 10)
  const isInstant = column === "created" || column === "updated"
  return isInstant ? `${time.slice(0, 19)}+00:00` : `${time.slice(0, 10)} ${time.slice(11, 19)}`
}

const plainRecord = (row: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainValue(column, value)]))

/** Reads a Parquet file of `export`, one group of rows at a time. */
export const readParquet = async (
  { newest, path }: FileFacts,
  sink: RecordSink,
  onBytes: (bytes: number) => void = () => undefined
): Promise<void> => {
  // Loaded when it is needed, because most files are CSV or JSON.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import("hyparquet")
  const unreadable = (): never => {
    throw new RecordFileError({ message: `The data file ${path} cannot be used: it is not a complete Parquet file.` })
  }
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file).catch(unreadable)
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors }).catch(unreadable)
    for (const [index, row] of rows.entries()) {
      addRecord(plainRecord(row), `${path}, row ${rowStart + index + 1}`, sink, newest)
    }
    rowStart = rowEnd
    onBytes(file.byteLength / metadata.row_groups.length)
  }
}
