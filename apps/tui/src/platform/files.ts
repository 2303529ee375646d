import { Effect, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { link, open, rm } from "node:fs/promises"
import { extname, resolve } from "node:path"
import { PlatformError } from "./Platform.ts"

/** What the system calls an error, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : String(error)

const sentences: Readonly<Record<string, string>> = {
  EEXIST: "There is a file of that name already. Type another name.",
  ENOENT: "There is no such folder. Type another path.",
  EACCES: "You may not write there. Type another path.",
  EPERM: "You may not write there. Type another path.",
  EROFS: "Nothing can be written there. Type another path.",
  ENOSPC: "The disk is full. Make room, or type another path.",
  EISDIR: "That is a folder. Type the name of a file.",
  ENOTDIR: "A part of that path is no folder. Type another path."
}

const failureOf = (error: unknown): PlatformError => {
  const code = codeOf(error)
  return new PlatformError({ message: sentences[code] ?? `The file could not be written (${code}).` })
}

/** Writes beside the target and puts it in place when it is whole and on the disk. */
export const writeBeside = async (
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

/** Writes a file that must not be there yet. */
export const saveNewFile = (path: string, content: string): Effect.Effect<string, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const full = resolve(path)
      await writeBeside(full, content, 0o666, link)
      return full
    },
    catch: failureOf
  })

/** The first of `name.csv`, `name-2.csv`, … that is not there. */
export const freePathOf = (name: string): string => {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let path = name
  for (let count = 2; existsSync(path); count++) path = `${stem}-${count}${ending}`
  return path
}
