import { Clock, type DateTime, Effect, Option, Stream } from "effect"
import { UrlParams } from "effect/http"
import { type Call } from "./Call.ts"
import { type StreamOptions } from "./CallOptions.ts"
import { type Envelope } from "./records/Envelope.ts"
import { type Estimate, estimateOf, requestsFor } from "./Estimate.ts"
import { type Page } from "./records/Page.ts"
import { NotFound, type Reason, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { type ServiceHttp } from "./requests/ServiceHttp.ts"
import { tidy } from "./requests/ServiceFailure.ts"
import { Totals } from "./Totals.ts"
import { walk, type WalkableQuery } from "./walk/walk.ts"
import { type PagesOptions, type WalkedPage, walkPages } from "./walk/walkPages.ts"

/** What every query can do. */
export interface PagedQuery<Self> extends WalkableQuery<Self> {
  readonly toUrlParams: () => UrlParams.UrlParams
}

/** Where a collection is, and when it is published next. */
export interface CollectionPlace {
  readonly path: string
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

/** The part of a list that is still to be read. */
interface Remainder {
  readonly records: number
  readonly limit: number
}

/**
 * Refuses a walk that cannot keep its deadline.
 *
 * **Fails with** `DeadlineExceeded` at once where even at the fastest pace so far, and within the budget, the requests that
 * are left could not all be made in time.
 */
const mustFit = Effect.fnUntraced(function* (
  { quota, pace }: ServiceHttp,
  call: Call,
  { records, limit }: Remainder
): Effect.fn.Return<void, Reason> {
  if (!Number.isFinite(call.deadlineAt) || records <= 0) return
  const requests = requestsFor(records, limit)
  const now = yield* Clock.currentTimeMillis
  const budgetAllows = yield* quota.timeOf(requests)
  const paceAllows = now + pace.fastest * requests
  yield* call.mustReach(Math.max(budgetAllows, paceAllows), `${requests} more requests do not fit into it`)
})

const onlyRecord = <Record>(page: Page<Record>, id: string): Effect.Effect<Record, Reason> => {
  const [record] = page.records
  if (record !== undefined) return Effect.succeed(record)
  const [rejected] = page.rejected
  return Effect.fail(
    rejected === undefined ? new NotFound({ id }) : new UnexpectedAnswer({ said: tidy(rejected.reason) })
  )
}

/** Reads one collection: what is asked becomes requests, and answers become records. */
export class Reader<Query extends PagedQuery<Query>, Record extends { readonly id: string }> {
  readonly #http: ServiceHttp
  readonly #place: CollectionPlace
  readonly #decodePage: (envelope: Envelope, offset: number) => Page<Record>
  readonly #totals = new Totals<Query>()

  constructor(
    http: ServiceHttp,
    place: CollectionPlace,
    decodePage: (envelope: Envelope, offset: number) => Page<Record>
  ) {
    this.#http = http
    this.#place = place
    this.#decodePage = decodePage
  }

  /** When new records are published next. */
  get nextPublication(): Effect.Effect<DateTime.Utc> {
    return this.#place.nextPublication
  }

  /** One page, and with it the query's total. */
  page(query: Query, call: Call): Effect.Effect<Page<Record>, Reason> {
    return Effect.map(this.#ask(query, call), (page) => {
      this.#totals.note(query, page)
      return page
    })
  }

  /** The record with an id. **Fails with** `NotFound`, whether the service answers 404 or with an empty list. */
  get(id: string, call: Call): Effect.Effect<Record, Reason> {
    if (id === "") return Effect.fail(new NotFound({ id }))
    const { path, nextPublication } = this.#place
    const asked = { path: `${path}/${encodeURIComponent(id)}`, params: UrlParams.empty, nextPublication }
    return this.#http.envelope(asked, call).pipe(
      Effect.catchTag("BadRequest", (reason) => Effect.fail(reason.status === 404 ? new NotFound({ id }) : reason)),
      Effect.flatMap((envelope) => onlyRecord(this.#decodePage(envelope, 0), id))
    )
  }

  /** What it takes to read all of a query; asks for a page of one record where none of the query was read before. */
  estimate(query: Query, call: Call): Effect.Effect<Estimate, Reason> {
    const read = this.#totals.get(query)
    const total = Option.isSome(read)
      ? Effect.succeed(read.value)
      : Effect.map(this.page(query.withOffset(0).withLimit(1), call), () => Option.flatten(this.#totals.get(query)))
    return Effect.flatMap(total, (known) => estimateOf(this.#http, query, known))
  }

  /** Every record of a query once. */
  walk(query: Query, options: StreamOptions, call: Call): Stream.Stream<Record, Reason> {
    const fits = (total: Option.Option<number>, from: number): Effect.Effect<void, Reason> => {
      const records = Option.getOrElse(total, () => from) - from
      return mustFit(this.#http, call, { records, limit: query.limit })
    }
    const firstPage = (part: Query): Effect.Effect<Page<Record>, Reason> =>
      fits(Option.flatten(this.#totals.get(query)), query.offset).pipe(
        Effect.andThen(this.page(part, call)),
        Effect.tap((page) => fits(page.total, page.offset + page.received))
      )
    return Stream.suspend(() => walk(query, this.#firstBy(firstPage, call), options))
  }

  /** Every record of a query once, page by page. */
  pages(query: Query, options: PagesOptions, call: Call): Stream.Stream<WalkedPage<Record>, Reason> {
    const firstPage = (part: Query): Effect.Effect<Page<Record>, Reason> => this.page(part, call)
    return Stream.suspend(() => walkPages(query, this.#firstBy(firstPage, call), options))
  }

  /** Asks for the first page in one way, and for the others in the plain one. */
  #firstBy(
    firstPage: (part: Query) => Effect.Effect<Page<Record>, Reason>,
    call: Call
  ): (part: Query) => Effect.Effect<Page<Record>, Reason> {
    let isFirst = true
    return (part) =>
      Effect.suspend(() => {
        const page = isFirst ? firstPage(part) : this.#ask(part, call)
        isFirst = false
        return page
      })
  }

  #ask(query: Query, call: Call): Effect.Effect<Page<Record>, Reason> {
    const asked = { ...this.#place, params: query.toUrlParams() }
    return Effect.map(this.#http.envelope(asked, call), (envelope) => this.#decodePage(envelope, query.offset))
  }
}
