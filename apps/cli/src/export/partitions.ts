import { daysIn } from "@public-records/export/days"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportFormat } from "@public-records/export/ExportFormat"
import { exportRecords } from "@public-records/export/exportRecords"
import { identityOf } from "@public-records/export/ExportJob"
import { checkFolder, removeFolderManifest, writeFolderManifest } from "@public-records/export/FolderManifest"
import { type Manifest } from "@public-records/export/Manifest"
import { outcomeOf } from "@public-records/export/outcome"
import {
  completePart,
  type FolderDay,
  folderDay,
  folderPlan,
  isStillEmpty,
  makeFolder
} from "@public-records/export/PartitionedFolder"
import { dayTarget } from "@public-records/export/TargetFiles"
import { Effect, Option } from "effect"
import { type CommandFlags, type ExportFlags } from "../flags.ts"
import { complaintKind } from "../output/kinds.ts"
import { checkFlags as flagQuery } from "../queries/flagQuery.ts"
import { openSession, type Session } from "../source/session.ts"
import { writtenBy } from "../version.ts"
import { reportDryRun, reportOutcome } from "./outcome.ts"
import { type DayState, findDays, type PartitionDays } from "./partitionDays.ts"
import { runExport } from "./reporter.ts"
import { partitionedDays, partitionedFolder } from "./checkedFlags.ts"
import { coverageProblem, folderText, planText } from "./text.ts"
import { maxRetryAfter } from "./toFile.ts"

interface Place {
  readonly folder: string
  readonly format: ExportFormat
}

const daysInFolder = (
  { records, source }: Session,
  { restart }: ExportFlags,
  { folder, format }: Place,
  days: PartitionDays["days"]
) =>
  Effect.forEach(days, (found) => {
    const { day } = found
    const job: FolderDay["job"] = {
      ...found,
      collection: records.complaints,
      layout: complaintKind,
      format,
      target: dayTarget(folder, day, format),
      source,
      restart,
      manifest: true,
      writtenBy
    }
    // A dry run without --out has no folder.
    return folder === ""
      ? Effect.succeed({ day, job, manifest: undefined, interrupted: undefined })
      : folderDay(day, job)
  })

const hasRecords = ({ interrupted, manifest }: FolderDay): boolean =>
  (manifest?.records ?? 0) > 0 || (interrupted?.progress.written ?? 0) > 0

const inState = (job: FolderDay["job"], { coverage, version }: DayState): FolderDay["job"] => ({
  ...job,
  coverage,
  version
})

/** Exports a day, and again if the mirror replaced it meanwhile. */
const exportDay = Effect.fnUntraced(function* (
  session: Session,
  { stateOf }: PartitionDays,
  { day, job }: FolderDay,
  printsPlan: boolean
) {
  for (let current = job; ;) {
    const report = yield* runExport(session, current, exportRecords(current), { day, printsPlan })
    const state = yield* stateOf(day)
    if (state.version === current.version) return report
    current = inState(job, state)
  }
})

/**
 * Writes complaints to a Hive-partitioned folder, such as `FOLDER/created_date=2021-07-07/part-0.parquet`, and skips complete days.
 * With `--dry-run` it only prints the plan.
 */
export const exportPartitions = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const { early, read } = yield* flagQuery(complaintKind, flags)
  const place = yield* partitionedFolder(flags)
  const { folder } = place
  if (early !== undefined) yield* partitionedDays(early)
  const work = Effect.fnUntraced(function* (session: Session) {
    const { isLocal, status, records } = session
    const found = yield* findDays(session, flags, yield* read(records))
    const days = yield* daysInFolder(session, flags, place, found.days)
    const [first] = days
    if (folder !== "" && first !== undefined) {
      const { query } = identityOf(first.job)
      yield* checkFolder({ ...place, query, days: days.map(({ day }) => day) })
    }
    // The plan of a single day is based on its first pages and costs no request.
    const plansDay = days.filter(({ manifest }) => manifest === undefined).length === 1
    if (flags.dryRun || !(plansDay || flags.quiet)) {
      const plan = yield* folderPlan(records, days)
      const isComplete = days.every(({ interrupted, manifest }) => interrupted === undefined && manifest === undefined)
      yield* status.print(planText(plan, complaintKind, isComplete, session))
      const isEmpty = Option.exists(plan, (planned) => planned.records === 0) && !days.some(hasRecords)
      if (flags.dryRun) return yield* reportDryRun(session, complaintKind, flags, { isEmpty, offset: 0 })
    }
    const reports: Array<ExportReport> = []
    const complete: Array<Manifest> = []
    const stillEmpty: Array<string> = []
    for (const part of days) {
      const { day, job } = part
      // Another export may have completed the day in the meantime.
      const manifest = yield* completePart(job)
      if (manifest !== undefined) complete.push(manifest)
      else if (!isLocal && (yield* isStillEmpty(part))) stillEmpty.push(day)
      else {
        yield* removeFolderManifest(folder)
        yield* makeFolder(job.target.file)
        reports.push(yield* exportDay(session, found, part, plansDay))
      }
    }
    yield* writeFolderManifest(folder, { note: complaintKind.note, writtenBy })
    const outcome = outcomeOf(folder, reports, {
      daysAdded: reports.length,
      daysComplete: complete.length,
      daysNotPublished: daysIn(found.notPublished) + stillEmpty.length
    })
    const isEmpty = complete.every(({ records }) => records === 0) && reports.every(({ written }) => written === 0)
    const differing = reports.filter(({ report }) => report.agrees === false).length
    const lines = folderText(outcome, complaintKind, { ...found, stillEmpty, differing }, session)
    yield* Effect.forEach(lines, status.print)
    const problem = coverageProblem(found.coverage)
    yield* reportOutcome(session, complaintKind, flags, { outcome, reports, isEmpty, offset: 0, problem })
  }, Effect.scoped)
  yield* openSession(flags, { isOnScreen: false, maxRetryAfter, namesSample: true }, work)
})
