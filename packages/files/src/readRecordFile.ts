import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { Clock, DateTime, Effect, Predicate } from "effect"
import { type FileFacts, factsOf } from "./FileFacts.ts"
import { detectFormat, type FileFormat, findUnusableReason } from "./fileFormat.ts"
import { startOf } from "./lines.ts"
import { readCsv } from "./readCsv.ts"
import { readJson, readNdjson } from "./readJson.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"
import { nameOf, standardInput, subjectOf } from "./standardInput.ts"

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
  const message = `${subjectOf(path)} cannot be read: ${reason}.`
  // The codes of the operating system. A folder or a file that does not exist was named by mistake.
  const isIoFailure = /^E[A-Z\d]+$/.test(code) && !["ENOENT", "ENOTDIR", "EISDIR"].includes(code)
  return new RecordFileError(isIoFailure ? { message, isIoFailure } : { message })
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
    if (path === standardInput) {
      size = undefined
      continue
    }
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

/** The text of an invalid record that is passed on has at most this many characters. */
const maxRaw = 2_000

const withShortTexts = (sink: RecordSink): RecordSink => ({
  ...sink,
  addInvalid: (location, reason, raw) => sink.addInvalid(location, reason, startOf(raw, maxRaw))
})

const readStream = async (
  file: Readable,
  facts: FileFacts,
  sink: RecordSink,
  onBytes: (bytes: number) => void
): Promise<void> => {
  const { path } = facts
  const start = await peekAfterMark(file)
  const reason = findUnusableReason(path, start)
  if (reason !== undefined) {
    throw new RecordFileError({ message: `${subjectOf(path)} cannot be used: ${reason}.` })
  }
  const format = detectFormat(path, start)
  // One character per byte for CSV, because its fields are decoded separately.
  const encoding = format === "csv" ? "latin1" : "utf8"
  file.setEncoding(encoding)
  file.on("data", (text: string) => onBytes(Buffer.byteLength(text, encoding)))
  await readers[format](file, facts, sink, start)
}

/**
 * Reads the records of a stream of bytes. `writtenOn` is the day on which its file was written, if known. Throws a `RecordFileError`
 * if the stream cannot be used.
 */
export const readRecords = (
  file: Readable,
  path: string,
  sink: RecordSink,
  onBytes: (bytes: number) => void = () => undefined,
  writtenOn?: string
): Promise<void> => {
  // The stream may fail between two steps, when only this listener exists.
  const failure = new Promise<never>((_, reject) => file.once("error", reject))
  return Promise.race([failure, readStream(file, factsOf(path, writtenOn), withShortTexts(sink), onBytes)])
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

const dayOf = (time: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(time))

/** Returns the day on which a file was written, or today if that is earlier. */
const writtenDay = async (path: string, now: number): Promise<string> =>
  dayOf(Math.max((await stat(path)).mtimeMs, now))

/** Returns standard input. Throws a `RecordFileError` if it was read before, such as for a reload. */
const openStandardInput = (): Readable => {
  const { stdin } = process
  if (!stdin.destroyed && !stdin.readableEnded) return stdin
  throw new RecordFileError({ message: "Standard input can be read only once. Name it once, or use a file." })
}

/** Reads the records of a Parquet file. This package has no library for them. */
type ParquetReader<E> = (facts: FileFacts, sink: RecordSink) => Effect.Effect<void, E>

/**
 * Reads the records of a CSV, NDJSON or JSON file, or of standard input, which is `-`. `onBytes` receives the number of bytes read since its
 * last call. `readParquet` reads Parquet files, which are refused without it.
 *
 * **Fails with** `RecordFileError`, which names the file and, if known, the line or record.
 */
export const readRecordFile = Effect.fnUntraced(function* <E = never>(
  path: string,
  sink: RecordSink,
  onBytes?: (bytes: number) => void,
  readParquet?: ParquetReader<E>
) {
  const now = yield* Clock.currentTimeMillis
  const isFile = path !== standardInput
  const writtenOn = isFile ? yield* onFile(path, () => writtenDay(path, now)) : dayOf(now)
  if (readParquet !== undefined && isFile && (yield* onFile(path, () => isParquet(path)))) {
    return yield* readParquet(factsOf(path, writtenOn), withShortTexts(sink))
  }
  yield* onFile(path, async () => {
    const file = isFile ? createReadStream(path) : openStandardInput()
    try {
      await readRecords(file, nameOf(path), sink, onBytes, writtenOn)
    } finally {
      file.destroy()
    }
  })
})
