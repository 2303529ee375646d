import { Data, Effect, Predicate, Schedule, type Scope } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"

/** Files of settings, keys and certificates are far smaller. */
const largestBytes = 1_000_000
const pieceBytes = 65_536
const patience = "10 seconds"
const between = "20 millis"

/** Why a file cannot be used: a code such as `ENOENT`, and a clause for a sentence. */
class UnusableFile extends Data.TaggedError("UnusableFile")<{ readonly code: string; readonly reason: string }> {}

const unusable = (reason: string): UnusableFile => new UnusableFile({ code: "", reason })

const failureOf = (error: unknown): UnusableFile => {
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)
  return new UnusableFile({ code, reason: code === "EISDIR" ? "it is a folder" : `it cannot be read (${code})` })
}

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, UnusableFile> =>
  Effect.tryPromise({ try: work, catch: failureOf })

/** A pipe to which nobody writes yet must not block: the read could not be given up. */
const opened = (path: string): Effect.Effect<FileHandle, UnusableFile, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(() => open(path, constants.O_RDONLY | constants.O_NONBLOCK)),
    (handle) => Effect.promise(() => handle.close())
  )

const readBytes = (handle: FileHandle): Effect.Effect<Buffer, UnusableFile> =>
  Effect.map(
    attempt(() => handle.read(Buffer.alloc(pieceBytes))),
    ({ buffer, bytesRead }) => buffer.subarray(0, bytesRead)
  )

const empty = new UnusableFile({ code: "EAGAIN", reason: "nothing is in it" })

/** Reads the next bytes of a pipe or a device, or no bytes at its end. Waits for them; no bytes at the start are no end yet. */
const awaitBytes = (handle: FileHandle, isStart: boolean): Effect.Effect<Buffer, UnusableFile> =>
  readBytes(handle).pipe(
    Effect.filterOrFail(
      ({ length }) => length > 0 || !isStart,
      () => empty
    ),
    Effect.retry({ schedule: Schedule.spaced(between), while: ({ code }) => code === "EAGAIN" }),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(unusable(`nothing came from it within ${patience}`))
    })
  )

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

/** Decodes a text, without the byte order mark that some editors put before it. */
const textOf = (bytes: Buffer): string => new TextDecoder(isUtf16(bytes) ? "utf-16le" : "utf-8").decode(bytes)

/**
 * Reads a text file of at most 1 MB, in UTF-8 or UTF-16. A byte order mark is removed. With `acceptsPipes` it may be a pipe,
 * as in `--ca <(command)`.
 *
 * **Fails with** the reason why the file cannot be used; after 10 seconds in which nothing comes from a pipe.
 */
export const readTextFile = (
  path: string,
  { acceptsPipes }: { readonly acceptsPipes: boolean }
): Effect.Effect<{ readonly text: string; readonly mode: number }, UnusableFile> =>
  Effect.gen(function* () {
    const handle = yield* opened(path)
    const stats = yield* attempt(() => handle.stat())
    if (stats.isDirectory()) return yield* unusable("it is a folder")
    if (!stats.isFile() && !acceptsPipes) return yield* unusable("it is not a regular file")
    const pieces: Array<Buffer> = []
    for (let bytes = 0; bytes <= largestBytes;) {
      const piece = yield* stats.isFile() ? readBytes(handle) : awaitBytes(handle, stats.isFIFO() && bytes === 0)
      if (piece.length === 0) return { text: textOf(Buffer.concat(pieces)), mode: stats.mode }
      pieces.push(piece)
      bytes += piece.length
    }
    return yield* unusable("it is larger than 1 MB")
  }).pipe(Effect.scoped)
