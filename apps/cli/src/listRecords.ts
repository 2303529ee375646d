import { type Collection, type InvalidQuery, type PublicRecords, type WalkReport } from "@public-records/core"
import { Effect, Stream } from "effect"
import { type CommandFailure, invalidQuery, usageFailure } from "./CommandFailure.ts"
import { type OutputFlags } from "./flags/outputFlags.ts"
import { type SourceFlags } from "./flags/sourceFlags.ts"
import { Host } from "./Host.ts"
import { type ListPrinter, listPrinter } from "./output/recordPrinter.ts"
import { type RecordKind } from "./output/RecordKind.ts"
import { type ReaderGone, write } from "./output/StandardOutput.ts"
import { type Notes } from "./output/Notes.ts"
import { openSession, type Session } from "./Session.ts"

/** A question to one of the collections, as the command line puts it. */
export interface ListRequest<Query extends { readonly limit: number }, Record> {
  readonly kind: RecordKind<Record>
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly query: Effect.Effect<Query, InvalidQuery>
  readonly flags: SourceFlags & OutputFlags & { readonly all: boolean; readonly max: string | undefined }
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

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`

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

/** The records that the request asks for, in arrays: one page, or a walk. */
const arraysOf = <Query extends { readonly limit: number }, Record>(
  request: ListRequest<Query, Record>,
  query: Query,
  max: number,
  { records, notes, failureOf }: Session
): Stream.Stream<Record, CommandFailure> => {
  const collection = request.collection(records)
  const found = request.flags.all
    ? collection.stream(query, {
        onReport: (report) =>
          notes.clearProgress.pipe(
            Effect.andThen(tellOfRejected(notes, report.rejected)),
            Effect.andThen(request.flags.verbose ? notes.say(tellOfWalk(report)) : Effect.void)
          )
      })
    : Stream.fromIterableEffect(
        Effect.tap(collection.page(query), ({ rejected }) => tellOfRejected(notes, rejected.length)).pipe(
          Effect.map(({ records }) => records)
        )
      )
  return found.pipe(Stream.take(max), Stream.mapError(failureOf))
}

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

/** Prints a list: one page, or with `--all` every record that matches. */
export const listRecords = Effect.fnUntraced(function* <Query extends { readonly limit: number }, Record>(
  request: ListRequest<Query, Record>
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { kind, flags } = request
  const query = yield* Effect.mapError(request.query, ({ problems }) => invalidQuery(problems))
  const max = yield* maxOf(flags.max, query.limit, flags.all)
  yield* openSession(flags, (session) =>
    Effect.gen(function* () {
      const printer = yield* listPrinter(kind, session.output)
      const count = yield* print(arraysOf(request, query, max, session), printer, session.notes)
      if (session.output.format !== "table") return
      if (count === 0) yield* session.notes.say(`No ${kind.many} match.`)
      if (printer.leftOut.length > 0) {
        yield* session.notes.say(
          `There is no room for ${printer.leftOut.join(", ")}; a wider terminal or --format json has them.`
        )
      }
      if (kind.note !== undefined) yield* session.notes.say(kind.note)
    })
  )
})
