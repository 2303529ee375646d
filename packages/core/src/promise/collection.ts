import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Collection, failedOperation } from "../Collection.ts"
import { InvalidOptions, type InvalidQuery, type PublicRecordsError } from "../PublicRecordsError.ts"
import type { Page } from "../records/Page.ts"
import type { WalkedPage } from "../walk/walk.ts"
import type { CallPromise, CallRunner, CallSite, RunOptions } from "./CallRunner.ts"
import type { Listener } from "./listener.ts"
import {
  type CallOptions,
  optionsProblem,
  type PagesOptions,
  type RequestOptions,
  signalOf,
  type StreamOptions,
  withDefaults
} from "./options.ts"
import { type Estimate, toPlainEstimate } from "./plain.ts"
import { type PageStream, pageStream, type RecordStream, recordStream } from "./RecordStream.ts"

/** One of the two data sets. Calls reject with `PublicRecordsError`, or with the reason of an aborted signal. */
export interface CollectionClient<Query, Record> {
  /** Returns one page, from exactly one response of the service. @default the first page of all records */
  readonly page: (query?: Query, options?: CallOptions) => CallPromise<Page<Record>>
  /** Returns the record with an id. Rejects with `NotFound` if it does not exist. */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Record>
  /** Returns the cost of reading every record of a query. Sends one request, unless a page of the query was read before. */
  readonly estimate: (query?: Query, options?: CallOptions) => CallPromise<Estimate>
  /** Returns every record from the query's offset on, each once. */
  readonly stream: (query?: Query, options?: StreamOptions) => RecordStream<Record>
  /** Returns the same records page by page, each page with a bookmark from which another process can resume. */
  readonly pages: (query?: Query, options?: PagesOptions) => PageStream<WalkedPage<Record>>
  /** Returns the next time new records are published, according to the clock. Sends no request. */
  readonly nextPublication: () => Date
}

/** What the calls of a collection have in common. */
interface Calling<Query, EffectQuery> {
  readonly calls: CallRunner
  readonly singular: string
  readonly plural: string
  readonly toQuery: (query: Query | undefined) => Effect.Effect<EffectQuery, InvalidQuery>
  /** The options that the options of a call replace. */
  readonly defaults: RequestOptions
  readonly listener: Listener
}

/** Checks the options of a call, adds the defaults, and parses its query. */
const prepare = <Query, EffectQuery, Options extends CallOptions>(
  { defaults, toQuery }: Calling<Query, EffectQuery>,
  operation: string,
  [owner, options]: readonly [owner: Parameters<typeof optionsProblem>[0], options: Options],
  query?: Query
): Effect.Effect<{ readonly options: Options; readonly query: EffectQuery }, PublicRecordsError> =>
  Effect.suspend((): Effect.Effect<{ options: Options; query: EffectQuery }, InvalidOptions | InvalidQuery> => {
    const message = optionsProblem(owner, options)
    if (message !== undefined) return Effect.fail(new InvalidOptions({ message }))
    const complete = withDefaults(defaults, options)
    return Effect.map(toQuery(query), (parsed) => ({ options: complete, query: parsed }))
  }).pipe(Effect.mapError(failedOperation(operation)))

const requestOptions = (options: RequestOptions) => {
  const { timeout, deadline, maxWait, maxRetries, priority, headers } = options
  return { timeout, deadline, maxWait, maxRetries, priority, headers }
}

const single = <Query, EffectQuery, Record>(
  collection: Collection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): Pick<CollectionClient<Query, Record>, "page" | "get" | "estimate"> => {
  const { calls, listener, plural, singular } = calling
  const run = <A>(call: Effect.Effect<A, PublicRecordsError>, options: CallOptions, site: CallSite) =>
    calls.run(call, { listener, signal: signalOf(options), site })
  return {
    page: (query, options = {}) => {
      const page = Effect.flatMap(prepare(calling, `List ${plural}`, ["A call", options], query), (call) =>
        collection.page(call.query, requestOptions(call.options))
      )
      return run(page, options, new Error("page"))
    },
    get: (id, options = {}) => {
      const record = Effect.flatMap(prepare(calling, `Get ${singular}`, ["A call", options]), (call) =>
        collection.get(id, requestOptions(call.options))
      )
      return run(record, options, new Error("get"))
    },
    estimate: (query, options = {}) => {
      const estimate = Effect.flatMap(prepare(calling, `Estimate ${plural}`, ["A call", options], query), (call) =>
        collection.estimate(call.query, requestOptions(call.options))
      )
      return run(Effect.map(estimate, toPlainEstimate), options, new Error("estimate"))
    }
  }
}

const walks = <Query, EffectQuery, Record>(
  collection: Collection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): Pick<CollectionClient<Query, Record>, "stream" | "pages"> => {
  const { calls, listener, plural } = calling
  const from = (options: CallOptions, site: CallSite): RunOptions & { readonly calls: CallRunner } => ({
    calls,
    listener,
    signal: signalOf(options),
    site
  })
  const list = `List ${plural}`
  return {
    stream: (query, options = {}) =>
      recordStream({
        ...from(options, new Error("stream")),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A stream", options], query), (call) => {
            const { onDropped, onRejected, rememberedRecords } = call.options
            return collection.stream(call.query, {
              ...requestOptions(call.options),
              rememberedRecords,
              onReport,
              onRejected: onRejected && ((rejected) => Effect.promise(async () => onRejected(rejected))),
              onDropped: onDropped && ((id) => Effect.promise(async () => onDropped(id)))
            })
          }).pipe(Stream.unwrap)
      }),
    pages: (query, options = {}) =>
      pageStream({
        ...from(options, new Error("pages")),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A walk of pages", options], query), (call) =>
            collection.pages(call.query, { ...requestOptions(call.options), from: call.options.from, onReport })
          ).pipe(Stream.unwrap)
      })
  }
}

/** Returns the methods of a collection as promises and async iterators. */
export const collectionClient = <Query, EffectQuery, Record>(
  collection: Collection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): CollectionClient<Query, Record> => ({
  ...single(collection, calling),
  ...walks(collection, calling),
  nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
})
