import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
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
import { RecentlyUsed } from "./client/responseReuse.ts"
import { ensureWalkFits, type Estimate, estimateOf } from "./Estimate.ts"
import { type InvalidQuery, NotFound, PublicRecordsError, type Reason, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { idProblem } from "./queries/plainQuery.ts"
import { invalidQuery } from "./queries/QueryInput.ts"
import type { Envelope } from "./records/Envelope.ts"
import { type IdentifiedPage, type Page, withoutIds } from "./records/Page.ts"
import { type PagesOptions, walk, type WalkableQuery, type WalkedPage, walkPages } from "./walk/walk.ts"

/** One of the two data sets. */
export interface Collection<Query, Record> {
  /** Returns one page, from exactly one response of the service. */
  readonly page: (query: Query, options?: CallOptions) => Effect.Effect<Page<Record>, PublicRecordsError>
  /** Returns every record from `query.offset` on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => Stream.Stream<Record, PublicRecordsError>
  /** Returns the records page by page, on demand. Each page has a bookmark from which a later walk can resume. */
  readonly pages: (query: Query, options?: PagesOptions) => Stream.Stream<WalkedPage<Record>, PublicRecordsError>
  /** Returns the record with an id, or fails with `NotFound`. */
  readonly get: (id: string, options?: CallOptions) => Effect.Effect<Record, PublicRecordsError>
  /** Returns the cost of reading every record of a query. Sends one request, unless a page of the query was read before. */
  readonly estimate: (query: Query, options?: CallOptions) => Effect.Effect<Estimate, PublicRecordsError>
  /** The next time new records are published, according to the clock. Sends no request. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

interface PagedQuery<Self> extends WalkableQuery<Self> {
  readonly toUrlParams: () => UrlParams.UrlParams
}

export interface DataSet<Record> {
  readonly singular: string
  readonly plural: string
  readonly path: string
  /** The parameters that select a page. All others select the list. */
  readonly pageParams: ReadonlyArray<string>
  readonly nextPublication: Effect.Effect<DateTime.Utc>
  readonly decodePage: (envelope: Envelope, offset: number) => IdentifiedPage<Record>
}

/** Maximum number of lists whose totals are remembered. */
const maxTotals = 100

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

/** Makes the error of a call, with its last response. */
const failedCall =
  (operation: string, call: Call) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason, response: call.response, attempts: call.attempts })

/** Reads one data set: turns queries into requests, and responses into records. Its errors are reasons without an operation. */
class CollectionReader<Query extends PagedQuery<Query>, Record extends { readonly id: string }> {
  readonly #pipeline: Pipeline
  readonly #dataSet: DataSet<Record>
  /** The reported totals of lists. Each is valid until the next publication. */
  readonly #totals = new RecentlyUsed<{ readonly total: number | null; readonly validUntil: number }>(maxTotals)

  constructor(pipeline: Pipeline, dataSet: DataSet<Record>) {
    this.#pipeline = pipeline
    this.#dataSet = dataSet
  }

