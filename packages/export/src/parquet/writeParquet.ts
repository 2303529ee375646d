import { version } from "@public-records/core"
import { type Effect, Predicate } from "effect"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { createHash } from "node:crypto"
import { zstdCompressSync } from "node:zlib"
import { type ExportFailure } from "../ExportFailure.ts"
import { type TypedColumn } from "../RecordLayout.ts"
import { completeLines, type Digest, withFileErrors, openEmpty } from "../files.ts"
import { converters, parquetSchema } from "./parquetSchema.ts"

/** Number of rows in a group. A group is written at once, so it has to fit into memory. */
const rowsPerGroup = 20_000

/** Paths and columns of a conversion from NDJSON to Parquet. */
interface ParquetSource {
  readonly from: string
  readonly to: string
  readonly columns: ReadonlyArray<TypedColumn>
  readonly note: string | undefined
}

const rowOf = (line: string): Readonly<Record<string, unknown>> => {
  const row: unknown = JSON.parse(line)
  return Predicate.isObject(row) ? row : {}
}

const makeWriter = ({ columns, note }: ParquetSource, writer: ByteWriter): ParquetWriter =>
  new ParquetWriter({
    writer,
    schema: parquetSchema(columns),
    codec: "ZSTD",
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: `public-records version ${version}`,
    ...(note === undefined ? {} : { kvMetadata: [{ key: "note", value: note }] })
  })

/**
 * Converts NDJSON to a Parquet file, compressed with Zstandard, and returns its digest. The same lines produce the same bytes.
 *
 * **Gotchas** rows are written in groups of 20,000, so that memory use does not grow with the file.
 */
export const writeParquet = (source: ParquetSource): Effect.Effect<Digest, ExportFailure> =>
  withFileErrors(source.to, async (signal) => {
    const handle = await openEmpty(source.to)
    const bytes = new ByteWriter()
    const writer = makeWriter(source, bytes)
    const hash = createHash("sha256")
    let length = 0
    const newGroup = () =>
      source.columns.map(({ name, type }) => {
        const data: Array<unknown> = []
        return { name, convert: converters[type], data }
      })
    let group = newGroup()
    let rows = 0
    const flush = async (): Promise<void> => {
      const chunk = bytes.getBytes()
      hash.update(chunk)
      length += chunk.length
      await handle.writeFile(chunk)
      bytes.index = 0
    }
    const writeGroup = async (): Promise<void> => {
      signal.throwIfAborted()
      const columnData = group
      group = newGroup()
      rows = 0
      await writer.write({ columnData, rowGroupSize: rowsPerGroup })
      await flush()
    }
    try {
      for await (const { text } of completeLines(source.from)) {
        const row = rowOf(text)
        for (const { convert, data, name } of group) data.push(convert(row[name]))
        rows += 1
        if (rows === rowsPerGroup) await writeGroup()
      }
      if (rows > 0) await writeGroup()
      await writer.finish()
      await flush()
      await handle.sync()
      return { bytes: length, sha256: hash.digest("hex") }
    } finally {
      await handle.close()
    }
  })
