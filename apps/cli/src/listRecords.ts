import { counted } from "@public-records/text/counts"
import { type Collection, type PublicRecords, type WalkReport } from "@public-records/core"
import { Effect, Stream } from "effect"
import { type CommandFailure, noRecords, usageFailure } from "./CommandFailure.ts"
import { type OutputFlags } from "./flags/outputFlags.ts"
import { type SourceFlags } from "./flags/sourceFlags.ts"
import { Host } from "./Host.ts"
import { type DatedCollection, emptyText, type FlagQuery } from "./localDays.ts"
import { leftOutText } from "./output/leftOutText.ts"
import { type ListPrinter, listPrinter } from "./output/recordPrinter.ts"
import { type RecordKind } from "./output/RecordKind.ts"
import { type ReaderGone, write } from "./output/StandardOutput.ts"
import { type Notes } from "./output/Notes.ts"
import { openSession, type Session } from "./Session.ts"

/** A page of a query. */
interface Paged {
  readonly limit: number
  readonly offset: number
}

/** A question to one of the collections, as the command line puts it. */
export interface ListRequest<Query extends Paged, Record> {
  readonly kind: RecordKind<Record>
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly query: FlagQuery<Query>
  readonly dated: DatedCollection
  readonly flags: SourceFlags &
    OutputFlags & { readonly all: boolean; readonly failIfEmpty: boolean; readonly max: string | undefined }
}

const maxOf = (text: string | undefined, limit: number, all: boolean): Effect.Effect<number, CommandFailure> => {
  if (text === undefined) return Effect.succeed(Number.POSITIVE_INFINITY)
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    return Effect.fail(usageFailure(`--max is a number of records, a whole number from 1, not "${text}".`))
  }
  return Number(text) > limit && !all
    ? Effect.fail(
        usageFailure(`--max ${text} is above the page size of ${limit}, which takes more than one request: add --all.`)
      )
    : Effect.succeed(Number(text))
}

const tellOfRejected = (notes: Notes, rejected: number): Effect.Effect<void> =>
  rejected === 0
    ? Effect.void
    : notes.say(
        `${counted(rejected, "record was", "records were")} left out, because the service sent ` +
          `${rejected === 1 ? "it" : "them"} in a form that breaks its contract.`
      )

const tellOfWalk = ({ records, requests, duplicates }: WalkReport): string =>
  `${counted(records, "record", "records")} in ${counted(requests, "request", "requests")}, ` +
  `${counted(duplicates, "duplicate", "duplicates")} dropped`

/** The records of a list, and what of the list they leave out. */
interface Found<Record> {
  readonly records: Stream.Stream<Record, CommandFailure>
  readonly leftOut: string | undefined
}

/** Every record that matches. */
const walkOf = <Query extends Paged, Record>(
  { collection, flags }: ListRequest<Query, Record>,
  query: Query,
  { failureOf, notes, records }: Session
): Found<Record> => {
  const walk = collection(records).stream(query, {
    onReport: (report) =>
      notes.clearProgress.pipe(
        Effect.andThen(tellOfRejected(notes, report.rejected)),
        Effect.andThen(flags.verbose ? notes.say(tellOfWalk(report)) : Effect.void)
      )
  })
  return { records: Stream.mapError(walk, failureOf), leftOut: undefined }
}

/** The records of one page, of which at most `max` are printed. */
const pageOf = Effect.fnUntraced(function* <Query extends Paged, Record>(
  { collection }: ListRequest<Query, Record>,
  query: Query,
  max: number,
  { failureOf, notes, records }: Session
): Effect.fn.Return<Found<Record>, CommandFailure> {
  const page = yield* Effect.mapError(collection(records).page(query), failureOf)
  yield* tellOfRejected(notes, page.rejected.length)
  return { records: Stream.fromIterable(page.records), leftOut: leftOutText(page, { limit: query.limit, max }) }
})

const print = Effect.fnUntraced(function* <Record>(
  records: Stream.Stream<Record, CommandFailure>,
  printer: ListPrinter<Record>,
  notes: Notes
): Effect.fn.Return<number, CommandFailure | ReaderGone, Host> {
  const { stdout } = yield* Host
  let count = 0
  yield* Stream.runForEachArray(records, (some) => {
    const text = (count === 0 ? printer.opening : "") + printer.some(some, count === 0)
    count += some.length
    return Effect.andThen(write(stdout, text), notes.progress(`${counted(count, "record", "records")} so far`))
  }).pipe(Effect.ensuring(notes.clearProgress))
  yield* write(stdout, (count === 0 ? printer.opening : "") + printer.closing(count === 0))
  return count
})

/** Says what there is to know beside the records, on standard error. **Fails with** `NoRecords` if that was asked for. */
const tellOfList = Effect.fnUntraced(function* <Query extends Paged, Record>(
  { dated, flags, kind }: ListRequest<Query, Record>,
  { offset }: Query,
  { notes, output, records }: Session,
  { count, hidden }: { readonly count: number; readonly hidden: ReadonlyArray<string> }
): Effect.fn.Return<void, CommandFailure> {
  if (count === 0) {
    const nothing = yield* emptyText(flags, dated, records, offset)
    if (flags.failIfEmpty) return yield* noRecords(nothing)
    yield* notes.say(nothing)
  }
  if (output.format !== "table") return
  if (hidden.length > 0) {
    yield* notes.say(`There is no room for ${hidden.join(", ")}; a wider terminal or --format json has them.`)
  }
  if (kind.note !== undefined) yield* notes.say(kind.note)
})

/** Prints a list: one page, or with `--all` every record that matches. */
export const listRecords = Effect.fnUntraced(function* <Query extends Paged, Record>(
  request: ListRequest<Query, Record>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { kind, flags } = request
  const { early } = request.query
  if (early !== undefined) yield* maxOf(flags.max, early.limit, flags.all)
  yield* openSession(flags, (session) =>
    Effect.gen(function* () {
      const query = yield* request.query.read(session.records)
      const max = yield* maxOf(flags.max, query.limit, flags.all)
      const printer = yield* listPrinter(kind, session.output)
      const found = yield* flags.all
        ? Effect.succeed(walkOf(request, query, session))
        : pageOf(request, query, max, session)
      const count = yield* print(Stream.take(found.records, max), printer, session.notes)
      if (found.leftOut !== undefined) yield* session.notes.say(found.leftOut)
      yield* tellOfList(request, query, session, { count, hidden: printer.leftOut() })
    })
  )
})
