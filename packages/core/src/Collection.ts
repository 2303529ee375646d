import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as UrlParams from "effect/http/UrlParams"
import { type Call, makeCall } from "./budget/Call.ts"
import { CallListener } from "./CallListener.ts"
import type { CallOptions, StreamOptions } from "./CallOptions.ts"
import { toSingleLine } from "./client/failures.ts"
import type { Pipeline } from "./client/pipeline.ts"
import { type Estimate, estimateOf } from "./Estimate.ts"
import { type InvalidQuery, NotFound, PublicRecordsError, type Reason, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { idProblem, invalidQuery } from "./queries/QueryReader.ts"
import type { Envelope } from "./records/Envelope.ts"
import { type IdentifiedPage, type Page, withoutIds } from "./records/Page.ts"
import { type PagesOptions, walk, type WalkableQuery, type WalkedPage, walkPages } from "./walk/walk.ts"

/** One of the two data sets. Each call reads its query, so that it may be plain data of any origin. */
export interface Collection<Query, Record> {
  /** Returns one page, from exactly one response of the service. */
  readonly page: (query: Query, options?: CallOptions) => Effect.Effect<Page<Record>, PublicRecordsError>
  /** Returns every record from `query.offset` on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => Stream.Stream<Record, PublicRecordsError>
  /** Returns the records page by page, on demand. Each page has a bookmark from which a later walk can resume. */
  readonly pages: (query: Query, options?: PagesOptions) => Stream.Stream<WalkedPage<Record>, PublicRecordsError>
  /** Returns the record with an id, or fails with `NotFound`. */
  readonly get: (id: string, options?: CallOptions) => Effect.Effect<Record, PublicRecordsError>
  /** Returns the cost of reading every record of a query. Sends one request. */
  readonly estimate: (query: Query, options?: CallOptions) => Effect.Effect<Estimate, PublicRecordsError>
  /** The next time new records are published, according to the clock. Sends no request. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

export interface DataSet<Query, Record> {
  readonly singular: string
  readonly plural: string
  readonly path: string
  readonly readQuery: (query: unknown) => Effect.Effect<Query, InvalidQuery>
  readonly toUrlParams: (query: Query) => UrlParams.UrlParams
  readonly nextPublication: Effect.Effect<DateTime.Utc>
  readonly decodePage: (envelope: Envelope, offset: number) => IdentifiedPage<Record>
}

const totalOf = ({ offset, received, total }: Page<unknown>): number | null =>
  offset === 0 && received === 0 ? 0 : total

/** Checks an id. **Fails with** `InvalidQuery` if the id would change the path, or if no record can have it. */
const checkId = (id: unknown): Effect.Effect<void, InvalidQuery> => {
  const rule = idProblem(id)
  return rule === undefined ? Effect.void : invalidQuery([{ field: "ID", rule }])
}

/** Returns the record with an id, ignoring case. The id that the service returns is masked if it contains the key. */
const recordWithId = <Record extends { readonly id: string }>(
  { records, rejected }: Page<Record>,
  id: string,
  maskedId: string
): Effect.Effect<Record, NotFound | UnexpectedAnswer> => {
  const found = records.find((record) => record.id.toLowerCase() === maskedId.toLowerCase())
  if (found !== undefined) return Effect.succeed(found)
  const [other] = records
  const [first] = rejected
  const detail = other === undefined ? first?.reason : `it returned the record ${other.id}`
  return Effect.fail(
    detail === undefined ? new NotFound({ id }) : new UnexpectedAnswer({ detail: toSingleLine(detail) })
  )
}

const getOperation = (singular: string, id: unknown): string =>
  `Get ${singular} ${typeof id === "string" ? toSingleLine(id) : ""}`.trimEnd()

export const failedOperation =
  (operation: string) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason })

/** Creates the error of a call, with its last response. */
const failedCall =
  (operation: string, call: Call) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason, response: call.response, attempts: call.attempts })

/** Reads one data set: turns queries into requests, and responses into records. Its errors are reasons without an operation. */
class CollectionReader<Query extends WalkableQuery, Record extends { readonly id: string }> {
  readonly #pipeline: Pipeline
  readonly #dataSet: DataSet<Query, Record>

  constructor(pipeline: Pipeline, dataSet: DataSet<Query, Record>) {
    this.#pipeline = pipeline
    this.#dataSet = dataSet
  }

