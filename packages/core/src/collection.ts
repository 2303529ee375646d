import { type DateTime, type Duration, Effect, Stream } from "effect"
import { beginCall, type Call } from "./budget/Call.ts"
import { type CallOptions, type Priority, type StreamOptions } from "./CallOptions.ts"
import { type Estimate } from "./Estimate.ts"
import { type Page } from "./records/Page.ts"
import { type InvalidOptions, PublicRecordsError, type Reason } from "./PublicRecordsError.ts"
import { type PagedQuery, type Reader } from "./Reader.ts"
import { toSingleLine } from "./client/failures.ts"
import { type PagesOptions, type WalkedPage } from "./walk/walkPages.ts"

/** One of the two data sets. */
export interface Collection<Query, Record> {
  /** One page: exactly one answer of the service. */
  readonly page: (query: Query, options?: CallOptions) => Effect.Effect<Page<Record>, PublicRecordsError>
  /** Every record from `query.offset` on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => Stream.Stream<Record, PublicRecordsError>
  /**
   * The same page by page, each with a bookmark from which a later walk goes on. A page is fetched when the reader needs it.
   *
   * **Gotchas** a bookmark is for the query that it was made with; of another one it makes nonsense.
   */
  readonly pages: (query: Query, options?: PagesOptions) => Stream.Stream<WalkedPage<Record>, PublicRecordsError>
  /** The record with that id. **Fails with** `NotFound` where there is none. */
  readonly get: (id: string, options?: CallOptions) => Effect.Effect<Record, PublicRecordsError>
  /** What it takes to read every record of a query: one request at most, and none where a page of it was read before. */
  readonly estimate: (query: Query, options?: CallOptions) => Effect.Effect<Estimate, PublicRecordsError>
  /** When new records are published next, by the clock; asks nothing. See the calendar's own `nextPublication`. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

/** What a collection and one of its records are called in errors and spans. */
interface CollectionNames {
  readonly one: string
  readonly many: string
}

/** Names the operation that failed. */
export const failing =
  (operation: string) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason })

/** What callers see of a reader: calls with their priority and deadline, errors with the operation, and spans. */
export const collection = <Query extends PagedQuery<Query>, Record extends { readonly id: string }>(
  reader: Reader<Query, Record>,
  { one, many }: CollectionNames,
  deadline: Duration.Duration
): Collection<Query, Record> => {
  const begin = (options: CallOptions | undefined, priority: Priority): Effect.Effect<Call, InvalidOptions> =>
    beginCall(options ?? {}, { priority, deadline })
  const list = failing(`List ${many}`)

  return {
    page: Effect.fn(`PublicRecords.${many}.page`)(function* (query, options) {
      yield* Effect.annotateCurrentSpan({ "public_records.offset": query.offset, "public_records.limit": query.limit })
      return yield* reader.page(query, yield* begin(options, "interactive"))
    }, Effect.mapError(list)),
    stream: (query, options = {}) =>
      Effect.map(begin(options, "bulk"), (call) => reader.walk(query, options, call)).pipe(
        Stream.unwrap,
        Stream.mapError(list),
        Stream.withSpan(`PublicRecords.${many}.stream`)
      ),
    pages: (query, options = {}) =>
      Effect.map(begin({}, "bulk"), (call) => reader.pages(query, options, call)).pipe(
        Stream.unwrap,
        Stream.mapError(list),
        Stream.withSpan(`PublicRecords.${many}.pages`)
      ),
    get: Effect.fn(`PublicRecords.${many}.get`)((id, options) =>
      Effect.flatMap(begin(options, "interactive"), (call) => reader.get(id, call)).pipe(
        Effect.mapError(failing(`Get ${one} ${toSingleLine(id)}`))
      )
    ),
    estimate: Effect.fn(`PublicRecords.${many}.estimate`)(
      function* (query, options) {
        return yield* reader.estimate(query, yield* begin(options, "interactive"))
      },
      Effect.mapError(failing(`Estimate ${many}`))
    ),
    nextPublication: reader.nextPublication
  }
}
