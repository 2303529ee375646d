import { makeFolder } from "@public-records/text/makeFolder"
import { Effect, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { link, readFile, realpath, rename, rm, writeFile } from "node:fs/promises"
import { dirname, extname, resolve } from "node:path"
import { PlatformError } from "./Platform.ts"

const messages: Readonly<Record<string, string>> = {
  EEXIST: "A file with that name already exists. Enter another name.",
  ENOENT: "There is no such folder. Enter another path.",
  EACCES: "Permission denied. Enter another path.",
  EPERM: "Permission denied. Enter another path.",
  EROFS: "That file system is read-only. Enter another path.",
  ENOSPC: "The disk is full. Free some space, or enter another path.",
  EISDIR: "That is a folder. Enter the name of a file.",
  ENOTDIR: "Part of that path is not a folder. Enter another path."
}

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

/** Writes a temporary file in the folder of the target, then calls `place` to give it the final name. */
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
      const message = messages[codeOf(error)] ?? `The file could not be written (${codeOf(error)}).`
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

/** Reads a file of the program. Returns `undefined` if it does not exist. */
export const readOwnFile = (path: string): Effect.Effect<string | undefined, PlatformError> =>
  Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: codeOf }).pipe(
    Effect.catch((code) =>
      code === "ENOENT" || code === "ENOTDIR"
        ? Effect.succeed(undefined)
        : Effect.fail(new PlatformError({ message: `${path} cannot be read (${code}).` }))
    )
  )

/**
 * Writes a file of the program atomically. Only its owner can read the file. Creates the folder if needed, and follows a symbolic
 * link.
 */
export const writeOwnFile = (path: string, content: string): Effect.Effect<void, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      makeFolder(dirname(path))
      await writeBeside(existsSync(path) ? await realpath(path) : path, content, 0o600, rename)
    },
    catch: (error) => new PlatformError({ message: `${path} cannot be saved (${codeOf(error)}).` })
  })
