import { makeFolder } from "@public-records/text/makeFolder"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Predicate, Schedule, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { access, constants, link, realpath, rename, rm, writeFile } from "node:fs/promises"
import { dirname, extname, join, resolve } from "node:path"
import { PlatformError } from "./Platform.ts"

/** Messages by error code, for a new file and for a file of the program. */
const messages: Readonly<Record<string, readonly [newFile: string, ownFile: string]>> = {
  EEXIST: ["A file with that name already exists. Enter another name.", "it exists already"],
  ENOENT: ["There is no such folder. Enter another path.", "its folder does not exist"],
  EACCES: ["Permission denied. Enter another path.", "permission to write to its folder is denied"],
  EPERM: ["Permission denied. Enter another path.", "permission to write to its folder is denied"],
  EROFS: ["That file system is read-only. Enter another path.", "its folder is read-only"],
  ENOSPC: ["The disk is full. Free some space, or enter another path.", "the disk is full"],
  EISDIR: ["That is a folder. Enter the name of a file.", "it is a folder"],
  ENOTDIR: ["Part of that path is not a folder. Enter another path.", "its folder is a file"]
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
    await writeFile(beside, content, { flag: "wx", mode, flush: true })
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
/** Whether another connection has SQLite's lock. */
const isBusy = (error: unknown): boolean => Predicate.hasProperty(error, "errcode") && error.errcode === 5

const unsaved = (path: string, reason: string): PlatformError =>
  new PlatformError({ message: `${path} cannot be saved: ${reason}.` })

const reasonOf = (error: unknown): string =>
  messages[codeOf(error)]?.[1] ?? (Predicate.isError(error) ? error.message : String(error))

const attempt = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, PlatformError> =>
  Effect.tryPromise({ try: work, catch: (error) => unsaved(path, reasonOf(error)) })

/** Holds a lock on a folder until the scope closes. It is SQLite's, so the system releases it if the process is killed. */
const holdLock = Effect.fnUntraced(function* (path: string): Effect.fn.Return<void, PlatformError, Scope.Scope> {
  const { DatabaseSync } = yield* Effect.promise(() => import("node:sqlite"))
  const database = yield* Effect.acquireRelease(
    attempt(path, async () => new DatabaseSync(join(dirname(path), "settings.lock"))),
    (opened) => Effect.sync(() => opened.close())
  )
  yield* Effect.try({ try: () => database.exec("BEGIN EXCLUSIVE"), catch: (error) => error }).pipe(
    Effect.retry({ while: isBusy, schedule: Schedule.spaced("10 millis") }),
    Effect.mapError((error) => unsaved(path, reasonOf(error))),
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.fail(unsaved(path, "another window is saving. Try again"))
    })
  )
})

/** Reads a file of the program; `undefined` if it does not exist. */
export const readOwnFile = (path: string): Effect.Effect<string | undefined, PlatformError> =>
  readTextFile(path, { acceptsPipes: false }).pipe(
    Effect.map(({ text }) => text),
    Effect.catch(({ code, reason }) => {
      if (code === "ENOENT" || code === "ENOTDIR") return Effect.succeed(undefined)
      const message = `${path} cannot be used: ${reason}. Fix or remove it; it was not changed.`
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
