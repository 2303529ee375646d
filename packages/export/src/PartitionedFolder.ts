import {
  type CivilDate,
  type Complaint,
  type ComplaintQuery,
  type PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { createFolder } from "@public-records/files/createFolder"
import { Effect, Option } from "effect"
import { dirname } from "node:path"
import { publicationState, withinDays } from "./days.ts"
import { type ExportFailure, targetConflict, writeFailed } from "./ExportFailure.ts"
import { type ExportJob, identityOf } from "./ExportJob.ts"
import { lengthOf } from "./files.ts"
import { type InterruptedExport, interruptedExport } from "./interruptedExport.ts"
import { isOfExport, type Manifest, readManifest } from "./Manifest.ts"
import { emptyPlan, type Plan, type PlannedJob, planOf } from "./plan.ts"

/** Whether a day was published within the last day and is still empty. Its complaints may be late. */
export const isStillEmpty = Effect.fnUntraced(function* ({
  day,
  job
}: FolderDay): Effect.fn.Return<boolean, PublicRecordsError> {
  if ((yield* publicationState(day)) !== "just now") return false
  const { records } = yield* job.collection.estimate(job.query, { priority: "bulk" })
  return Option.contains(records, 0)
})

/** Whether a part has what the source has now. Days of the service do not change once they are published. */
const isCurrent = ({ coverage, version }: Manifest, job: Pick<ExportJob<never, never>, "version">): boolean =>
  job.version === undefined ? (coverage?.partial ?? []).length === 0 : job.version === version

/**
 * Returns the manifest of a complete part, or `undefined` if the part is missing, incomplete or of another version of the source, or
 * if the job restarts.
 *
 * **Fails with** `TargetConflict` if the manifest belongs to a different query.
 */
export const completePart = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Manifest | undefined, ExportFailure> {
  const { checkpoint, file, manifest } = job.target
  const found = yield* readManifest(manifest)
  if (job.restart === true || Option.isNone(found)) return undefined
  if (!isOfExport(found.value, identityOf(job))) {
    return yield* targetConflict(
      `${file} belongs to a different query: ${found.value.query}. The query of this export is ${identityOf(job).query}. ` +
        "Choose another folder with --out, or add --restart to write its days again."
    )
  }
  if (!isCurrent(found.value, job)) return undefined
  const isComplete = (yield* lengthOf(file)) === found.value.bytes && (yield* lengthOf(checkpoint)) === undefined
  return isComplete ? found.value : undefined
})

/** Creates the folder of a file. **Fails with** `WriteFailed` if that is impossible. */
export const makeFolder = (file: string): Effect.Effect<void, ExportFailure> =>
  Effect.try({ try: () => createFolder(dirname(file)), catch: (cause) => writeFailed(dirname(file), cause) })

/** The state of a day in a partitioned folder. */
export interface FolderDay {
  readonly day: CivilDate
  readonly job: PlannedJob<ComplaintQuery, Complaint>
  /** The manifest, if the day is complete. */
  readonly manifest: Manifest | undefined
  /** The saved progress, if an export of the day was interrupted. */
  readonly interrupted: InterruptedExport | undefined
}

/** Returns the state of a day in its folder. */
export const folderDay = Effect.fnUntraced(function* (
  day: CivilDate,
  job: FolderDay["job"]
): Effect.fn.Return<FolderDay, ExportFailure> {
  return { day, job, manifest: yield* completePart(job), interrupted: yield* interruptedExport(job) }
})

/** Returns the number of records of a day that earlier runs read. */
const recordsRead = ({ interrupted, manifest }: FolderDay): number => {
  if (manifest !== undefined) return manifest.claimedTotal ?? manifest.records + manifest.rejected
  return interrupted === undefined ? 0 : interrupted.progress.report.records + interrupted.progress.report.rejected
}

/**
 * Returns the plan for the incomplete days. Counts the records of all days with one request and subtracts those that earlier runs
 * read.
 */
export const folderPlan = Effect.fnUntraced(function* (
  records: PublicRecords["Service"],
  days: ReadonlyArray<FolderDay>
): Effect.fn.Return<Option.Option<Plan>, PublicRecordsError> {
  const unread = days.filter(
    ({ interrupted, manifest }) => manifest === undefined && interrupted?.hasEveryPage !== true
  )
  const sorted = unread.toSorted((left, right) => (left.day < right.day ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return Option.some(emptyPlan)
  const [from, to] = [first.day, last.day]
  const query = withinDays(first.job.query, { from, to })
  const { records: total } = yield* records.complaints.estimate(query, { priority: "bulk" })
  const read = days.reduce((sum, part) => (from <= part.day && part.day <= to ? sum + recordsRead(part) : sum), 0)
  const ahead = Option.map(total, (count) => ({
    records: Math.max(0, count - read),
    pageSize: query.limit,
    days: unread.length
  }))
  return yield* planOf(records, ahead)
})