  page(query: Query, call: Call): Effect.Effect<IdentifiedPage<Record>, Reason> {
    const { path, nextPublication, decodePage, toUrlParams } = this.#dataSet
    const request = { path, params: toUrlParams(query), nextPublication }
    return Effect.map(this.#pipeline.fetchEnvelope(request, call), (envelope) => decodePage(envelope, query.offset))
  }

  get(id: string, call: Call): Effect.Effect<Record, Reason> {
    if (id === "") return Effect.fail(new NotFound({ id }))
    const { path, nextPublication, decodePage } = this.#dataSet
    const request = () => ({ path: `${path}/${encodeURIComponent(id)}`, params: UrlParams.empty, nextPublication })
    return checkId(id).pipe(
      Effect.flatMap(() => this.#pipeline.fetchEnvelope(request(), call)),
      Effect.catchTag("BadRequest", (reason) => Effect.fail(reason.status === 404 ? new NotFound({ id }) : reason)),
      Effect.flatMap((envelope) => recordWithId(decodePage(envelope, 0), id, this.#pipeline.keyMask.redact(id)))
    )
  }

  estimate(query: Query, call: Call): Effect.Effect<Estimate, Reason> {
    return Effect.flatMap(this.page({ ...query, offset: 0, limit: 1 }, call), (page) =>
      estimateOf(this.#pipeline, query, Option.fromNullOr(totalOf(page)))
    )
  }

  walk(query: Query, options: StreamOptions, call: Call): Stream.Stream<Record, Reason> {
    return walk(query, (part) => this.page(part, call), options)
  }

  pages(query: Query, options: PagesOptions, call: Call): Stream.Stream<WalkedPage<Record>, Reason> {
    return walkPages(query, (part) => this.page(part, call), options)
  }
}

/** Announces the start of a call. Returns the effect that announces its end. */
const announceCall = Effect.fnUntraced(function* (call: Call) {
  const listen = yield* CallListener
  const startedAt = yield* Clock.currentTimeMillis
  yield* listen({ _tag: "Call", ...call.eventFields })
  return Effect.fnUntraced(function* (exit: Exit.Exit<unknown, PublicRecordsError>) {
    const milliseconds = (yield* Clock.currentTimeMillis) - startedAt
    const { attempts, eventFields, response } = call
    const error = Option.getOrUndefined(Exit.findErrorOption(exit))
    const isCanceled = Exit.hasInterrupts(exit)
    yield* listen({ _tag: "CallEnd", ...eventFields, milliseconds, attempts, error, isCanceled, response })
  })
})

/** Creates the calls of a data set. Adds options, spans, events, and the operation to each error. */
export const makeCollection = <Query extends WalkableQuery, Record extends { readonly id: string }>(
  pipeline: Pipeline,
  dataSet: DataSet<Query, Record>
): Collection<unknown, Record> => {
  const reader = new CollectionReader<Query, Record>(pipeline, dataSet)
  const { singular, plural, nextPublication } = dataSet
  const list = `List ${plural}`
  const estimate = `Estimate ${plural}`
  const read = (given: unknown, operation: string) =>
    Effect.mapError(dataSet.readQuery(given), failedOperation(operation))

  const begin = (name: string, operation: string, options: CallOptions, isWalk: boolean) =>
    makeCall(`${plural}.${name}`, options, pipeline.defaults, isWalk).pipe(
      Effect.mapError(failedOperation(operation)),
      Effect.flatMap((call) => Effect.map(announceCall(call), (end) => ({ call, end })))
    )
  const run = <A>(
    [name, operation]: readonly [name: string, operation: string],
    options: CallOptions,
    use: (call: Call) => Effect.Effect<A, Reason>
  ): Effect.Effect<A, PublicRecordsError> =>
    Effect.flatMap(begin(name, operation, options, false), ({ call, end }) =>
      Effect.onExit(Effect.mapError(use(call), failedCall(operation, call)), end)
    )
  const walkOf = <A>(
    [name, given]: readonly [name: string, given: unknown],
    options: CallOptions,
    start: (query: Query, call: Call) => Stream.Stream<A, Reason>
  ) =>
    Effect.gen(function* () {
      const query = yield* read(given, list)
      const { call, end } = yield* begin(name, list, options, true)
      return start(query, call).pipe(Stream.mapError(failedCall(list, call)), Stream.onExit(end))
    }).pipe(Stream.unwrap, Stream.withSpan(`PublicRecords.${plural}.${name}`))

  return {
    page: Effect.fn(`PublicRecords.${plural}.page`)(function* (given, options = {}) {
      const query = yield* read(given, list)
      yield* Effect.annotateCurrentSpan({ "public_records.offset": query.offset, "public_records.limit": query.limit })
      return yield* run(["page", list], options, (call) => Effect.map(reader.page(query, call), withoutIds))
    }),
    stream: (given, options = {}) =>
      walkOf(["stream", given], options, (query, call) => reader.walk(query, options, call)),
    pages: (given, options = {}) =>
      walkOf(["pages", given], options, (query, call) => reader.pages(query, options, call)),
    get: Effect.fn(`PublicRecords.${plural}.get`)((id, options = {}) =>
      run(["get", getOperation(singular, id)], options, (call) => reader.get(id, call))
    ),
    estimate: Effect.fn(`PublicRecords.${plural}.estimate`)(function* (given, options = {}) {
      const query = yield* read(given, estimate)
      return yield* run(["estimate", estimate], options, (call) => reader.estimate(query, call))
    }),
    nextPublication
  }
}
