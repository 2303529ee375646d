import { type CivilDate, publicationOf } from "@public-records/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { mkdir, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf, type ExportFailure, otherExport } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { lengthOf, onDisk } from "./files.ts"
import { isOfExport, type Manifest, manifestOf } from "./Manifest.ts"

/** How long after its publication a day without complaints may be a day whose complaints are late. */
const mayBeLate = Duration.days(1)

/** Returns whether a day's complaints are published, by the calendar: not yet, within the last day, or before. */
export const publicationState = (day: CivilDate): Effect.Effect<"not yet" | "just now" | "before"> =>
  Effect.map(DateTime.now, (now) => {
    const since = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(publicationOf(day))
    if (since < 0) return "not yet"
    return since < Duration.toMillis(mayBeLate) ? "just now" : "before"
  })

const textOf = (path: string): Effect.Effect<string, ExportFailure> =>
  onDisk(path, () =>
    readFile(path, "utf8").catch((cause: unknown) => (codeOf(cause) === "ENOENT" ? "" : Promise.reject(cause)))
  )

/**
 * Returns the manifest of a part that is complete, or `undefined` if the part is missing, incomplete or to be written again.
 *
 * **Fails with** `OtherExport` if the manifest is of another query and the job does not restart.
 */
export const completePart = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Manifest | undefined, ExportFailure> {
  const { checkpoint, file, manifest } = job.target
  const found = manifestOf(yield* textOf(manifest))
  if (job.restart === true || Option.isNone(found)) return undefined
  if (!isOfExport(found.value, identityOf(job))) {
    return yield* otherExport(
      `${file} holds another query: ${found.value.query}. The query of this export is ${identityOf(job).query}. ` +
        "Name another folder with --out, or add --restart to write its days again."
    )
  }
  const isComplete = (yield* lengthOf(file)) === found.value.bytes && (yield* lengthOf(checkpoint)) === undefined
  return isComplete ? found.value : undefined
})

/** Creates a folder and its missing parents. Node.js's own recursive `mkdir` never returns below `/proc`. */
const createFolders = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return
    if (codeOf(cause) !== "ENOENT" || dirname(path) === path) throw cause
    await createFolders(dirname(path))
    await mkdir(path)
  }
}

/** Creates the folder of a part. **Fails with** `Unwritable` if it cannot be created. */
export const makeFolder = (file: string): Effect.Effect<void, ExportFailure> =>
  onDisk(dirname(file), () => createFolders(dirname(file)))
