import { makeFolder } from "@public-records/text/makeFolder"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Predicate, Schedule, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { access, constants, link, open, realpath, rename, rm } from "node:fs/promises"
import { dirname, extname, join, resolve } from "node:path"
import { PlatformError } from "./Platform.ts"

/** Messages by error code, for a new file and for a file of the program. */
const messages: Readonly<Record<string, readonly [newFile: string, ownFile: string]>> = {
  EEXIST: ["There is a file of that name already. Type another name.", "it exists already"],
  ENOENT: ["There is no such folder. Type another path.", "its folder does not exist"],
  EACCES: ["You may not write there. Type another path.", "its folder is not yours to write to"],
  EPERM: ["You may not write there. Type another path.", "its folder is not yours to write to"],
  EROFS: ["Nothing can be written there. Type another path.", "its folder is read-only"],
  ENOSPC: ["The disk is full. Make room, or type another path.", "the disk is full"],
  EISDIR: ["That is a folder. Type the name of a file.", "it is a folder"],
  ENOTDIR: ["A part of that path is no folder. Type another path.", "its folder is a file"]
}

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

/** Writes a temporary file beside the target, then moves it into place with `place`. */
const writeBeside = async (
  path: string,
  content: string,
  mode: number,
  place: (from: string, to: string) => Promise<void>
): Promise<void> => {
  const beside = `${path}.${randomUUID()}.part`
  try {
    const file = await open(beside, "wx", mode)
    try {
      await file.writeFile(content, "utf8")
      await file.sync()
    } finally {
      await file.close()
    }
    await place(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
}

/** Writes a new file. Returns its full path. **Fails with** an error if it exists. */
export const saveNewFile = (path: string, content: string): Effect.Effect<string, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const full = resolve(path)
      await writeBeside(full, content, 0o666, link)
      return full
    },
    catch: (error) => {
      const [message = `The file could not be written (${codeOf(error)}).`] = messages[codeOf(error)] ?? []
      return new PlatformError({ message })
    }
  })

/** Returns the first of `name.csv`, `name-2.csv`, … that does not exist. */
export const freePathOf = (name: string): string => {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let path = name
  for (let count = 2; existsSync(path); count++) path = `${stem}-${count}${ending}`
  return path
}

/** The limit of `readTextFile`. */
const largestBytes = 1_000_000
/** Primary result code of SQLite: another connection has the lock. */
const busy = 5

const unsaved = (path: string, reason: string): PlatformError =>
  new PlatformError({ message: `${path} cannot be saved: ${reason}.` })

const attempt = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, PlatformError> =>
  Effect.tryPromise({ try: work, catch: (error) => unsaved(path, messages[codeOf(error)]?.[1] ?? codeOf(error)) })

/** Holds a lock on a folder until the scope closes. It is SQLite's, so the system releases it if the process is killed. */
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
    Effect.retry({ while: ({ isBusy }) => isBusy, schedule: Schedule.spaced("10 millis") }),
    Effect.mapError(({ reason }) => unsaved(path, reason)),
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.fail(unsaved(path, "another window is saving. Try again"))
    })
  )
  yield* Effect.acquireRelease(take, (database) => Effect.sync(() => database.close()), { interruptible: true })
})

/** Reads a file of the program; `undefined` if it does not exist. */
export const readOwnFile = (path: string): Effect.Effect<string | undefined, PlatformError> =>
  readTextFile(path, { acceptsPipes: false }).pipe(
    Effect.map(({ text }) => text),
    Effect.catch(({ code, reason }) => {
      if (code === "ENOENT" || code === "ENOTDIR") return Effect.succeed(undefined)
      const message = `${path} cannot be used: ${reason}. Correct or remove it; it is left as it is.`
      return Effect.fail(new PlatformError({ message }))
    })
  )

/**
 * Changes a file of the program atomically, under a lock for the folder. Only its owner can read it. Creates the folder if
 * needed, and keeps a symbolic link.
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
