import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { type Collection as EffectCollection, failedOperation } from "../Collection.ts"
import { guardsOf } from "../budget/sharedGuards.ts"
import { resolveRequestOptions } from "../Options.ts"
import { PublicRecords } from "../PublicRecords.ts"
import { InvalidOptions, type InvalidQuery, type PublicRecordsError } from "../PublicRecordsError.ts"
import { toComplaintQuery } from "../queries/ComplaintQuery.ts"
import { toNoticeQuery } from "../queries/NoticeQuery.ts"
import { CallRunner, type CallSite, type RunOptions, usageError } from "./CallRunner.ts"
import { environmentVariable, hasEnvironment } from "./environment.ts"
import { type Listener, logLayer, makeListener } from "./listener.ts"
import type {
  CallOptions,
  ClientOptions,
  Collection,
  ListenerOptions,
  PublicRecordsClient,
  RequestOptions
} from "./api.ts"
import { optionsProblem, signalOf, withDefaults } from "./options.ts"
import { toPlain, toPlainEstimate, toPlainPage, toPlainQuota } from "./plain.ts"
import { pageStream, recordStream } from "./RecordStream.ts"

/** The options of a client that `withOptions` can replace. */
interface Defaults {
  readonly request: RequestOptions
  readonly listening: ListenerOptions
}

type Owner = Parameters<typeof optionsProblem>[0]

const effectOptions = ({ timeout, deadline, maxWait, maxRetries, priority, headers }: RequestOptions) => ({
  ...{ timeout, deadline, maxWait, maxRetries, priority, headers }
})

interface CollectionNames {
  readonly singular: string
  readonly plural: string
}

const collectionClient = <Query, EffectQuery, Record>(
  calls: CallRunner,
  collection: EffectCollection<EffectQuery, Record>,
  { singular, plural }: CollectionNames,
  toQuery: (query: Query | undefined) => Effect.Effect<EffectQuery, InvalidQuery>,
  { defaults, listener }: { readonly defaults: RequestOptions; readonly listener: Listener }
): Collection<Query, Record> => {
  /** Checks the options of a call, adds the defaults, and parses its query. */
  const prepare = <Options extends CallOptions>(
    owner: Owner,
    operation: string,
    options: Options,
    query?: Query
  ): Effect.Effect<{ readonly options: Options; readonly query: EffectQuery }, PublicRecordsError> =>
    Effect.suspend((): Effect.Effect<{ options: Options; query: EffectQuery }, InvalidOptions | InvalidQuery> => {
      const message = optionsProblem(owner, options)
      if (message !== undefined) return Effect.fail(new InvalidOptions({ message }))
      const complete = withDefaults(defaults, options)
      return Effect.map(toQuery(query), (parsed) => ({ options: complete, query: parsed }))
    }).pipe(Effect.mapError(failedOperation(operation)))

  const runOptions = (options: CallOptions, site: CallSite): RunOptions => ({
    listener,
    signal: signalOf(options),
    site
  })
  const list = `List ${plural}`

  return {
    page: (query, options = {}) => {
      const page = Effect.flatMap(prepare("A call", list, options, query), (call) =>
        collection.page(call.query, effectOptions(call.options))
      )
      return calls.run(Effect.map(page, toPlainPage), runOptions(options, new Error("page")))
    },
    get: (id, options = {}) => {
      const record = Effect.flatMap(prepare("A call", `Get ${singular}`, options), (call) =>
        collection.get(id, effectOptions(call.options))
      )
      return calls.run(record, runOptions(options, new Error("get")))
    },
    estimate: (query, options = {}) => {
      const estimate = Effect.flatMap(prepare("A call", `Estimate ${plural}`, options, query), (call) =>
        collection.estimate(call.query, effectOptions(call.options))
      )
      return calls.run(Effect.map(estimate, toPlainEstimate), runOptions(options, new Error("estimate")))
    },
    stream: (query, options = {}) =>
      recordStream({
        calls,
        ...runOptions(options, new Error("stream")),
        items: (onReport) =>
          Effect.map(prepare("A stream", list, options, query), (call) => {
            const { onDropped, onRejected, rememberedRecords } = call.options
            return collection.stream(call.query, {
              ...effectOptions(call.options),
              rememberedRecords,
              onReport,
              onRejected: onRejected && ((rejected) => Effect.promise(async () => onRejected(rejected))),
              onDropped: onDropped && ((id) => Effect.promise(async () => onDropped(id)))
            })
          }).pipe(Stream.unwrap)
      }),
    pages: (query, options = {}) =>
      pageStream({
        calls,
        ...runOptions(options, new Error("pages")),
        items: (onReport) =>
          Effect.map(prepare("A walk of pages", list, options, query), (call) =>
            collection.pages(call.query, { ...effectOptions(call.options), from: call.options.from, onReport })
          ).pipe(
            Stream.unwrap,
            Stream.map((page) => ({ ...page, report: toPlain(page.report) }))
          )
      }),
    nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
  }
}

