import { DateTime, Effect, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type CallOptions as EffectCallOptions } from "../CallOptions.ts"
import { type Collection, failedOperation } from "../Collection.ts"
import { type Complaint } from "../records/Complaint.ts"
import { type Notice } from "../records/Notice.ts"
import { type CallOptions, type ClientOptions, type StreamOptions } from "./ClientOptions.ts"
import { Calls, type CallSite, misuse } from "./Calls.ts"
import { type Estimate, type Page, plainEstimate, plainPage, plainQuota, type QuotaState } from "./plain.ts"
import { type AnyComplaintQuery, type AnyNoticeQuery, complaintQueryOf, noticeQueryOf } from "./PlainQuery.ts"
import { type RecordStream, recordStream } from "./RecordStream.ts"
import { PublicRecords } from "../PublicRecords.ts"
import { type InvalidQuery, type PublicRecordsError } from "../PublicRecordsError.ts"

/** One of the two data sets. Whatever fails rejects with `PublicRecordsError`, or with the reason of an aborted signal. */
export interface CollectionClient<Query, Record> {
  /** One page: exactly one answer of the service. */
  readonly page: (query: Query, options?: CallOptions) => Promise<Page<Record>>
  /** Every record from the query's offset on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => RecordStream<Record>
  /** The record with that id. **Fails with** `NotFound` where there is none. */
  readonly get: (id: string, options?: CallOptions) => Promise<Record>
  /** What it takes to read every record of a query: one request at most, and none where a page of it was read before. */
  readonly estimate: (query: Query, options?: CallOptions) => Promise<Estimate>
  /** When new records are published next, by the clock; asks nothing. */
  readonly nextPublication: () => Date
}

/** The two data sets of the service, and what is left of the key's budget. Clients share nothing with each other. */
export interface PublicRecordsClient extends AsyncDisposable {
  readonly complaints: CollectionClient<AnyComplaintQuery, Complaint>
  readonly notices: CollectionClient<AnyNoticeQuery, Notice>
  /** What is left of the budget, as it is known now; asks nothing. */
  readonly quota: () => QuotaState
  /** Stops all that is under way; it and later calls reject with `PublicRecordsError` whose reason is `InvalidOptions`. */
  readonly close: () => Promise<void>
}

const callOptions = ({ priority, deadline }: CallOptions): EffectCallOptions => ({ priority, deadline })

/** What of a collection is its own. */
interface CollectionParts<Query, EffectQuery, Record> {
  readonly collection: Collection<EffectQuery, Record>
  readonly many: string
  readonly queryOf: (query: Query) => Effect.Effect<EffectQuery, InvalidQuery>
}

const collectionClient = <Query, EffectQuery, Record>(
  calls: Calls,
  { collection, many, queryOf }: CollectionParts<Query, EffectQuery, Record>
): CollectionClient<Query, Record> => {
  const reading = (query: Query, operation: string): Effect.Effect<EffectQuery, PublicRecordsError> =>
    Effect.mapError(queryOf(query), failedOperation(`${operation} ${many}`))

  return {
    page: (query, options = {}) => {
      const page = Effect.flatMap(reading(query, "List"), (read) => collection.page(read, callOptions(options)))
      return calls.run(Effect.map(page, plainPage), options.signal, new Error("page"))
    },
    stream: (query, options = {}) => {
      const { onDropped, onRejected, rememberedRecords, signal } = options
      return recordStream({
        calls,
        signal,
        site: new Error("stream"),
        records: (onReport) =>
          Effect.map(reading(query, "List"), (read) =>
            collection.stream(read, {
              ...callOptions(options),
              rememberedRecords,
              onReport,
              onRejected: onRejected && ((rejected) => Effect.promise(async () => onRejected(rejected))),
              onDropped: onDropped && ((id) => Effect.promise(async () => onDropped(id)))
            })
          ).pipe(Stream.unwrap)
      })
    },
    get: (id, options = {}) => calls.run(collection.get(id, callOptions(options)), options.signal, new Error("get")),
    estimate: (query, options = {}) => {
      const estimate = Effect.flatMap(reading(query, "Estimate"), (read) =>
        collection.estimate(read, callOptions(options))
      )
      return calls.run(Effect.map(estimate, plainEstimate), options.signal, new Error("estimate"))
    },
    nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
  }
}

/** A client that makes its calls over a service. */
export const clientOver = (calls: Calls): PublicRecordsClient => {
  const { complaints, notices, quota } = calls.records
  const close = (): Promise<void> => calls.close()
  return {
    complaints: collectionClient(calls, { collection: complaints, many: "complaints", queryOf: complaintQueryOf }),
    notices: collectionClient(calls, { collection: notices, many: "notices", queryOf: noticeQueryOf }),
    quota: () => plainQuota(Effect.runSync(quota.get)),
    close,
    [Symbol.asyncDispose]: close
  }
}

/** What TypeScript does not see where a program is written without it, or reads its options from elsewhere. */
const checkTypes = ({ apiKey, fetch }: ClientOptions, site: CallSite): void => {
  if (apiKey !== undefined && typeof apiKey !== "string") {
    throw misuse("Build a client", "The API key is not a text; copy it again, or leave it out.", site)
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    throw misuse("Build a client", "fetch is not a function; give one, or leave it out.", site)
  }
}

/**
 * A client of the service for code without Effect. Nothing is sent, and nothing waits, before something is asked.
 *
 * **Fails with** `PublicRecordsError`, thrown, whose reason is `InvalidOptions`, for options with which no client can be
 * built.
 */
export const createClient = (options: ClientOptions = {}): PublicRecordsClient => {
  const site = new Error("createClient")
  checkTypes(options, site)
  const { fetch: given, ...rest } = options
  const fetch: typeof globalThis.fetch = (input, init) =>
    given === undefined ? globalThis.fetch(input, init) : given(input, init)
  const layer = PublicRecords.layer(rest).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))
  )
  return clientOver(new Calls(layer, site))
}
