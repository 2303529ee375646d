import { type Complaint, type ComplaintQuery } from "@public-records/core"
import { complaintFiles } from "@public-records/export/complaintFiles"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportJob } from "@public-records/export/ExportJob"
import {
  hasPart,
  makeFolder,
  publicationState,
  type QueryDay,
  queryDays
} from "@public-records/export/PartitionedFolder"
import { dayTarget } from "@public-records/export/Target"
import { Effect, Option } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type ComplaintExportFlags } from "../flags/exportFlags.ts"
import { type Host } from "../Host.ts"
import { datedComplaints, emptyText, type FlagQuery } from "../localDays.ts"
import { checkStrict, writtenBy } from "./ExportRequest.ts"
import { type ExportSession, openExportSession } from "./exportSession.ts"
import { kindOfPath, standardOutput } from "./ExportSettings.ts"
import { counted, grouped, planText } from "./exportText.ts"
import { runExport } from "./runExport.ts"

/** What came of a day. */
type DayResult =
  | { readonly _tag: "Written"; readonly report: ExportReport }
  | { readonly _tag: "There" }
  | { readonly _tag: "NotPublished" }

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
  if (out === undefined || out === standardOutput) {
    return yield* noPartitions("writes a folder: name it with --out, such as --out calls.")
  }
  const kind = yield* kindOfPath(out)
  if (kind === "file" || kind === "other")
    return yield* noPartitions(`writes a folder, and ${out} is none: name another.`)
  return out
})

const daysOf = (query: ComplaintQuery): Effect.Effect<ReadonlyArray<QueryDay>, CommandFailure> => {
  const days = queryDays(query)
  return days === undefined
    ? Effect.fail(noPartitions("needs whole days: --created-date, or --created-from and --created-to as YYYY-MM-DD."))
    : Effect.succeed(days)
}

/** Writes one day, unless it is there, or not published yet. */
const exportDay = Effect.fnUntraced(function* (
  session: ExportSession,
  flags: ComplaintExportFlags,
  folder: string,
  { day, query }: QueryDay
): Effect.fn.Return<DayResult, CommandFailure> {
  const { complaints } = session.records
  const job: ExportJob<ComplaintQuery, Complaint> = {
    collection: complaints,
    query,
    form: complaintFiles,
    format: "parquet",
    target: dayTarget(folder, day),
    source: session.source,
    restart: flags.restart,
    manifest: true,
    writtenBy
  }
  const published = yield* publicationState(day)
  if (published === "not yet") return { _tag: "NotPublished" }
  if (yield* Effect.mapError(hasPart(job), session.failureOf)) return { _tag: "There" }
  if (published === "just now") {
    const { records } = yield* Effect.mapError(complaints.estimate(query, { priority: "bulk" }), session.failureOf)
    if (Option.contains(records, 0)) return { _tag: "NotPublished" }
  }
  yield* Effect.mapError(makeFolder(job.target.file), session.failureOf)
  const report = yield* runExport(session, complaints, job, { day })
  return { _tag: "Written", report }
})

/** What came of all days, a sentence a line. */
const summary = (results: ReadonlyMap<string, DayResult>, folder: string): ReadonlyArray<string> => {
  const all = [...results]
  const written = all.flatMap(([, result]) => (result._tag === "Written" ? [result.report] : []))
  const there = all.filter(([, { _tag }]) => _tag === "There").length
  const late = all.flatMap(([day, { _tag }]) => (_tag === "NotPublished" ? [day] : []))
  const sum = (count: (report: ExportReport) => number): number =>
    written.reduce((total, report) => total + count(report), 0)
  const differ = written.filter(({ report }) => Option.contains(report.agrees, false)).length
  return [
    `${counted(written.length, "day", "days")} written to ${folder}: ${counted(
      sum(({ written }) => written),
      "complaint",
      "complaints"
    )} ` +
      `in ${counted(
        sum(({ requests }) => requests),
        "request",
        "requests"
      )}, ` +
      `${counted(
        sum(({ report }) => report.duplicates),
        "duplicate",
        "duplicates"
      )} dropped, ` +
      `${grouped(sum(({ report }) => report.rejected))} rejected` +
      `${there === 0 ? "" : `; ${counted(there, "day was", "days were")} there already`}.`,
    ...(differ === 0
      ? []
      : [`The service counts otherwise for ${counted(differ, "day", "days")}; the manifests say which.`]),
    ...(late.length === 0 ? [] : [`Not published yet, and left out: ${late.join(", ")}.`]),
    complaintFiles.note
  ]
}

const exported = Effect.fnUntraced(function* (
  session: ExportSession,
  flags: ComplaintExportFlags,
  query: ComplaintQuery,
  days: ReadonlyArray<QueryDay>,
  folder: string
): Effect.fn.Return<void, CommandFailure> {
  const { complaints } = session.records
  if (flags.dryRun || days.length > 1) {
    const estimate = yield* Effect.mapError(complaints.estimate(query, { priority: "bulk" }), session.failureOf)
    yield* session.notes.say(planText(estimate, complaintFiles, true))
  }
  if (flags.dryRun) return
  const results = new Map<string, DayResult>()
  for (const day of days) results.set(day.day, yield* exportDay(session, flags, folder, day))
  yield* Effect.forEach(summary(results, folder), session.notes.say, { discard: true })
  if ([...results.values()].every((result) => result._tag === "Written" && result.report.written === 0)) {
    yield* session.notes.say(yield* emptyText(flags, datedComplaints, session.records, 0))
  }
  for (const result of results.values()) {
    if (result._tag === "Written") yield* checkStrict(flags, result.report, complaintFiles)
  }
})

/**
 * Writes complaints to a folder in Hive form, a Parquet file a day: `FILE/created_date=2021-07-07/part-0.parquet`. A day
 * that is there is skipped, one that is not published yet is left out and named.
 */
export const exportPartitions = Effect.fnUntraced(function* (
  flags: ComplaintExportFlags,
  flagQuery: FlagQuery<ComplaintQuery>
): Effect.fn.Return<void, CommandFailure, Host> {
  const folder = yield* folderOf(flags)
  if (flagQuery.early !== undefined) yield* daysOf(flagQuery.early)
  yield* openExportSession(flags, (session) =>
    Effect.gen(function* () {
      const query = yield* flagQuery.read(session.records)
      yield* exported(session, flags, query, yield* daysOf(query), folder)
    })
  )
})
