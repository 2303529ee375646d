import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { CallOptions as EffectCallOptions } from "../CallOptions.ts"
import { type Collection, failedOperation } from "../Collection.ts"
import type { PublicRecordsOptions } from "../Options.ts"
import { PublicRecords } from "../PublicRecords.ts"
import type { InvalidQuery, PublicRecordsError } from "../PublicRecordsError.ts"
import { toComplaintQuery } from "../queries/ComplaintQuery.ts"
import { toNoticeQuery } from "../queries/NoticeQuery.ts"
import type { Complaint } from "../records/Complaint.ts"
import type { Notice } from "../records/Notice.ts"
import type { RejectedRecord } from "../records/Page.ts"
import { CallRunner, type CallSite, usageError } from "./CallRunner.ts"
import {
  type AnyComplaintQuery,
  type AnyNoticeQuery,
  type Estimate,
  type Page,
  type QuotaState,
  toPlain,
  toPlainEstimate
} from "./plain.ts"
import { type RecordStream, recordStream } from "./RecordStream.ts"

/** A duration. **Units** milliseconds, or a string such as `"30 seconds"` or `"2 minutes"`. */
export type TimeSpan = number | Extract<Duration.Input, string>

type Plain<Options> = {
  readonly [Name in keyof Options]: Name extends "maxRetryAfter" | "maxWait" | "attemptTimeout" | "deadline"
    ? TimeSpan | undefined
    : Options[Name]
}

export interface ClientOptions extends Omit<Plain<PublicRecordsOptions>, "apiKey"> {
  /** The API key, sent only in the header `X-Api-Key`. Without a key every call fails with `KeyMissing`. */
  readonly apiKey?: string | undefined
  /** The function that sends requests. @default the current `globalThis.fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface CallOptions extends Plain<EffectCallOptions> {
  /** Aborting it stops the call immediately, closes its sockets, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface StreamOptions extends CallOptions {
  /** Called with each rejected record. The stream waits for its promise and fails if it throws. */
  readonly onRejected?: ((rejected: RejectedRecord) => void | Promise<void>) | undefined
  /** Called with the id of each duplicate that the walk drops. Duplicates without an id are only counted. */
  readonly onDropped?: ((id: string) => void | Promise<void>) | undefined
  /** Number of ids that the walk remembers to recognize duplicates, about 75 bytes each. @default 200000 */
  readonly rememberedRecords?: number | undefined
}

/** One of the two data sets. Calls reject with `PublicRecordsError`, or with the reason of an aborted signal. */
export interface CollectionClient<Query, Record> {
  /** Returns one page, from exactly one response of the service. */
  readonly page: (query: Query, options?: CallOptions) => Promise<Page<Record>>
  /** Returns every record from the query's offset on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => RecordStream<Record>
  /** Returns the record with an id. Rejects with `NotFound` if it does not exist. */
  readonly get: (id: string, options?: CallOptions) => Promise<Record>
  /** Returns the cost of reading every record of a query. Sends one request, unless a page of the query was read before. */
  readonly estimate: (query: Query, options?: CallOptions) => Promise<Estimate>
  /** Returns the next time new records are published, according to the clock. Sends no request. */
  readonly nextPublication: () => Date
}

/** The two data sets of the service, and the key's remaining budget. Clients share nothing with each other. */
export interface PublicRecordsClient extends AsyncDisposable {
  readonly complaints: CollectionClient<AnyComplaintQuery, Complaint>
  readonly notices: CollectionClient<AnyNoticeQuery, Notice>
  /** Returns the known state of the budget. Sends no request. */
  readonly quota: () => QuotaState
  /** Stops all calls. These and later calls reject with `PublicRecordsError` whose reason is `InvalidOptions`. */
  readonly close: () => Promise<void>
}

const callOptions = ({ priority, deadline }: CallOptions): EffectCallOptions => ({ priority, deadline })

const collectionClient = <Query, EffectQuery, Record>(
  calls: CallRunner,
  collection: Collection<EffectQuery, Record>,
  plural: string,
  toQuery: (query: Query) => Effect.Effect<EffectQuery, InvalidQuery>
): CollectionClient<Query, Record> => {
  const parse = (query: Query, operation: string): Effect.Effect<EffectQuery, PublicRecordsError> =>
    Effect.mapError(toQuery(query), failedOperation(`${operation} ${plural}`))

  return {
    page: (query, options = {}) => {
      const page = Effect.flatMap(parse(query, "List"), (parsed) => collection.page(parsed, callOptions(options)))
      return calls.run(Effect.map(page, toPlain), options.signal, new Error("page"))
    },
    stream: (query, options = {}) => {
      const { onDropped, onRejected, rememberedRecords, signal } = options
      return recordStream({
        calls,
        signal,
        site: new Error("stream"),
        records: (onReport) =>
          Effect.map(parse(query, "List"), (parsed) =>
            collection.stream(parsed, {
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
      const estimate = Effect.flatMap(parse(query, "Estimate"), (parsed) =>
        collection.estimate(parsed, callOptions(options))
      )
      return calls.run(Effect.map(estimate, toPlainEstimate), options.signal, new Error("estimate"))
    },
    nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
  }
}

export const clientOver = (calls: CallRunner): PublicRecordsClient => {
  const { complaints, notices, quota } = calls.records
  const close = (): Promise<void> => calls.close()
  return {
    complaints: collectionClient(calls, complaints, "complaints", toComplaintQuery),
    notices: collectionClient(calls, notices, "notices", toNoticeQuery),
    quota: () => toPlain(Effect.runSync(quota.get)),
    close,
    [Symbol.asyncDispose]: close
  }
}

/** Checks types for programs without TypeScript. */
const checkTypes = ({ apiKey, fetch }: ClientOptions, site: CallSite): void => {
  if (apiKey !== undefined && typeof apiKey !== "string") {
    throw usageError("Build a client", "The API key is not a string. Copy it again, or omit it.", site)
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    throw usageError("Build a client", "fetch is not a function. Pass a function, or omit it.", site)
  }
}

/**
 * Creates a client for code without Effect. Sends no request before the first call.
 *
 * **Throws** `PublicRecordsError` whose reason is `InvalidOptions`.
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
  return clientOver(new CallRunner(layer, site))
}

/** Creates a client over a service that exists already, such as a mirror. Closing it does not close the service. */
export const createClientOver = (records: PublicRecords["Service"]): PublicRecordsClient =>
  clientOver(new CallRunner(Layer.succeed(PublicRecords, records), new Error("createClientOver")))
