import { ComplaintQuery, UncheckedComplaintQuery, type WalkReport } from "@public-records/core"
import { type PagedQuery } from "@public-records/export/plan"
import { counted } from "@public-records/text/counts"
import { Effect, Stream } from "effect"
import { type CommandFlags, type ListFlags } from "../flags.ts"
import { noRecords, strictCheckFailed, usageFailure } from "../CommandFailure.ts"
import { mirrorCoverage } from "../export/mirrorCoverage.ts"
import { coverageProblem, coverageText } from "../export/text.ts"
import { Host } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { complaintKind, noticeKind, type RecordKind } from "../output/kinds.ts"
import { omittedText } from "../output/omittedRecords.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { listPrinter, printerOptions } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { emptyText, flagQuery } from "../source/flagQuery.ts"
import { needsMirror, usesMirror } from "../source/mirrorFile.ts"
import { openSession, type Session } from "../source/session.ts"

/** Reads `--max`. **Fails with** a usage failure if it is invalid, or needs more than one request without `--all`. */
const maxOf = Effect.fnUntraced(function* ({ all, max }: ListFlags, limit: number) {
  const count = yield* readInteger("--max", max)
  if (count !== undefined && count > limit && !all) {
    return yield* usageFailure(
      `--max ${count} is larger than the page size of ${limit} and needs more than one request. Add --all.`
    )
  }
  return count ?? Number.POSITIVE_INFINITY
})

const reportRejected = (status: StatusOutput, rejected: number): Effect.Effect<void> =>
  rejected === 0
    ? Effect.void
    : status.print(
        `${counted(rejected, "record was", "records were")} skipped because the service sent ` +
          `${rejected === 1 ? "it" : "them"} in an invalid format.`
      )

const walkText = ({ duplicates, records, requests }: WalkReport): string =>
  `${counted(records, "record", "records")} in ${counted(requests, "request", "requests")}, ` +
  `${counted(duplicates, "duplicate", "duplicates")} dropped`

/** Reads the records to print: every matching record, or one page and a message about the records that it omits. */
const recordsOf = Effect.fnUntraced(function* <Input, Query extends PagedQuery<Query>, Record>(
  { collection }: RecordKind<Input, Query, Record>,
  flags: ListFlags,
  { isMirror, records, status }: Session,
  query: Query,
  max: number
) {
  if (!flags.all) {
    const page = yield* collection(records).page(query)
    yield* reportRejected(status, page.rejected.length)
    return {
      found: Stream.fromIterable(page.records),
      omitted: omittedText(page, { isMirror, limit: query.limit, max })
    }
  }
  const found = collection(records).stream(query, {
    onReport: (report) =>
      status.clearProgress.pipe(
        Effect.andThen(reportRejected(status, report.rejected)),
        Effect.andThen(flags.verbose && !isMirror ? status.print(walkText(report)) : Effect.void)
      )
  })
  return { found, omitted: undefined }
})

/** Prints which days of a query the mirror lacks. With `--strict`, fails over them. */
const reportCoverage = Effect.fnUntraced(function* <Query>(
  flags: ListFlags & { readonly strict?: boolean },
  { isMirror, status }: Session,
  query: Query
) {
  const isComplaints = query instanceof ComplaintQuery || query instanceof UncheckedComplaintQuery
  if (!isMirror || !isComplaints) return
  const coverage = yield* mirrorCoverage(flags, query)
  const problem = flags.strict === true ? coverageProblem(coverage) : undefined
  if (problem !== undefined) return yield* strictCheckFailed(problem)
  yield* Effect.forEach(coverageText(coverage), status.print)
})

const listRecords = Effect.fnUntraced(function* <Input extends object, Query extends PagedQuery<Query>, Record>(
  kind: RecordKind<Input, Query, Record>,
  flags: Input & ListFlags & { readonly strict?: boolean }
) {
  const { stderr, stdout } = yield* Host
  if (flags.strict === true && !usesMirror(flags))
    return yield* usageFailure("--strict requires a mirror.", needsMirror)
  const { early, read } = yield* flagQuery(kind, flags)
  if (early !== undefined) yield* maxOf(flags, early.limit)
  const output = yield* printerOptions(flags)
  const isTable = output.format === "table"
  const work = Effect.fnUntraced(function* (session: Session) {
    const { status } = session
    const query = yield* read(session.records)
    const max = yield* maxOf(flags, query.limit)
    const printer = yield* listPrinter(kind, output)
    const { found, omitted } = yield* recordsOf(kind, flags, session, query, max)
    let count = 0
    yield* Stream.runForEachArray(Stream.take(found, max), (batch) => {
      const text = (count === 0 ? printer.opening : "") + printer.batch(batch, count === 0)
      count += batch.length
      return Effect.andThen(write(stdout, text), status.progress(`${counted(count, "record", "records")} so far`))
    }).pipe(Effect.ensuring(status.clearProgress))
    yield* write(stdout, (count === 0 ? printer.opening : "") + printer.closing(count === 0))
    if (omitted !== undefined) yield* status.print(omitted)
    yield* reportCoverage(flags, session, query)
    if (count === 0) {
      const message = yield* emptyText(session, kind, flags, query.offset)
      if (flags.failIfEmpty) return yield* noRecords(message)
      yield* status.print(message)
    }
    if (!isTable) return
    const hidden = printer.omittedColumns()
    if (hidden.length > 0) {
      yield* status.print(`Hidden columns: ${hidden.join(", ")}. Use a wider terminal or --format json to see them.`)
    }
    if (kind.note !== undefined) yield* status.print(kind.note)
  })
  yield* openSession(flags, { isOnScreen: stdout.isTTY, namesSample: stderr.isTTY || isTable }, work)
})

export const complaintsList = (flags: CommandFlags<"complaints list">) => listRecords(complaintKind, flags)

export const noticesList = (flags: CommandFlags<"notices list">) => listRecords(noticeKind, flags)
