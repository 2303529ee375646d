import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { guardsOf } from "../budget/sharedGuards.ts"
import { resolveRequestOptions } from "../Options.ts"
import { makeRecords, type Records } from "../PublicRecords.ts"
import type { ClientOptions, ListenerOptions, PublicRecordsClient, RequestOptions } from "./api.ts"
import { CalledRecords, CallRunner, type CallSite, usageError } from "./CallRunner.ts"
import { collectionClient } from "./collection.ts"
import { environmentVariable, hasEnvironment } from "./environment.ts"
import { logLayer, makeListener } from "./listener.ts"
import { optionsProblem, withDefaults } from "./options.ts"
import { toPlainQuota } from "./plain.ts"

/** The options of a client that `withOptions` can replace. */
interface Defaults {
  readonly request: RequestOptions
  readonly listening: ListenerOptions
}

type Owner = Parameters<typeof optionsProblem>[0]

const checkOptions = (owner: Owner, options: unknown, site: CallSite): void => {
  const message = optionsProblem(owner, options)
  if (message !== undefined) throw usageError("Build a client", message, site)
}

export const clientOver = (calls: CallRunner, { request, listening }: Defaults): PublicRecordsClient => {
  const { complaints, notices, quota } = calls.records
  const context = { calls, defaults: request, listener: makeListener(listening) }
  const close = (): Promise<void> => calls.close()
  const complaint = { ...context, singular: "complaint", plural: "complaints", everything: {} }
  const notice = { ...context, singular: "notice", plural: "notices", everything: {} }
  return {
    complaints: collectionClient(complaints, complaint),
    notices: collectionClient(notices, notice),
    quota: () => toPlainQuota(Effect.runSync(quota.get)),
    withOptions: (options) => {
      const site = new Error()
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

/** Returns the storage of a shared budget. */
const guardsFor = ({ budget }: ClientOptions, site: CallSite): Layer.Layer<never> => {
  if (budget === undefined) return Layer.empty
  const guards = guardsOf(budget)
  if (guards !== undefined) return guards
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
  const site = new Error()
  checkOptions("A client", options, site)
  const { fetch: _, fetchOptions: __, budget: ___, hooks, logger, logLevel, ...rest } = options
  const records = makeRecords({
    ...rest,
    apiKey: rest.apiKey ?? environmentVariable("PUBLIC_RECORDS_API_KEY"),
    baseUrl: rest.baseUrl ?? environmentVariable("PUBLIC_RECORDS_BASE_URL"),
    keyVariable: hasEnvironment() ? "PUBLIC_RECORDS_API_KEY" : undefined
  })
  const layer = Layer.effect(CalledRecords, records).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetchWith(options))),
    Layer.provide(guardsFor(options, site)),
    Layer.provideMerge(logLayer(options))
  )
  return clientOver(new CallRunner(layer, site), { request: {}, listening: { hooks, logger, logLevel } })
}

/** Creates a client over records that exist already, such as a mirror. Closing it does not close them. */
export const createClientOver = (records: Records): PublicRecordsClient =>
  clientOver(new CallRunner(Layer.succeed(CalledRecords, records), new Error()), {
    request: {},
    listening: {}
  })
