import { Data, Effect, Predicate, Schedule, type Scope } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"

/** Maximum size. Files of settings, keys and certificates are much smaller. */
const maxBytes = 1_000_000
const chunkBytes = 65_536
const pipeTimeout = "10 seconds"
const pollInterval = "20 millis"

/** Error for a file that cannot be used: a code such as `ENOENT`, and a reason to use in a sentence. */
class UnusableFile extends Data.TaggedError("UnusableFile")<{ readonly code: string; readonly reason: string }> {}

const unusable = (reason: string): UnusableFile => new UnusableFile({ code: "", reason })

const failureOf = (error: unknown): UnusableFile => {
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)
  return new UnusableFile({ code, reason: `it cannot be read (${code})` })
}

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, UnusableFile> =>
  Effect.tryPromise({ try: work, catch: failureOf })

/** Opens a file without blocking, because a blocking read of a pipe without a writer could not be canceled. */
const opened = (path: string): Effect.Effect<FileHandle, UnusableFile, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(() => open(path, constants.O_RDONLY | constants.O_NONBLOCK)),
    (handle) => Effect.promise(() => handle.close())
  )

const readBytes = (handle: FileHandle): Effect.Effect<Buffer, UnusableFile> =>
  Effect.map(
    attempt(() => handle.read(Buffer.alloc(chunkBytes))),
    ({ buffer, bytesRead }) => buffer.subarray(0, bytesRead)
  )

const empty = new UnusableFile({ code: "EAGAIN", reason: "it is empty" })

/** Waits for the next bytes of a pipe or a device. Returns no bytes at the end, but not at the start, before a writer connects. */
const awaitBytes = (handle: FileHandle, isStart: boolean): Effect.Effect<Buffer, UnusableFile> =>
  readBytes(handle).pipe(
    Effect.filterOrFail(
      ({ length }) => length > 0 || !isStart,
      () => empty
    ),
    Effect.retry({ schedule: Schedule.spaced(pollInterval), while: ({ code }) => code === "EAGAIN" }),
    Effect.timeoutOrElse({
      duration: pipeTimeout,
      orElse: () => Effect.fail(unusable(`no data was received within ${pipeTimeout}`))
    })
  )

/** Whether a file begins with the byte order mark of UTF-16, which some programs on Windows write. */
const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

/**
 * Reads a text file of at most 1 MB, in UTF-8, and removes a byte order mark. With `acceptsPipes` it may be a pipe, as in
 * `--ca <(command)`.
 *
 * **Fails with** `UnusableFile` if the file cannot be read, or if a pipe sends no data for 10 seconds.
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
    let bytes = Buffer.alloc(0)
    while (bytes.length <= maxBytes) {
      const chunk = yield* stats.isFile() ? readBytes(handle) : awaitBytes(handle, stats.isFIFO() && bytes.length === 0)
      bytes = Buffer.concat([bytes, chunk])
      if (chunk.length > 0) continue
      if (isUtf16(bytes)) return yield* unusable("it is in UTF-16, not in UTF-8")
      return { text: new TextDecoder().decode(bytes), mode: stats.mode }
    }
    return yield* unusable("it is larger than 1 MB")
  }).pipe(Effect.scoped)
