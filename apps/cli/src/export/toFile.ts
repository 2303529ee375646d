import { type WalkableQuery } from "@public-records/core"
import { exportRecords } from "@public-records/export/exportRecords"
import { interruptedExport } from "@public-records/export/interruptedExport"
import { outcomeOf } from "@public-records/export/outcome"
import { emptyPlan, pagesAhead, planOf, type PlannedJob } from "@public-records/export/plan"
import { unknownDays } from "@public-records/export/days"
import { fileTarget } from "@public-records/export/TargetFiles"
import { Duration, Effect, Option } from "effect"
import { type ExportFlags } from "../flags.ts"
import { type RecordKind } from "../output/kinds.ts"
import { writtenBy } from "../version.ts"
import { Host } from "../Host.ts"
import { checkFlags } from "../queries/flagQuery.ts"
import { openSource } from "../source/openSource.ts"
import { openSession, type Session } from "../source/session.ts"
import { reportDryRun, reportOutcome } from "./outcome.ts"
import { writeRecords } from "./toStandardOutput.ts"
import { runExport } from "./reporter.ts"
import { checkedFlags } from "./checkedFlags.ts"
import { planText } from "./text.ts"

/** Prints the plan of an export, or of the rest of an interrupted one. Returns whether the export has no records. */
const printPlan = Effect.fnUntraced(function* <Query extends WalkableQuery, Record>(
  session: Session,
  job: PlannedJob<Query, Record>,
  isPrinted: boolean
) {
  const {
    source: { records, wording },
    status
  } = session
  const interrupted = isPrinted ? undefined : yield* interruptedExport(job)
  const isComplete = interrupted === undefined
  const written = interrupted?.progress.written ?? 0
  if (interrupted?.hasEveryPage === true) {
    yield* status.print(planText(Option.some(emptyPlan), job.layout, isComplete, wording))
    return written === 0
  }
  const { records: total } = yield* job.collection.estimate({ ...job.query, offset: 0 }, { priority: "bulk" })
  const ahead = pagesAhead(job, total, interrupted?.progress)
  const plan = yield* planOf(records, ahead)
  yield* status.print(planText(plan, job.layout, isComplete, wording))
  return written === 0 && Option.exists(ahead, (pages) => pages.records === 0)
})

/** Longer than the window of the rate limit, so that an export waits until it has requests again. */
export const maxRetryAfter = Duration.hours(3)

/** Writes every record of a query to a file or to standard output. With `--dry-run` it only prints the plan. */
export const exportToFile = Effect.fnUntraced(function* <Query extends WalkableQuery, Record>(
  kind: RecordKind<Query, Record>,
  flags: ExportFlags
) {
  yield* checkFlags(kind, flags)
  const { file, format, max } = yield* checkedFlags(flags)
  const isPrinted = file === "-"
  const { manifest, restart, spreadsheetSafe } = flags
  const work = Effect.fnUntraced(function* (session: Session) {
    const { source, status } = session
    const { records } = source
    const query = yield* source.readQuery(kind, flags)
    const { offset } = query
    const range = kind.createdRange(query)
    const notes = range === undefined ? [] : yield* source.publicationNotes(range)
    yield* Effect.forEach([...notes, ...source.notesOn(kind, query)], status.print)
    const basis = yield* source.basisOf(kind, query)
    const job: PlannedJob<Query, Record> = {
      collection: kind.collection(records),
      query,
      layout: kind,
      format,
      target: fileTarget(file),
      source: source.name,
      spreadsheetSafe,
      max,
      restart,
      manifest,
      coverage: basis?.coverage,
      writtenBy
    }
    if (flags.dryRun) {
      const isEmpty = yield* printPlan(session, job, isPrinted)
      return yield* reportDryRun(session, kind, flags, { isEmpty, offset })
    }
    const report = yield* isPrinted
      ? runExport(session, job, writeRecords(job), { isResumable: false })
      : runExport(session, job, exportRecords(job))
    if (basis !== undefined) yield* status.print(basis.records)
    const isEmpty = report.written === 0
    const isNothing = isEmpty && report.report.rejected === 0
    const counted = source.countDays(kind, query, isNothing)
    const outcome = outcomeOf(report, report.reachedMax ? unknownDays : yield* counted)
    yield* reportOutcome(session, kind, flags, { outcome, reports: [report], isEmpty, offset, basis })
  })
  const { stdout } = yield* Host
  const isOnScreen = stdout.isTTY && flags.out === "-"
  yield* openSession(openSource(flags, { maxRetryAfter }), flags, { isOnScreen, printsNotice: true }, work)
})
