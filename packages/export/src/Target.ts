import { Effect } from "effect"
import { lstat, readlink, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { type ExportFailure, unwritable } from "./ExportFailure.ts"
import { ignoreMissing, onDisk } from "./files.ts"

/** Returns the files of one export: the finished one, and those next to it. */
const targetNextTo = (file: string, stem: string) => ({
  file,
  /** The records written so far. */
  partial: `${stem}.partial`,
  /** A Parquet file that is not finished. */
  converting: `${stem}.converting`,
  checkpoint: `${stem}.checkpoint`,
  lock: `${stem}.exporting`,
  /** The lock of earlier versions, which a killed export may have left. */
  formerLock: `${stem}.lock`,
  rejected: `${stem}.rejected.ndjson`,
  manifest: `${stem}.manifest.json`
})
export type Target = Readonly<ReturnType<typeof targetNextTo>>

/**
 * Returns the files of an export to a single file. If `file` may be a symbolic link, pass what `finalPath` returns for it.
 */
export const fileTarget = (file: string): Target => targetNextTo(file, file)

/**
 * Returns the files of an export of one day to a folder in Hive form. The files next to the part begin with `_`, which query
 * engines ignore when they read the folder as a table.
 */
export const dayTarget = (folder: string, day: string): Target => {
  const file = join(folder, `created_date=${day}`, "part-0.parquet")
  return targetNextTo(file, join(dirname(file), `_${basename(file)}`))
}

/** As in Linux: more links in a row are a circle. */
const maxLinks = 40

/** The path of an open file of this or another process. */
const openFiles = /^(\/dev\/(stdin|stdout|stderr|fd\/\d+)|\/proc\/[^/]+\/fd\/\d+)$/

/** Follows symbolic links, also to a file that does not exist yet. An open file such as `/dev/stdout` is left as it is. */
const followLinks = async (path: string): Promise<string> => {
  let current = path
  for (let links = 0; links < maxLinks; links++) {
    if (openFiles.test(resolve(current))) return current
    const found = await lstat(current).catch(() => undefined)
    if (found?.isSymbolicLink() !== true) return current
    current = resolve(dirname(current), await readlink(current))
  }
  throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" })
}

/** The kind of a path. A `stream` can be written to, but not replaced: a device, a pipe or a file that is open already. */
export type PathKind = "file" | "folder" | "nothing" | "stream"

const kindOf = async (path: string): Promise<PathKind> => {
  if (openFiles.test(resolve(path))) return "stream"
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return "nothing"
  if (found.isDirectory()) return "folder"
  return found.isFile() ? "file" : "stream"
}

/**
 * Resolves all symbolic links of a path and checks the target. **Fails with** `Unwritable` if the links form a loop.
 */
export const finalPath = (
  path: string
): Effect.Effect<{ readonly path: string; readonly kind: PathKind }, ExportFailure> =>
  onDisk(path, async () => {
    const final = await followLinks(path)
    return { path: final, kind: await kindOf(final) }
  })

/**
 * Checks that the target can be replaced, and that no file next to it is a symbolic link.
 *
 * **Fails with** `Unwritable` otherwise.
 */
export const checkTarget = Effect.fnUntraced(function* (target: Target): Effect.fn.Return<void, ExportFailure> {
  const { file } = target
  const kind = yield* onDisk(file, () => kindOf(file))
  if (kind === "stream" || kind === "folder") return yield* unwritable(file, new Error("it is not a regular file"))
  for (const path of Object.values(target)) {
    const found = yield* onDisk(path, () => lstat(path).catch(ignoreMissing))
    if (found?.isSymbolicLink() === true) return yield* unwritable(path, new Error("it is a symbolic link"))
  }
})
