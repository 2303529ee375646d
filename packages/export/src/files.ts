import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { chmod, chown, type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf, type ExportFailure, writeFailed } from "./ExportFailure.ts"

/** Runs a file operation. **Fails with** `WriteFailed`, which names the path, if the operation fails. */
export const withFileErrors = <A>(
  path: string,
  work: (signal: AbortSignal) => Promise<A>
): Effect.Effect<A, ExportFailure> => Effect.tryPromise({ try: work, catch: (cause) => writeFailed(path, cause) })

/** Makes opening a symbolic link fail, because another user may have created it. Windows has no such flag. */
const noFollow: number = constants.O_NOFOLLOW ?? 0

/** A file that is only appended to, or truncated if an earlier run did not complete its last write. */
export interface AppendOnlyFile {
  readonly handle: FileHandle
  /** Writes all bytes at a position. */
  readonly writeAt: (bytes: Uint8Array, position: number) => Effect.Effect<void, ExportFailure>
  readonly truncate: (length: number) => Effect.Effect<void, ExportFailure>
  /** Flushes written data to disk so that it survives a power failure. */
  readonly sync: Effect.Effect<void, ExportFailure>
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** Opens a file for reading and writing, and creates it if it does not exist. */
export const appendOnlyFile = (path: string): Effect.Effect<AppendOnlyFile, ExportFailure, Scope.Scope> =>
  Effect.acquireRelease(
    withFileErrors(path, () => open(path, constants.O_RDWR | constants.O_CREAT | noFollow, 0o666)),
    (handle) => Effect.promise(() => handle.close().catch(() => undefined))
  ).pipe(
    Effect.map((handle) => ({
      handle,
      writeAt: (bytes, position) => withFileErrors(path, () => writeAll(handle, bytes, position)),
      truncate: (length) => withFileErrors(path, () => handle.truncate(length)),
      sync: withFileErrors(path, () => handle.datasync())
    }))
  )

/** Creates or truncates a file and opens it for writing. */
export const openEmpty = (path: string): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow, 0o666)

/** Flushes a file to disk so that it survives a power failure. */
export const sync = (path: string): Effect.Effect<void, ExportFailure> =>
  withFileErrors(path, async () => {
    const handle = await open(path, "r+")
    await handle.sync().finally(() => handle.close())
  })

/** Renames a file durably by flushing its folder. Windows cannot open folders, and some file systems cannot flush them. */
const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  const folder = await open(dirname(to), constants.O_RDONLY).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

const chunkBytes = 1 << 18

/**
 * Reads a file in chunks.
 *
 * **Gotchas** all chunks share one buffer, so copy the bytes that you need later. A Node.js stream would use 70 MB more memory for
 * a file of 280 MB.
 */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, "r")
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    for (let position = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

const lineFeed = 10

/** Reads the complete lines of a file. `end` is the position after the line. */
export async function* completeLines(path: string): AsyncGenerator<{ readonly text: string; readonly end: number }> {
  let rest = Buffer.alloc(0)
  let before = 0
  for await (const chunk of readChunks(path)) {
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      const end = before + at + 1
      const piece = chunk.subarray(start, at)
      yield { text: (rest.length === 0 ? piece : Buffer.concat([rest, piece])).toString(), end }
      rest = Buffer.alloc(0)
      start = at + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(start)])
    before += chunk.length
  }
}

/** Renames a finished file durably. Replaces an existing file. */
export const renameTo = (from: string, to: string): Effect.Effect<void, ExportFailure> =>
  withFileErrors(to, () => renameDurably(from, to))

/** Removes a file, if it exists. */
export const remove = (path: string): Effect.Effect<void, ExportFailure> =>
  withFileErrors(path, () => rm(path, { force: true }))

/** Resolves to `undefined` if the cause is a missing file, and rejects with any other cause. */
export const ignoreMissing = (cause: unknown): Promise<undefined> =>
  codeOf(cause) === "ENOENT" ? Promise.resolve(undefined) : Promise.reject(cause)

/** Returns the length of a file, or `undefined` if it does not exist. */
export const lengthOf = (path: string): Effect.Effect<number | undefined, ExportFailure> =>
  withFileErrors(path, async () => {
    const found = await stat(path).catch(ignoreMissing)
    return found?.isFile() === true ? found.size : undefined
  })

const ownerCanWrite = 0o600

/**
 * Sets the permissions and, if allowed, the owner of the file that the export will replace, if it exists. An unfinished file
 * is always writable by its owner, so that a later run can resume.
 */
export const copyPermissions = (
  from: string,
  to: string,
  { isFinal }: { readonly isFinal: boolean }
): Effect.Effect<void, ExportFailure> =>
  withFileErrors(to, async () => {
    const existing = await stat(from).catch(ignoreMissing)
    if (existing === undefined) return
    const mode = existing.mode & 0o7777
    await chown(to, existing.uid, existing.gid).catch(() => undefined)
    await chmod(to, isFinal ? mode : mode | ownerCanWrite)
  })

/** Writes a small file completely or not at all. A file that it replaces passes on its permissions. */
export const writeAtomically = Effect.fnUntraced(function* (
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>
): Effect.fn.Return<void, ExportFailure> {
  const unfinished = `${path}.new`
  yield* withFileErrors(path, async () => {
    const handle = await openEmpty(unfinished)
    try {
      for await (const chunk of chunks) await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
  yield* copyPermissions(path, unfinished, { isFinal: true })
  yield* renameTo(unfinished, path)
})

/** The length and SHA-256 of a file. **Units** bytes, hexadecimal digits. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

export const digestOf = (path: string): Effect.Effect<Digest, ExportFailure> =>
  withFileErrors(path, async () => {
    const hash = createHash("sha256")
    let bytes = 0
    for await (const chunk of readChunks(path)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { bytes, sha256: hash.digest("hex") }
  })
