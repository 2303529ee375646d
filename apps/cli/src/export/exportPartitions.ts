import { type Complaint, type ComplaintQuery } from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { type DayRange, dayRangeOf, type QueryDay } from "@public-records/export/dayRange"
import { type ExportFailure } from "@public-records/export/ExportFailure"
import { type ExportJob } from "@public-records/export/ExportJob"
import { interruptedExport } from "@public-records/export/interruptedExport"
import { completePart, makeFolder, publicationState } from "@public-records/export/PartitionedFolder"
import { dayTarget } from "@public-records/export/Target"
import { Effect, Option } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type ComplaintExportFlags } from "../flags/exportFlags.ts"
import { type Host } from "../Host.ts"
import { datedComplaints, emptyText, type FlagQuery } from "../localDays.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { rangeDays } from "./exportDays.ts"
import { checkNotEmpty, checkReport, checkStrict, reportOutcome } from "./exportOutcome.ts"
import { writtenBy } from "./ExportRequest.ts"
import { type ExportSession, openExportSession } from "./exportSession.ts"
import { placeOf } from "./ExportSettings.ts"
import { planText } from "./exportText.ts"
import {
  type DayResult,
  folderOutcome,
  type FolderResult,
  folderText,
  isFolderEmpty,
  reportsOf
} from "./folderOutcome.ts"
import { type FolderDay, folderPlan, hasRecords } from "./folderPlan.ts"
import { runExport } from "./runExport.ts"

const noPartitions = (why: string): CommandFailure => usageFailure(`--partition-by created-date ${why}`)

const folderOf = Effect.fnUntraced(function* ({
  dryRun,
  format,
  max,
  offset,
  out,
  spreadsheetSafe
}: ComplaintExportFlags): Effect.fn.Return<string, CommandFailure> {
  if (format !== undefined && format !== "parquet") return yield* noPartitions("writes Parquet: leave --format out.")
  if (spreadsheetSafe) return yield* noPartitions("writes Parquet: leave --spreadsheet-safe out.")
  if (max !== undefined || offset !== undefined) {
    return yield* noPartitions(`writes whole days: leave ${max === undefined ? "--offset" : "--max"} out.`)
  }
  if (out === undefined && dryRun) return ""
  if (out === undefined || out === "-") {
    return yield* noPartitions("writes a folder: name it with --out, such as --out calls.")
  }
  const { kind } = yield* placeOf(out)
  if (kind === "file" || kind === "stream")
    return yield* noPartitions(`writes a folder, and ${out} is not one: name another.`)
  return out
})

const rangeOf = (query: ComplaintQuery): Effect.Effect<DayRange, CommandFailure> => {
  const range = dayRangeOf(query)
  return range === undefined
    ? Effect.fail(noPartitions("needs whole days: --created-date, or --created-from and --created-to as YYYY-MM-DD."))
    : Effect.succeed(range)
}

const folderDay = Effect.fnUntraced(function* (
  { records, source }: ExportSession,
  { restart }: ComplaintExportFlags,
  folder: string,
  { day, query }: QueryDay
): Effect.fn.Return<FolderDay, ExportFailure> {
  const job: ExportJob<ComplaintQuery, Complaint> = {
    collection: records.complaints,
    query,
    form: complaintFiles,
    format: "parquet",
    target: dayTarget(folder, day),
    source,
    restart,
    manifest: true,
    writtenBy
  }
  // A dry run needs no folder.
  if (folder === "") return { day, job, manifest: undefined, left: undefined }
  const manifest = yield* completePart(job)
  return { day, job, manifest, left: manifest === undefined ? yield* interruptedExport(job) : undefined }
})

/** Writes one day, unless it is complete by now, or published within the last day and still empty. */
const exportDay = Effect.fnUntraced(function* (
  session: ExportSession,
  { day, job }: FolderDay,
  tellsPlan: boolean
): Effect.fn.Return<DayResult, CommandFailure> {
  const { failureOf, isLocal } = session
  const { complaints } = session.records
  const manifest = yield* Effect.mapError(completePart(job), failureOf)
  if (manifest !== undefined) return { _tag: "Complete", manifest }
  if (!isLocal && (yield* publicationState(day)) === "just now") {
    const { records } = yield* Effect.mapError(complaints.estimate(job.query, { priority: "bulk" }), failureOf)
    if (Option.contains(records, 0)) return { _tag: "NotPublished" }
  }
  yield* Effect.mapError(makeFolder(job.target.file), failureOf)
  return { _tag: "Written", report: yield* runExport(session, complaints, job, { day, tellsPlan }) }
})

const finished = Effect.fnUntraced(function* (
  session: ExportSession,
  flags: ComplaintExportFlags,
  result: FolderResult
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const outcome = folderOutcome(result)
  const isEmpty = isFolderEmpty(result)
  yield* Effect.forEach(folderText(result, outcome), session.notes.say, { discard: true })
  yield* reportOutcome(session, flags, { dated: datedComplaints, form: complaintFiles, isEmpty, offset: 0, outcome })
  for (const report of reportsOf(result)) yield* checkStrict(flags, report, complaintFiles)
  yield* checkNotEmpty(flags, isEmpty, complaintFiles, result.folder)
})

const exported = Effect.fnUntraced(function* (
  session: ExportSession,
  flags: ComplaintExportFlags,
  query: ComplaintQuery,
  range: DayRange,
  folder: string
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { failureOf, notes } = session
  const found = yield* rangeDays(session, query, range)
  const inFolder = Effect.forEach(found.list(), (day) => folderDay(session, flags, folder, day))
  const days = yield* Effect.mapError(inFolder, failureOf)
  // The plan of one day comes with its first pages and costs no request.
  const plansDay = !flags.dryRun && days.filter(({ manifest }) => manifest === undefined).length === 1
  if (flags.dryRun || !(plansDay || flags.quiet)) {
    const plan = yield* Effect.mapError(folderPlan(session, query, days), failureOf)
    const isWhole = days.every(({ left, manifest }) => left === undefined && manifest === undefined)
    yield* notes.say(planText(plan, complaintFiles, isWhole))
    const isEmpty = Option.contains(plan.records, 0) && !days.some(hasRecords)
    if (flags.dryRun) {
      if (isEmpty) yield* notes.say(yield* emptyText(flags, datedComplaints, session.records, 0))
      return yield* checkNotEmpty(flags, isEmpty, complaintFiles, folder)
    }
  }
  const results = new Map<string, DayResult>()
  for (const day of days) results.set(day.day, yield* exportDay(session, day, plansDay))
  yield* finished(session, flags, { folder, days: results, found })
})

/**
 * Writes complaints to a folder in Hive form, one Parquet file per day: `FOLDER/created_date=2021-07-07/part-0.parquet`. It
 * skips complete days, and names the days that are not published yet.
 */
export const exportPartitions = Effect.fnUntraced(function* (
  flags: ComplaintExportFlags,
  flagQuery: FlagQuery<ComplaintQuery>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const folder = yield* folderOf(flags)
  yield* checkReport(flags)
  if (flagQuery.early !== undefined) yield* rangeOf(flagQuery.early)
  yield* openExportSession(flags, (session) =>
    Effect.gen(function* () {
      const query = yield* flagQuery.read(session.records)
      yield* exported(session, flags, query, yield* rangeOf(query), folder)
    })
  )
})
