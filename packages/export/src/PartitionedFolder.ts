import {
  type CivilDate,
  type Complaint,
  type ComplaintQuery,
  type PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { Effect, Option } from "effect"
import { mkdir, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { publicationState, withinDays } from "./days.ts"
import { codeOf, type ExportFailure, otherExport } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { ignoreMissing, lengthOf, onDisk } from "./files.ts"
import { type InterruptedExport, interruptedExport } from "./interruptedExport.ts"
import { isOfExport, type Manifest, manifestOf } from "./Manifest.ts"
import { emptyPlan, type Plan, planBefore, type PlannedJob } from "./plan.ts"

/** Whether a published day is still empty, so that its complaints may be late. */
export const isStillEmpty = Effect.fnUntraced(function* ({
  day,
  job
}: FolderDay): Effect.fn.Return<boolean, PublicRecordsError> {
  if ((yield* publicationState(day)) !== "just now") return false
  const { records } = yield* job.collection.estimate(job.query, { priority: "bulk" })
  return Option.contains(records, 0)
})

/**
 * Returns the manifest of a part that is complete, or `undefined` if the part is missing, incomplete or to be written again.
 *
 * **Fails with** `OtherExport` if the manifest is of another query and the job does not restart.
 */
export const completePart = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Manifest | undefined, ExportFailure> {
  const { checkpoint, file, manifest } = job.target
  const found = manifestOf((yield* onDisk(manifest, () => readFile(manifest, "utf8").catch(ignoreMissing))) ?? "")
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

/** A day of a partitioned folder, as an export finds it. */
export interface FolderDay {
  readonly day: CivilDate
  readonly job: PlannedJob<ComplaintQuery, Complaint>
  /** The manifest of a complete day. */
  readonly manifest: Manifest | undefined
  /** The state of an interrupted day. */
  readonly left: InterruptedExport | undefined
}

/** Finds a day in its folder. **Fails with** as `completePart` and `interruptedExport`. */
export const folderDay = Effect.fnUntraced(function* (
  day: CivilDate,
  job: FolderDay["job"]
): Effect.fn.Return<FolderDay, ExportFailure> {
  const manifest = yield* completePart(job)
  return { day, job, manifest, left: manifest === undefined ? yield* interruptedExport(job) : undefined }
})

/** Returns the number of a day's records that the service sent before. */
const recordsRead = ({ left, manifest }: FolderDay): number => {
  if (manifest !== undefined) return manifest.claimedTotal ?? manifest.records + manifest.rejected
  return left === undefined ? 0 : left.progress.report.records + left.progress.report.rejected
}

/**
 * Returns the plan of the days that are not complete. It counts the records of all days with one request, and subtracts those of
 * the complete days.
 */
export const folderPlan = Effect.fnUntraced(function* (
  records: PublicRecords["Service"],
  query: ComplaintQuery,
  days: ReadonlyArray<FolderDay>
): Effect.fn.Return<Option.Option<Plan>, PublicRecordsError> {
  const unread = days.filter(({ left, manifest }) => manifest === undefined && left?.hasEveryPage !== true)
  const sorted = unread.map(({ day }) => day).toSorted()
  const [first, from, to] = [unread[0], sorted[0], sorted.at(-1)]
  if (first === undefined || from === undefined || to === undefined) return Option.some(emptyPlan)
  const { complaints } = records
  const { records: total } = yield* complaints.estimate(withinDays(query, { from, to }), { priority: "bulk" })
  const read = days.reduce((sum, part) => (from <= part.day && part.day <= to ? sum + recordsRead(part) : sum), 0)
  const ahead = Option.map(total, (count) => ({
    records: Math.max(0, count - read),
    pageSize: query.limit,
    days: unread.length
  }))
  return yield* planBefore(records, complaints, first.job.query, ahead)
})
