import { maxRecordsPerPage, type WalkableQuery, type WalkReport } from "@public-records/core"
import { counted } from "@public-records/text/counts"
import { Effect, Stream } from "effect"
import { type CommandFlags, type ListFlags } from "../flags.ts"
import { noRecords, usageFailure, usedTogether } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { complaintKind, noticeKind, type RecordKind } from "../output/kinds.ts"
import { omittedText } from "../output/omittedRecords.ts"
import { checkStrict } from "../output/printAnswer.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { listPrinter, printerOptions } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { type Wording } from "../output/wording.ts"
import { checkFlags, emptyText } from "../queries/flagQuery.ts"
import { answeredBy, needsMirror } from "../source/namedSource.ts"
import { openSource } from "../source/openSource.ts"
import { openSession, type Session } from "../source/session.ts"

/** Returns how many records to print: every one with `--all`, by default a page. */
const limitOf = Effect.fnUntraced(function* ({ all, limit }: ListFlags) {
  if (all && limit !== undefined) return yield* usedTogether("--all", "--limit")
  return (yield* readInteger("--limit", limit)) ?? (all ? Number.POSITIVE_INFINITY : maxRecordsPerPage)
})

const reportRejected = (status: StatusOutput, rejected: number): Effect.Effect<void> =>
  rejected === 0
    ? Effect.void
    : status.print(
        `${counted(rejected, "record was", "records were")} skipped because the service sent ` +
          `${rejected === 1 ? "it" : "them"} in an invalid format.`
      )

const walkText = ({ duplicates, records, requests }: WalkReport, { inRequests }: Wording): string =>
  `${counted(records, "record", "records")}${inRequests(requests)}, ` +
  `${counted(duplicates, "duplicate", "duplicates")} dropped`

/** Reads the records to print: with one request if they fit in a page. `omitted` says afterwards which records were left out. */
const recordsOf = Effect.fnUntraced(function* <Query extends WalkableQuery, Record>(
  { collection }: RecordKind<Query, Record>,
  { verbose }: ListFlags,
  { source: { records, wording }, status }: Session,
  query: Query,
  limit: number
) {
  const { offset } = query
  if (limit <= maxRecordsPerPage) {
    const page = yield* collection(records).page(query)
    yield* reportRejected(status, page.rejected.length)
    const { received, records: found, total } = page
    return {
      found: Stream.fromIterable(found),
      omitted: (count: number) => omittedText({ count, limit, offset, received, total })
    }
  }
  let rejected = 0
  let total: number | null = null
  const found = collection(records).stream(query, {
    onReport: (report) => {
      rejected = report.rejected
      total = report.claimedTotal
      return status.clearProgress.pipe(
        Effect.andThen(reportRejected(status, report.rejected)),
        Effect.andThen(verbose ? status.print(walkText(report, wording)) : Effect.void)
      )
    }
  })
  return {
    found: Stream.take(found, limit),
    omitted: (count: number) =>
      count < limit ? undefined : omittedText({ count, limit, offset, received: count + rejected, total })
  }
})

const listRecords = Effect.fnUntraced(function* <Query extends WalkableQuery, Record>(
  kind: RecordKind<Query, Record>,
  flags: ListFlags & { readonly strict?: boolean }
) {
  const { stderr, stdout } = yield* Host
  if (flags.strict === true && (yield* answeredBy(flags)) === "service")
    return yield* usageFailure("--strict requires a mirror.", needsMirror)
  const limit = yield* limitOf(flags)
  yield* checkFlags(kind, flags)
  const output = yield* printerOptions(flags)
  const isTable = output.format === "table"
  const work = Effect.fnUntraced(function* (session: Session) {
    const { source, status } = session
    const query = { ...(yield* source.readQuery(kind, flags)), limit: Math.min(limit, maxRecordsPerPage) }
    const printer = yield* listPrinter(kind, output)
    const { found, omitted } = yield* recordsOf(kind, flags, session, query, limit)
    let count = 0
    yield* Stream.runForEachArray(found, (batch) => {
      const text = (count === 0 ? printer.opening : "") + printer.batch(batch, count === 0)
      count += batch.length
      return Effect.andThen(write(stdout, text), status.progress(`${counted(count, "record", "records")} so far`))
    }).pipe(Effect.ensuring(status.clearProgress))
    yield* write(stdout, (count === 0 ? printer.opening : "") + printer.closing(count === 0))
    const omittedNote = omitted(count)
    if (omittedNote !== undefined) yield* status.print(omittedNote)
    const basis = yield* source.basisOf(kind, query)
    if (basis !== undefined) {
      yield* status.print(basis.records)
      yield* checkStrict(flags, basis)
    }
    yield* Effect.forEach(source.notesOn(kind, query), status.print)
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
  const options = { isOnScreen: stdout.isTTY, printsNotice: stderr.isTTY || isTable }
  yield* openSession(openSource(flags), flags, options, work)
})

export const complaintsList = (flags: CommandFlags<"complaints list">) => listRecords(complaintKind, flags)

export const noticesList = (flags: CommandFlags<"notices list">) => listRecords(noticeKind, flags)
