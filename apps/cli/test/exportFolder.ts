import { Effect } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder for the time of a scope. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-export-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** The text of a file. */
export const textOf = (file: string) => Effect.promise(() => readFile(file, "utf8"))

/** The names of everything in a folder, sorted. */
export const namesIn = (path: string) =>
  Effect.promise(async () => (await readdir(path, { recursive: true })).toSorted())

/** The complete lines of a text. */
export const lines = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)
