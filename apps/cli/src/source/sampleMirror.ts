import { Mirror } from "@public-records/mirror"
import { makeFolder } from "@public-records/text/makeFolder"
import { Effect, Predicate, Stream } from "effect"
import { link, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { mirrorFailure, unexpected } from "../CommandFailure.ts"
import { Host } from "../Host.ts"

/** The bundled files. Their names say which days they contain. */
const bundledFiles = [
  "DNC_Complaint_Numbers_2019-12-16.csv.br",
  "DNC_Complaint_Numbers_2021-07-08.csv.br",
  "notices.json"
]

const unfinished = "sample-unfinished-"
const abandonedAfterMillis = 3_600_000

/** Removes the files of processes that were killed while they created the sample. */
const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinished)) continue
    // Another process may have finished, and removed its files.
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMillis)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

const unpack = async (bundledData: URL, folder: string): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  for (const name of bundledFiles) {
    const packed = await readFile(new URL(name, bundledData))
    const path = join(folder, basename(name, ".br"))
    await writeFile(path, name.endsWith(".br") ? brotliDecompressSync(packed) : packed)
    paths.push(path)
  }
  return paths
}

/** Gives a finished file its name. If another process was faster, its file stays. */
const publish = async (finished: string, path: string): Promise<void> => {
  try {
    await link(finished, path)
  } catch (cause) {
    if (!(Predicate.hasProperty(cause, "code") && cause.code === "EEXIST")) throw cause
  }
}

/** Creates the sample mirror with the complaints of two real daily files. It appears only when it is complete. */
export const createSample = Effect.fnUntraced(function* (path: string) {
  const { bundledData, stderr } = yield* Host
  const folder = dirname(path)
  const onDisk = <A>(work: () => Promise<A>) =>
    Effect.tryPromise({
      try: work,
      catch: (cause) => {
        const reason = Predicate.isError(cause) ? cause.message : String(cause)
        const fix = "Set XDG_CACHE_HOME to a folder that is writable."
        return unexpected(`The sample mirror cannot be created in ${folder}: ${reason}.`, fix)
      }
    })
  makeFolder(folder)
  yield* onDisk(() => removeAbandoned(folder))
  const workFolder = yield* Effect.acquireRelease(
    onDisk(() => mkdtemp(join(folder, unfinished))),
    (created) => Effect.promise(() => rm(created, { recursive: true, force: true }))
  )
  if (stderr.isTTY) stderr.write("Creating the sample mirror. This happens once.\n")
  const paths = yield* onDisk(() => unpack(bundledData, workFolder))
  const file = join(workFolder, "mirror.duckdb")
  yield* Mirror.use((mirror) => Stream.runDrain(mirror.importFiles(paths))).pipe(
    Effect.provide(Mirror.layer({ file, access: "write" })),
    Effect.mapError(mirrorFailure)
  )
  yield* onDisk(() => publish(file, path))
}, Effect.scoped)
