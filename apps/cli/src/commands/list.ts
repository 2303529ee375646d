import { type WalkReport } from "@public-records/core"
import { type PagedQuery } from "@public-records/export/plan"
import { counted } from "@public-records/text/counts"
import { Effect, Stream } from "effect"
import { type CommandFlags, type ListFlags } from "../flags.ts"
import { noRecords, usageFailure } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { complaintKind, noticeKind, type RecordKind } from "../output/kinds.ts"
import { leftOutText } from "../output/leftOut.ts"
import { type Notes } from "../output/Notes.ts"
import { listPrinter, printerOptions } from "../output/printers.ts"
import { write } from "../output/StandardOutput.ts"
import { emptyText, flagQuery, readMax } from "../source/flagQuery.ts"
import { openSession, type Session } from "../source/session.ts"

/** Reads `--max`. **Fails with** a usage failure if it is not a number, or takes more than one request without `--all`. */
const maxOf = Effect.fnUntraced(function* ({ all, max }: ListFlags, limit: number) {
  const count = yield* readMax(max)
  if (count !== undefined && count > limit && !all) {
    return yield* usageFailure(
      `--max ${count} is above the page size of ${limit}, which takes more than one request: add --all.`
    )
  }
  return count ?? Number.POSITIVE_INFINITY
})

const sayRejected = (notes: Notes, rejected: number): Effect.Effect<void> =>
  rejected === 0
    ? Effect.void
    : notes.say(
        `${counted(rejected, "record was", "records were")} left out, because the service sent ` +
          `${rejected === 1 ? "it" : "them"} in a form that breaks its contract.`
      )

const walkText = ({ duplicates, records, requests }: WalkReport): string =>
  `${counted(records, "record", "records")} in ${counted(requests, "request", "requests")}, ` +
  `${counted(duplicates, "duplicate", "duplicates")} dropped`

/** Reads the records to print: every record that matches, or those of one page, with a note on what the page leaves out. */
const recordsOf = Effect.fnUntraced(function* <Input, Query extends PagedQuery<Query>, Record>(
  { collection }: RecordKind<Input, Query, Record>,
  flags: ListFlags,
  { notes, records }: Session,
  query: Query,
  max: number
) {
  if (!flags.all) {
    const page = yield* collection(records).page(query)
    yield* sayRejected(notes, page.rejected.length)
    return { found: Stream.fromIterable(page.records), leftOut: leftOutText(page, { limit: query.limit, max }) }
  }
  const found = collection(records).stream(query, {
    onReport: (report) =>
      notes.clearProgress.pipe(
        Effect.andThen(sayRejected(notes, report.rejected)),
        Effect.andThen(flags.verbose ? notes.say(walkText(report)) : Effect.void)
      )
  })
  return { found, leftOut: undefined }
})

const listRecords = Effect.fnUntraced(function* <Input extends object, Query extends PagedQuery<Query>, Record>(
  kind: RecordKind<Input, Query, Record>,
  flags: Input & ListFlags
) {
  const { stderr, stdout } = yield* Host
  const { early, read } = yield* flagQuery(kind, flags)
  if (early !== undefined) yield* maxOf(flags, early.limit)
  const output = yield* printerOptions(flags)
  const isTable = output.format === "table"
  const work = Effect.fnUntraced(function* (session: Session) {
    const { notes } = session
    const query = yield* read(session.records)
    const max = yield* maxOf(flags, query.limit)
    const printer = yield* listPrinter(kind, output)
    const { found, leftOut } = yield* recordsOf(kind, flags, session, query, max)
    let count = 0
    yield* Stream.runForEachArray(Stream.take(found, max), (some) => {
      const text = (count === 0 ? printer.opening : "") + printer.some(some, count === 0)
      count += some.length
      return Effect.andThen(write(stdout, text), notes.progress(`${counted(count, "record", "records")} so far`))
    }).pipe(Effect.ensuring(notes.clearProgress))
    yield* write(stdout, (count === 0 ? printer.opening : "") + printer.closing(count === 0))
    if (leftOut !== undefined) yield* notes.say(leftOut)
    if (count === 0) {
      const nothing = yield* emptyText(session, kind, query.offset)
      if (flags.failIfEmpty) return yield* noRecords(nothing)
      yield* notes.say(nothing)
    }
    if (!isTable) return
    const hidden = printer.leftOut()
    if (hidden.length > 0) {
      yield* notes.say(`There is no room for ${hidden.join(", ")}; a wider terminal or --format json has them.`)
    }
    if (kind.note !== undefined) yield* notes.say(kind.note)
  })
  yield* openSession(flags, { isOnScreen: stdout.isTTY, namesSample: stderr.isTTY || isTable }, work)
})

export const complaintsList = (flags: CommandFlags<"complaints list">) => listRecords(complaintKind, flags)

export const noticesList = (flags: CommandFlags<"notices list">) => listRecords(noticeKind, flags)
