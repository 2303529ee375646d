import { Effect } from "effect"
import { lstat, readlink, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { type ExportFormat } from "./ExportFormat.ts"
import { type ExportFailure, writeFailed } from "./ExportFailure.ts"
import { withFileErrors } from "./files.ts"

/** Returns the files of an export: the finished file, and temporary and additional files next to it. */
const targetNextTo = (file: string, stem: string) => ({
  file,
  partial: `${stem}.partial`,
  /** The unfinished Parquet file. */
  converting: `${stem}.converting`,
  checkpoint: `${stem}.checkpoint`,
  lock: `${stem}.exporting`,
  rejected: `${stem}.rejected.ndjson`,
  manifest: `${stem}.manifest.json`
})
export type TargetFiles = Readonly<ReturnType<typeof targetNextTo>>

/**
 * Returns the files of an export to a single file. If `file` may be a symbolic link, resolve it with `finalPath` first.
 */
export const fileTarget = (file: string): TargetFiles => targetNextTo(file, file)

/**
 * Returns the files of one day in a Hive-partitioned folder. The names of the files next to the part begin with `_`, because
 * query engines ignore such files.
 */
export const dayTarget = (folder: string, day: string, format: ExportFormat): TargetFiles => {
  const file = join(folder, `created_date=${day}`, `part-0.${format}`)
  return targetNextTo(file, join(dirname(file), `_${basename(file)}`))
}

/** The limit of Linux. More links in a row count as a loop. */
const maxLinks = 40

/** Whether a path is that of an open file, such as `/dev/stdout`. */
const isOpenFile = (path: string): boolean =>
  /^\/(dev\/(stdin|stdout|stderr|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/.test(resolve(path))

/** Follows symbolic links, even to a missing file, up to an open file. */
const followLinks = async (path: string): Promise<string> => {
  let current = path
  for (let links = 0; links <= maxLinks; links++) {
    const found = isOpenFile(current) ? undefined : await lstat(current).catch(() => undefined)
    if (found?.isSymbolicLink() !== true) return current
    current = resolve(dirname(current), await readlink(current))
  }
  throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" })
}

/** The kind of a path. `other` is a device, a pipe, a socket or an open file, none of which can be replaced. */
export type PathKind = "file" | "folder" | "nothing" | "other"

const kindOf = async (path: string): Promise<PathKind> => {
  if (isOpenFile(path)) return "other"
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return "nothing"
  if (found.isDirectory()) return "folder"
  return found.isFile() ? "file" : "other"
}

/**
 * Resolves all symbolic links of a path and returns the kind of its target. **Fails with** `WriteFailed` if the links form a loop.
 */
export const finalPath = (
  path: string
): Effect.Effect<{ readonly path: string; readonly kind: PathKind }, ExportFailure> =>
  withFileErrors(path, async () => {
    const final = await followLinks(path)
    return { path: final, kind: await kindOf(final) }
  })

/** Checks a target. **Fails with** `WriteFailed` if it cannot be replaced. */
export const checkTarget = Effect.fnUntraced(function* (file: string): Effect.fn.Return<void, ExportFailure> {
  const kind = yield* withFileErrors(file, () => kindOf(file))
  if (kind === "other" || kind === "folder") return yield* writeFailed(file, new Error("it is not a regular file"))
})
