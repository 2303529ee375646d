import { version } from "@public-records/core"
import { type Effect, Predicate } from "effect"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { createHash } from "node:crypto"
import { type FileHandle } from "node:fs/promises"
import { zstdCompressSync } from "node:zlib"
import { type ExportFailure } from "../ExportFailure.ts"
import { type TypedColumn } from "../FileForm.ts"
import { completeLines, type Digest, onDisk, openEmpty } from "../files.ts"
import { ColumnValues } from "./columnValues.ts"
import { parquetSchema } from "./parquetSchema.ts"

/** The rows of a group are in memory together. */
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
  readonly #hash = createHash("sha256")
  #length = 0
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

  /** Completes the file. Returns the digest of what was written. */
  async end(): Promise<Digest> {
    await this.#writer.finish()
    await this.#flush()
    await this.#handle.sync()
    return { bytes: this.#length, sha256: this.#hash.digest("hex") }
  }

  async #flush(): Promise<void> {
    const bytes = this.#bytes.getBytes()
    this.#hash.update(bytes)
    this.#length += bytes.length
    await this.#handle.writeFile(bytes)
    this.#bytes.index = 0
  }
}

const rowOf = (line: string): Readonly<Record<string, unknown>> => {
  const row: unknown = JSON.parse(line)
  return Predicate.isObject(row) ? row : {}
}

/**
 * Makes a Parquet file of lines of JSON, compressed with Zstandard. Returns the digest of what was written. The same lines
 * make the same bytes.
 *
 * **Gotchas** rows are written in groups of 20,000, so that memory does not grow with the file.
 */
export const writeParquet = (source: ParquetSource): Effect.Effect<Digest, ExportFailure> =>
  onDisk(source.to, async (signal) => {
    const handle = await openEmpty(source.to)
    try {
      const file = new ParquetFile(handle, source)
      const values = new ColumnValues(source.columns)
      for await (const { text } of completeLines(source.from)) {
        values.add(rowOf(text))
        if (values.rows < rowsPerGroup) continue
        signal.throwIfAborted()
        await file.add(values)
      }
      if (values.rows > 0) await file.add(values)
      return await file.end()
    } finally {
      await handle.close()
    }
  })
