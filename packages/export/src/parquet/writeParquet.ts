import { version } from "@public-records/core"
import { type Effect, Predicate } from "effect"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { type FileHandle, open } from "node:fs/promises"
import { zstdCompressSync } from "node:zlib"
import { type ExportFailure } from "../ExportFailure.ts"
import { type TypedColumn } from "../FileForm.ts"
import { onDisk, wholeLines } from "../files.ts"
import { ColumnValues } from "./columnValues.ts"
import { parquetSchema } from "./parquetSchema.ts"

/** So many rows stand together, and are in memory at a time. */
const rowsPerGroup = 20_000

/** What to make a Parquet file of: lines of JSON, and the types of their members. */
interface ParquetSource {
  readonly from: string
  readonly to: string
  readonly columns: ReadonlyArray<TypedColumn>
  readonly note: string | undefined
}

/** Writes Parquet to a file, one group of rows after the other. */
class ParquetFile {
  readonly #handle: FileHandle
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter

  constructor(handle: FileHandle, { columns, note }: ParquetSource) {
    this.#handle = handle
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: parquetSchema(columns),
      codec: "ZSTD",
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      createdBy: `public-records version ${version}`,
      ...(note === undefined ? {} : { kvMetadata: [{ key: "note", value: note }] })
    })
  }

  async add(values: ColumnValues): Promise<void> {
    await this.#writer.write({ columnData: values.take(), rowGroupSize: rowsPerGroup })
    await this.#flush()
  }

  async end(): Promise<void> {
    await this.#writer.finish()
    await this.#flush()
    await this.#handle.sync()
  }

  async #flush(): Promise<void> {
    await this.#handle.writeFile(this.#bytes.getBytes())
    this.#bytes.index = 0
  }
}

const rowOf = (line: string): Readonly<Record<string, unknown>> => {
  const row: unknown = JSON.parse(line)
  return Predicate.isObject(row) ? row : {}
}

/**
 * Makes a Parquet file of lines of JSON, compressed with Zstandard. The same lines make the same bytes.
 *
 * **Gotchas** rows stand in groups of 20,000, so that memory does not grow with the file.
 */
export const writeParquet = (source: ParquetSource): Effect.Effect<void, ExportFailure> =>
  onDisk(source.to, async (signal) => {
    const handle = await open(source.to, "w")
    try {
      const file = new ParquetFile(handle, source)
      const values = new ColumnValues(source.columns)
      for await (const { text } of wholeLines(source.from)) {
        values.add(rowOf(text))
        if (values.rows < rowsPerGroup) continue
        signal.throwIfAborted()
        await file.add(values)
      }
      if (values.rows > 0) await file.add(values)
      await file.end()
    } finally {
      await handle.close()
    }
  })
