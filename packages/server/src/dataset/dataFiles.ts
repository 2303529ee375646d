import type { Hash } from "node:crypto"
import { type FileHandle, open, stat } from "node:fs/promises"
import { Effect, Predicate, type Scope } from "effect"
import type { DataSetBuilder } from "./DataSetBuilder.ts"
import { fileFinding } from "./fileForm.ts"
import { maxRecordBytes, type RecordReader } from "./RecordReader.ts"
import { recordReaders } from "./recordReaders.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"

/** As much as is read in one go; requests are answered between two of them, so it is a few milliseconds of work. */
const bytesAtOnce = 131_072
const bytesThatTell = 4_096
const byteOrderMark = Buffer.from("\uFEFF")

/** What a load of files fills. */
export interface FileLoad {
  readonly builder: DataSetBuilder
  /** Takes every byte, and so tells one content from another. */
  readonly digest: Hash
  /** Told how many bytes more were read. */
  readonly onBytes: (bytes: number) => void
}

const folder = "it is a folder; name the files in it"

const reasonOf = (cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file"
  if (code === "EACCES" || code === "EPERM") return "it may not be read"
  if (code === "EISDIR") return folder
  return cause instanceof Error ? cause.message : String(cause)
}

const unreadable = (path: string | URL, reason: string): ReferenceServerError =>
  new ReferenceServerError({ message: `The data file ${String(path)} cannot be read: ${reason}.` })

/** Does something with a file, and says in a sentence why it cannot. */
export const onFile = <A>(path: string | URL, attempt: () => Promise<A>): Effect.Effect<A, ReferenceServerError> =>
  Effect.tryPromise({ try: attempt, catch: (cause) => unreadable(path, reasonOf(cause)) })

/**
 * How many bytes files have together; nothing where one of them, such as a pipe, does not say.
 *
 * **Fails with** one sentence, before any of them is read.
 */
export const sizeOf = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>
): Effect.fn.Return<number | undefined, ReferenceServerError> {
  let size: number | undefined = 0
  for (const path of paths) {
    const found = yield* onFile(path, () => stat(path))
    if (found.isDirectory()) return yield* unreadable(path, folder)
    size = size === undefined || !found.isFile() ? undefined : size + found.size
  }
  return size
})

const opened = (path: string): Effect.Effect<FileHandle, ReferenceServerError, Scope.Scope> =>
  Effect.acquireRelease(
    onFile(path, () => open(path)),
    (handle) => Effect.promise(() => handle.close())
  )

const isUsable = ({ broken }: DataSetBuilder): Effect.Effect<void, ReferenceServerError> =>
  broken.end === undefined ? Effect.void : Effect.fail(new ReferenceServerError({ message: broken.end }))

/** What reads the file that begins so; nothing, and an end to the load, where it is of no use. */
const readerOf = (path: string, start: Buffer, builder: DataSetBuilder): RecordReader | undefined => {
  const finding = fileFinding(path, start)
  if ("form" in finding) return recordReaders[finding.form](builder)
  builder.broken.addFile(undefined, finding.unusable)
  return undefined
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes

/**
 * Reads a file into a data set, in pieces: it takes the memory of its longest record, whatever its size.
 *
 * **Fails with** one sentence with the file, and the line or the record where it is broken.
 */
export const readDataFile = Effect.fnUntraced(function* (
  path: string,
  { builder, digest, onBytes }: FileLoad
): Effect.fn.Return<void, ReferenceServerError, Scope.Scope> {
  const handle = yield* opened(path)
  const buffer = Buffer.allocUnsafe(maxRecordBytes + 2 * bytesAtOnce)
  builder.broken.beginFile(path)
  let reader: RecordReader | undefined
  for (let kept = 0; ;) {
    const { bytesRead } = yield* onFile(path, () => handle.read(buffer, kept, bytesAtOnce, null))
    const bytes = buffer.subarray(0, kept + bytesRead)
    digest.update(bytes.subarray(kept))
    const isEnd = bytesRead === 0
    const isFirst = reader === undefined
    if (!isFirst || isEnd || bytes.length >= bytesThatTell) {
      const fresh = isFirst ? withoutMark(bytes) : bytes
      reader ??= readerOf(path, fresh, builder)
      const taken = reader?.take(fresh, isEnd) ?? 0
      yield* isUsable(builder)
      if (isEnd) return
      kept = fresh.copy(buffer, 0, taken)
    } else {
      kept = bytes.length
    }
    onBytes(bytesRead)
  }
})