  /** Fetches one page and remembers the total of its list. */
  page(query: Query, call: Call): Effect.Effect<IdentifiedPage<Record>, Reason> {
    // Of the time before the request, because the service may publish before the response arrives.
    return Effect.flatMap(this.#dataSet.nextPublication, (publication) =>
      Effect.tap(this.#fetchPage(query, call), (page) =>
        Effect.sync(() => {
          const validUntil = DateTime.toEpochMillis(publication)
          this.#totals.set(this.#listOf(query), { total: totalOf(page), validUntil })
        })
      )
    )
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
    const firstTotal = Effect.map(this.page(query.withOffset(0).withLimit(1), call), totalOf)
    return this.#knownTotal(query).pipe(
      Effect.flatMap((known) => (known === undefined ? firstTotal : Effect.succeed(known))),
      Effect.flatMap((total) => estimateOf(this.#pipeline, query, Option.fromNullOr(total)))
    )
  }

  /** Walks a list. Checks before and after the first page that the walk can finish before its deadline. */
  walk(query: Query, options: StreamOptions, call: Call): Stream.Stream<Record, Reason> {
    const ensureFits = (total: number | null, from: number): Effect.Effect<void, Reason> => {
      const records = (total ?? from) - from
      return ensureWalkFits(this.#pipeline, call, { records, limit: query.limit })
    }
    const readFirst = (part: Query): Effect.Effect<IdentifiedPage<Record>, Reason> =>
      this.#knownTotal(query).pipe(
        Effect.flatMap((known) => ensureFits(known ?? null, query.offset)),
        Effect.andThen(this.page(part, call)),
        Effect.tap((page) => ensureFits(page.total, page.offset + page.received))
      )
    return Stream.suspend(() => walk(query, this.#pageReader(readFirst, call), options))
  }

  pages(query: Query, options: PagesOptions, call: Call): Stream.Stream<WalkedPage<Record>, Reason> {
    const readFirst = (part: Query): Effect.Effect<IdentifiedPage<Record>, Reason> => this.page(part, call)
    return Stream.suspend(() => walkPages(query, this.#pageReader(readFirst, call), options))
  }

  /** Returns a function that reads the pages of a walk, the first one with `readFirst`. */
  #pageReader(readFirst: (part: Query) => Effect.Effect<IdentifiedPage<Record>, Reason>, call: Call): typeof readFirst {
    let isFirst = true
    return (part) =>
      Effect.suspend(() => {
        const page = isFirst ? readFirst(part) : this.#fetchPage(part, call)
        isFirst = false
        return page
      })
  }

  #fetchPage(query: Query, call: Call): Effect.Effect<IdentifiedPage<Record>, Reason> {
    const { path, nextPublication, decodePage } = this.#dataSet
    const request = { path, params: query.toUrlParams(), nextPublication }
    return Effect.map(this.#pipeline.fetchEnvelope(request, call), (envelope) => decodePage(envelope, query.offset))
  }

  /** Returns the total of a list, or `undefined` if no page of it was read since the last publication. */
  #knownTotal(query: Query): Effect.Effect<number | null | undefined> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      const known = this.#totals.get(this.#listOf(query))
      return known !== undefined && now < known.validUntil ? known.total : undefined
    })
  }

  #listOf(query: Query): string {
    const { params } = query.toUrlParams()
    return UrlParams.toString(UrlParams.make(params.filter(([name]) => !this.#dataSet.pageParams.includes(name))))
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

/** Makes the calls of a data set. Adds options, spans, events, and the operation to each error. */
export const makeCollection = <Query extends PagedQuery<Query>, Record extends { readonly id: string }>(
  pipeline: Pipeline,
  dataSet: DataSet<Record>
): Collection<Query, Record> => {
  const reader = new CollectionReader<Query, Record>(pipeline, dataSet)
  const { singular, plural, nextPublication } = dataSet
  const list = `List ${plural}`

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
  const walkOf = <A>(name: string, options: CallOptions, start: (call: Call) => Stream.Stream<A, Reason>) =>
    Effect.map(begin(name, list, options, true), ({ call, end }) =>
      start(call).pipe(Stream.mapError(failedCall(list, call)), Stream.onExit(end))
    ).pipe(Stream.unwrap, Stream.withSpan(`PublicRecords.${plural}.${name}`))

  return {
    page: Effect.fn(`PublicRecords.${plural}.page`)(function* (query, options = {}) {
      yield* Effect.annotateCurrentSpan({ "public_records.offset": query.offset, "public_records.limit": query.limit })
      return yield* run(["page", list], options, (call) => Effect.map(reader.page(query, call), withoutIds))
    }),
    stream: (query, options = {}) => walkOf("stream", options, (call) => reader.walk(query, options, call)),
    pages: (query, options = {}) => walkOf("pages", options, (call) => reader.pages(query, options, call)),
    get: Effect.fn(`PublicRecords.${plural}.get`)((id, options = {}) =>
      run(["get", getOperation(singular, id)], options, (call) => reader.get(id, call))
    ),
    estimate: Effect.fn(`PublicRecords.${plural}.estimate`)((query, options = {}) =>
      run(["estimate", `Estimate ${plural}`], options, (call) => reader.estimate(query, call))
    ),
    nextPublication
  }
}
