import { type Collection } from "@public-records/core"
import { type ExportJob } from "@public-records/export/ExportJob"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { interruptedExport } from "@public-records/export/interruptedExport"
import { fileTarget } from "@public-records/export/Target"
import { Effect, Option } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type Host } from "../Host.ts"
import { emptyText } from "../localDays.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { unknownDays } from "./exportDays.ts"
import { checkNotEmpty, checkStrict, outcomeOf, reportOutcome } from "./exportOutcome.ts"
import { emptyPlan, measureLatency, planOf } from "./exportPlan.ts"
import { type ExportRequest, type PagedQuery, writtenBy } from "./ExportRequest.ts"
import { type ExportSession, openExportSession } from "./exportSession.ts"
import { type ExportSettings, exportSettings } from "./ExportSettings.ts"
import { exportToOutput } from "./exportToOutput.ts"
import { openOutput } from "./Output.ts"
import { planText } from "./exportText.ts"
import { runExport } from "./runExport.ts"

const jobOf = <Query extends PagedQuery<Query>, Record>(
  { collection, flags, form }: ExportRequest<Query, Record>,
  query: Query,
  { format, max, out }: ExportSettings,
  { records, source }: ExportSession
) => {
  const { manifest, restart, spreadsheetSafe } = flags
  const job: ExportJob<Query, Record> = {
    collection: collection(records),
    query,
    form,
    format,
    target: fileTarget(out),
    source,
    spreadsheetSafe,
    max,
    restart,
    manifest,
    writtenBy
  }
  return job
}

/** Prints what the export would take from where an interrupted one left off. Succeeds with whether it finds no record. */
const sayPlan = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  session: ExportSession,
  collection: Collection<Query, Record>,
  job: ExportJob<Query, Record>,
  isStream: boolean
): Effect.fn.Return<boolean, CommandFailure> {
  const { form, max = Number.POSITIVE_INFINITY, query } = job
  const { failureOf, notes, records } = session
  const left = isStream ? undefined : yield* Effect.mapError(interruptedExport(job), failureOf)
  if (left?.hasEveryPage === true) {
    yield* notes.say(planText(emptyPlan, form, false))
    return left.progress.written === 0
  }
  const { report, written } = left?.progress ?? { report: { records: 0, rejected: 0 }, written: 0 }
  const from = query.withOffset(query.offset + report.records + report.rejected)
  const estimate = yield* Effect.mapError(collection.estimate(from, { priority: "bulk" }), failureOf)
  const ahead = Option.map(estimate.records, (count) => ({
    records: count,
    pageSize: query.limit,
    max: max - written,
    isResumed: left !== undefined
  }))
  yield* Effect.mapError(measureLatency(records, collection, query, ahead), failureOf)
  yield* notes.say(planText(yield* planOf(records, ahead), form, left === undefined))
  return written === 0 && Option.contains(estimate.records, 0)
})

const finished = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  { dated, days, flags, form }: ExportRequest<Query, Record>,
  query: Query,
  session: ExportSession,
  report: ExportReport
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { isCutShort, written } = report
  const counts = isCutShort ? unknownDays : yield* days(session, query, written + report.report.rejected === 0)
  const isEmpty = written === 0
  yield* reportOutcome(session, flags, {
    dated,
    form,
    isEmpty,
    offset: query.offset,
    outcome: outcomeOf(report, counts)
  })
  yield* checkStrict(flags, report, form)
  yield* checkNotEmpty(flags, isEmpty, form, report.file)
})

const exported = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  request: ExportRequest<Query, Record>,
  query: Query,
  settings: ExportSettings,
  session: ExportSession
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { dated, flags, form } = request
  const collection = request.collection(session.records)
  const said = session.isLocal ? undefined : yield* request.remark(query)
  if (said !== undefined) yield* session.notes.say(said)
  const job = jobOf(request, query, settings, session)
  if (flags.dryRun) {
    const isEmpty = yield* sayPlan(session, collection, job, settings.isStream)
    if (isEmpty) yield* session.notes.say(yield* emptyText(flags, dated, session.records, query.offset))
    return yield* checkNotEmpty(flags, isEmpty, form, settings.out)
  }
  const { format, isStream, max, out } = settings
  const toOutput = Effect.flatMap(openOutput(out), (output) =>
    exportToOutput({ session, collection, query, form, format, max, flags, output })
  )
  const report = yield* isStream ? Effect.scoped(toOutput) : runExport(session, collection, job)
  yield* finished(request, query, session, report)
})

/** Writes every record of a query to a file or to standard output, or only prints what that takes. */
export const exportToFile = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  request: ExportRequest<Query, Record>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const settings = yield* exportSettings(request.flags)
  yield* openExportSession(request.flags, (session) =>
    Effect.gen(function* () {
      const query = yield* request.query.read(session.records)
      yield* exported(request, query, settings, session)
    })
  )
})
