import { Effect, Predicate, Schedule, type Scope } from "effect"
import { existsSync } from "node:fs"
import { access, constants, realpath, rename } from "node:fs/promises"
import { dirname, join } from "node:path"
import { codeOf, writeBeside } from "./files.ts"
import { makeFolder } from "@public-records/text/makeFolder"
import { PlatformError } from "./Platform.ts"
import { readTextFile } from "@public-records/text/readTextFile"

/** The limit of `readTextFile`. */
const largestBytes = 1_000_000

const patience = "10 seconds"
const between = "10 millis"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "its folder is not yours to write to",
  EPERM: "its folder is not yours to write to",
  EROFS: "its folder is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "its folder is a file"
}

const unsaved = (path: string, reason: string): PlatformError =>
  new PlatformError({ message: `${path} cannot be saved: ${reason}.` })

const attempt = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, PlatformError> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => unsaved(path, reasons[codeOf(error)] ?? codeOf(error))
  })

/** Primary result code of SQLite: another connection has the lock. */
const busy = 5

/**
 * Holds a lock on the files of a folder until the scope closes. It is SQLite's on an empty file, so the operating system
 * releases it when the process ends, however it ends.
 */
const holdLock = Effect.fnUntraced(function* (path: string): Effect.fn.Return<void, PlatformError, Scope.Scope> {
  const { DatabaseSync } = yield* Effect.promise(() => import("node:sqlite"))
  const take = Effect.try({
    try: () => {
      const database = new DatabaseSync(join(dirname(path), "settings.lock"))
      try {
        database.exec("BEGIN EXCLUSIVE")
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    catch: (error) => ({
      isBusy: Predicate.hasProperty(error, "errcode") && error.errcode === busy,
      reason: Predicate.isError(error) ? error.message : String(error)
    })
  }).pipe(
    Effect.retry({ while: ({ isBusy }) => isBusy, schedule: Schedule.spaced(between) }),
    Effect.mapError(({ reason }) => unsaved(path, reason)),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(unsaved(path, "another window is saving. Try again"))
    })
  )
  yield* Effect.acquireRelease(take, (database) => Effect.sync(() => database.close()), { interruptible: true })
})

/** Reads a file of the program's own; `undefined` if it does not exist. */
export const readOwnFile = (path: string): Effect.Effect<string | undefined, PlatformError> =>
  readTextFile(path, { acceptsPipes: false }).pipe(
    Effect.map(({ text }) => text),
    Effect.catch(({ code, reason }) =>
      code === "ENOENT" || code === "ENOTDIR"
        ? Effect.succeed(undefined)
        : Effect.fail(
            new PlatformError({
              message: `${path} cannot be used: ${reason}. Correct or remove it; it is left as it is.`
            })
          )
    )
  )

/**
 * Replaces one of the program's own files with a changed one, atomically and readable by its owner only. A symbolic link
 * stays. Other processes that change a file in the folder wait, so no change is lost. Creates the folder if needed.
 */
export const changeOwnFile = (
  path: string,
  change: (content: string | undefined) => Effect.Effect<string, PlatformError>
): Effect.Effect<void, PlatformError> =>
  Effect.gen(function* () {
    if (!makeFolder(dirname(path))) return yield* unsaved(path, "its folder cannot be created")
    yield* attempt(path, () => access(`${dirname(path)}/`, constants.W_OK))
    yield* holdLock(path)
    const content = yield* change(yield* readOwnFile(path))
    if (Buffer.byteLength(content) > largestBytes) {
      return yield* unsaved(path, "it would be larger than 1 MB. Remove something first")
    }
    yield* attempt(path, async () => {
      const target = existsSync(path) ? await realpath(path) : path
      await writeBeside(target, content, 0o600, rename)
    })
  }).pipe(Effect.scoped)
