import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf, type ExportFailure, unwritable } from "./ExportFailure.ts"

/** Does something with the file system; what it refuses is a failure that names the path. */
export const onDisk = <A>(path: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, ExportFailure> =>
  Effect.tryPromise({ try: work, catch: (cause) => unwritable(path, cause) })

/** A file that grows at its end, and is cut where it was torn. */
export interface GrowingFile {
  readonly path: string
  readonly handle: FileHandle
  /** Writes all of it there. */
  readonly writeAt: (bytes: Uint8Array, position: number) => Effect.Effect<void, ExportFailure>
  readonly truncate: (length: number) => Effect.Effect<void, ExportFailure>
  /** Makes what was written survive a power cut. */
  readonly sync: Effect.Effect<void, ExportFailure>
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** Opens a file to read and to write, and makes it where it is not there. */
export const growingFile = (path: string): Effect.Effect<GrowingFile, ExportFailure, Scope.Scope> =>
  Effect.acquireRelease(
    onDisk(path, () => open(path, constants.O_RDWR | constants.O_CREAT, 0o666)),
    (handle) => Effect.promise(() => handle.close().catch(() => undefined))
  ).pipe(
    Effect.map((handle) => ({
      path,
      handle,
      writeAt: (bytes, position) => onDisk(path, () => writeAll(handle, bytes, position)),
      truncate: (length) => onDisk(path, () => handle.truncate(length)),
      sync: onDisk(path, () => handle.datasync())
    }))
  )

/** Makes what happened in a folder survive a power cut, where the system can. */
const syncFolder = async (path: string): Promise<void> => {
  try {
    const folder = await open(dirname(path), constants.O_RDONLY)
    await folder.sync().finally(() => folder.close())
  } catch {
    // Windows cannot open folders, and some file systems do not sync them.
  }
}

const chunkBytes = 1 << 18

/** A file's bytes in chunks. **Gotchas** all chunks are one buffer, so that reading makes no garbage: use each at once. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
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

/** The lines of a file that are whole, each with the place where it ends. */
export async function* wholeLines(path: string): AsyncGenerator<{ readonly text: string; readonly end: number }> {
  let rest = Buffer.alloc(0)
  let before = 0
  for await (const chunk of chunksOf(path)) {
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      const end = before + at + 1
      const piece = chunk.subarray(start, at)
      yield { text: (rest.length === 0 ? piece : Buffer.concat([rest, piece])).toString("utf8"), end }
      rest = Buffer.alloc(0)
      start = at + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(start)])
    before += chunk.length
  }
}

/** Gives a finished file its name, in the place of whatever has it. */
export const renameTo = (from: string, to: string): Effect.Effect<void, ExportFailure> =>
  onDisk(to, async () => {
    await rename(from, to)
    await syncFolder(to)
  })

/** Writes a small file whole or not at all. */
export const writeWhole = (
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>
): Effect.Effect<void, ExportFailure> =>
  onDisk(path, async () => {
    const beside = `${path}.new`
    const handle = await open(beside, "w")
    try {
      for await (const chunk of chunks) await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, path)
    await syncFolder(path)
  })

/** Removes a file, if it is there. */
export const remove = (path: string): Effect.Effect<void, ExportFailure> =>
  onDisk(path, () => rm(path, { force: true }))

/** The length of a file; nothing where there is none. */
export const lengthOf = (path: string): Effect.Effect<number | undefined, ExportFailure> =>
  onDisk(path, () =>
    stat(path).then(
      (found) => (found.isFile() ? found.size : undefined),
      (cause: unknown) => (codeOf(cause) === "ENOENT" ? undefined : Promise.reject(cause))
    )
  )

/** A file's SHA-256, in hexadecimal digits. */
export const sha256Of = (path: string): Effect.Effect<string, ExportFailure> =>
  onDisk(path, async () => {
    const hash = createHash("sha256")
    for await (const chunk of chunksOf(path)) hash.update(chunk)
    return hash.digest("hex")
  })
