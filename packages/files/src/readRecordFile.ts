import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { Effect, Predicate } from "effect"
import { detectFormat, type FileFormat, findUnusableReason } from "./fileFormat.ts"
import { readCsv } from "./readCsv.ts"
import { readParquet } from "./readParquet.ts"
import { readJson, readNdjson } from "./readJson.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

const readers: Readonly<Record<FileFormat, typeof readCsv>> = { csv: readCsv, json: readJson, ndjson: readNdjson }

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  ENOTDIR: "the file does not exist",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder; name the files in it"
}

const toRecordFileError = (path: string, cause: unknown): RecordFileError => {
  if (cause instanceof RecordFileError) return cause
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new RecordFileError({ message: `The data file ${path} cannot be read: ${reason}.` })
}

/** Runs an operation on a file. **Fails with** `RecordFileError`, which names the file and the reason. */
export const onFile = <A>(path: string, operation: () => Promise<A>): Effect.Effect<A, RecordFileError> =>
  Effect.tryPromise({ try: operation, catch: (cause) => toRecordFileError(path, cause) })

/**
 * Returns the total size of files in bytes, or `undefined` if one of them, such as a pipe, has no known size.
 *
 * **Fails with** `RecordFileError` if one of them does not exist or is a folder.
 */
export const totalSize = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  let size: number | undefined = 0
  for (const path of paths) {
    const found = yield* onFile(path, () => stat(path))
    if (found.isDirectory()) return yield* toRecordFileError(path, { code: "EISDIR" })
    size = size === undefined || !found.isFile() ? undefined : size + found.size
  }
  return size
})

const byteOrderMark = "\u00EF\u00BB\u00BF"

/** Number of bytes that show the format of a file. */
const startBytes = 4096

/** Returns the start of a file, one character per byte, without consuming it. */
const peek = (file: Readable): Promise<string> =>
  new Promise((resolve) => {
    const take = (): void => {
      // A file without bytes is at its end. Reading would end it before its reader listens.
      const start: unknown = file.readableLength === 0 ? Buffer.alloc(0) : file.read(startBytes)
      // `null` until these bytes or the end have arrived.
      if (!Buffer.isBuffer(start)) return
      file.off("readable", take)
      if (start.length > 0) file.unshift(start)
      resolve(start.toString("latin1"))
    }
    file.on("readable", take)
  })

/** Returns the start of a file as `peek` does, after a byte-order mark, which it consumes. */
const peekAfterMark = async (file: Readable): Promise<string> => {
  const start = await peek(file)
  if (!start.startsWith(byteOrderMark)) return start
  file.read(byteOrderMark.length)
  return start.slice(byteOrderMark.length)
}

const readStream = async (
  file: Readable,
  path: string,
  sink: RecordSink,
  onBytes: (bytes: number) => void
): Promise<void> => {
  const start = await peekAfterMark(file)
  const reason = findUnusableReason(path, start)
  if (reason !== undefined) {
    throw new RecordFileError({ message: `The data file ${path} cannot be used: ${reason}.` })
  }
  const format = detectFormat(path, start)
  // One character per byte for CSV, because its fields are decoded separately.
  const encoding = format === "csv" ? "latin1" : "utf8"
  file.setEncoding(encoding)
  file.on("data", (text: string) => onBytes(Buffer.byteLength(text, encoding)))
  await readers[format](file, path, sink, start)
}

/** Reads the records of a stream of bytes. Throws a `RecordFileError` if the stream cannot be used. */
export const readRecords = (
  file: Readable,
  path: string,
  sink: RecordSink,
  onBytes: (bytes: number) => void = () => undefined
): Promise<void> => {
  // The stream may fail between two steps, when only this listener exists.
  const failure = new Promise<never>((_, reject) => file.once("error", reject))
  return Promise.race([failure, readStream(file, path, sink, onBytes)])
}

/** Whether a file is in the format Parquet. It cannot be read as a stream, because its index is at its end. */
const isParquet = async (path: string): Promise<boolean> => {
  // A named pipe cannot be opened twice: its writer ends with the first reader.
  if (!(await stat(path)).isFile()) return false
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString("latin1", 0, bytesRead) === "PAR1"
  } finally {
    await file.close()
  }
}

/**
 * Reads the records of a CSV, NDJSON, JSON or Parquet file. `onBytes` receives the number of bytes read since its last call.
 *
 * **Fails with** `RecordFileError`, which names the file and, if known, the row, line or record.
 */
export const readRecordFile = (
  path: string,
  sink: RecordSink,
  onBytes?: (bytes: number) => void
): Effect.Effect<void, RecordFileError> =>
  onFile(path, async () => {
    if (await isParquet(path)) return readParquet(path, sink, onBytes)
    const file = createReadStream(path)
    try {
      await readRecords(file, path, sink, onBytes)
    } finally {
      file.destroy()
    }
  })