const checkOptions = (owner: Owner, options: unknown, site: CallSite): void => {
  const message = optionsProblem(owner, options)
  if (message !== undefined) throw usageError("Build a client", message, site)
}

export const clientOver = (calls: CallRunner, { request, listening }: Defaults): PublicRecordsClient => {
  const { complaints, notices, quota } = calls.records
  const context = { defaults: request, listener: makeListener(listening) }
  const close = (): Promise<void> => calls.close()
  const complaint = { singular: "complaint", plural: "complaints" }
  const notice = { singular: "notice", plural: "notices" }
  return {
    complaints: collectionClient(calls, complaints, complaint, toComplaintQuery, context),
    notices: collectionClient(calls, notices, notice, toNoticeQuery, context),
    quota: () => toPlainQuota(Effect.runSync(quota.get)),
    withOptions: (options) => {
      const site = new Error("withOptions")
      checkOptions("withOptions", options, site)
      const { hooks = listening.hooks, logger = listening.logger, logLevel = listening.logLevel, ...others } = options
      const checked = Effect.runSync(Effect.result(resolveRequestOptions(others)))
      if (Result.isFailure(checked)) throw usageError("Build a client", checked.failure.message, site)
      return clientOver(calls, { request: withDefaults(request, others), listening: { hooks, logger, logLevel } })
    },
    close,
    [Symbol.asyncDispose]: close
  }
}

/** Returns a fetch that adds options. Looks up `globalThis.fetch` at each request unless another one is given. */
const fetchWith = ({ fetch: given, fetchOptions }: ClientOptions): typeof globalThis.fetch => {
  return (input, init) => (given ?? globalThis.fetch)(input, { ...fetchOptions, ...init })
}

/** Returns the storage of a shared budget, which logs like the client. */
const guardsFor = ({ budget, ...options }: ClientOptions, site: CallSite): Layer.Layer<never> => {
  if (budget === undefined) return Layer.empty
  const guards = guardsOf(budget)
  if (guards !== undefined) return Layer.provide(guards, logLayer(options))
  const message =
    "The budget was not made by memoryBudget or redisBudget of this version of the package. Pass one of these."
  throw usageError("Build a client", message, site)
}

/**
 * Creates a client for code without Effect. Sends no request before the first call.
 *
 * **Throws** `PublicRecordsError` whose reason is `InvalidOptions`, also for an option that does not exist.
 */
export const createClient = (options: ClientOptions = {}): PublicRecordsClient => {
  const site = new Error("createClient")
  checkOptions("A client", options, site)
  const { fetch: _, fetchOptions: __, budget: ___, hooks, logger, logLevel, ...rest } = options
  const layer = PublicRecords.layer({
    ...rest,
    apiKey: rest.apiKey ?? environmentVariable("PUBLIC_RECORDS_API_KEY"),
    baseUrl: rest.baseUrl ?? environmentVariable("PUBLIC_RECORDS_BASE_URL"),
    keyVariable: hasEnvironment() ? "PUBLIC_RECORDS_API_KEY" : undefined
  }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetchWith(options))),
    Layer.provide(guardsFor(options, site))
  )
  return clientOver(new CallRunner(layer, site), { request: {}, listening: { hooks, logger, logLevel } })
}

/** Creates a client over a service that exists already, such as a mirror. Closing it does not close the service. */
export const createClientOver = (records: PublicRecords["Service"]): PublicRecordsClient =>
  clientOver(new CallRunner(Layer.succeed(PublicRecords, records), new Error("createClientOver")), {
    request: {},
    listening: {}
  })
