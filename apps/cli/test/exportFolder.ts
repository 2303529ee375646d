import { Effect } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A temporary folder, removed when the scope closes. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-export-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** Reads a text file. */
export const textOf = (file: string) => Effect.promise(() => readFile(file, "utf8"))

/** Returns the sorted names of all files and folders in a folder. */
export const namesIn = (path: string) =>
  Effect.promise(async () => (await readdir(path, { recursive: true })).toSorted())

/** Returns the complete lines of a text. */
export const lines = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)
