import { type Collection } from "@public-records/core"
import { type ExportJob } from "@public-records/export/ExportJob"
import { type FileForm } from "@public-records/export/FileForm"
import { fileTarget } from "@public-records/export/Target"
import { Effect, Option } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type Host } from "../Host.ts"
import { emptyText } from "../localDays.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { checkStrict, type ExportRequest, type PagedQuery, writtenBy } from "./ExportRequest.ts"
import { type ExportSession, openExportSession } from "./exportSession.ts"
import { type ExportSettings, exportSettings, standardOutput } from "./ExportSettings.ts"
import { exportToOutput } from "./exportToOutput.ts"
import { atMost, planText } from "./exportText.ts"
import { runExport } from "./runExport.ts"

/** Says what an export takes. Returns the number of records, if the service tells it. */
const planned = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  session: ExportSession,
  collection: Collection<Query, Record>,
  query: Query,
  form: FileForm<Record>,
  max: number | undefined
): Effect.fn.Return<number | undefined, CommandFailure> {
  const estimate = yield* Effect.mapError(collection.estimate(query, { priority: "bulk" }), session.failureOf)
  yield* session.notes.say(planText(atMost(estimate, max ?? Number.POSITIVE_INFINITY, query.limit), form, true))
  return Option.getOrUndefined(estimate.records)
})

/** Writes or plans an export. Returns the number of records, if it is known. */
const exported = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  { collection: collectionOf, flags, form, remark }: ExportRequest<Query, Record>,
  query: Query,
  { format, max, out }: ExportSettings,
  session: ExportSession
): Effect.fn.Return<number | undefined, CommandFailure | ReaderGone, Host> {
  const collection = collectionOf(session.records)
  const said = yield* remark(query)
  if (said !== undefined) yield* session.notes.say(said)
  if (flags.dryRun) return yield* planned(session, collection, query, form, max)
  const { manifest, restart, spreadsheetSafe } = flags
  if (out === standardOutput) {
    return yield* exportToOutput({ session, collection, query, form, format, max, flags })
  }
  const job: ExportJob<Query, Record> = {
    collection,
    query,
    form,
    format,
    target: fileTarget(out),
    source: session.source,
    spreadsheetSafe,
    max,
    restart,
    manifest,
    writtenBy
  }
  const report = yield* runExport(session, collection, job)
  yield* checkStrict(flags, report, form)
  return report.written
})

/** Writes every record of a query to a file, or to standard output; or says only what that takes. */
export const exportToFile = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  request: ExportRequest<Query, Record>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const settings = yield* exportSettings(request.flags)
  yield* openExportSession(request.flags, (session) =>
    Effect.gen(function* () {
      const { dated, flags } = request
      const query = yield* request.query.read(session.records)
      const count = yield* exported(request, query, settings, session)
      if (count === 0) yield* session.notes.say(yield* emptyText(flags, dated, session.records, query.offset))
    })
  )
})
