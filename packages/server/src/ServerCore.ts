import { Clock, Effect, type Option, Semaphore } from "effect"
import { bundledFolder } from "./bundledFolder.ts"
import type { DataSet, DataSetSummary } from "./dataset/DataSet.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { applyRecordQuirks } from "./dataset/recordQuirks.ts"
import { type FaultControl, faultControlOf, makeFaultInjector } from "./faults/FaultControl.ts"
import { identityTransform, startingEarly } from "./faults/PageTransform.ts"
import { QuotaGate } from "./gateway/QuotaGate.ts"
import { inProcessUrl } from "./InProcess.ts"
import { requestLog } from "./observability/requestLog.ts"
import { checkOptions } from "./OptionRules.ts"
import { profiles, withTotals } from "./Profile.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import type { ServiceResponse, ServiceRequest } from "./requests/Response.ts"
import { handleRequest } from "./handleRequest.ts"
import type { ServiceState } from "./ServiceState.ts"
import type { Certificate } from "./socket/Certificate.ts"

/** A running reference server. */
export interface ReferenceServerShape {
  /** The base URL without a trailing slash. In process it is one that no network resolves. */
  readonly url: string
  /** A `fetch` that reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** The certificate to trust, or `None` in process and for plain HTTP. */
  readonly certificate: Option.Option<Certificate>
  /** The summary of the current data. A reload changes it. */
  readonly dataSet: DataSetSummary
  /** Reloads the data and serves it from the next request on. If that fails, the server continues with the previous data. */
  readonly reload: Effect.Effect<DataSetSummary, ReferenceServerError>
  /** Injects faults into this server and reports which requests they affected. */
  readonly faults: FaultControl
}

/** The common part of servers on sockets and in process: the state and a function that handles and logs requests. */
export interface ServerCore {
  readonly state: ServiceState
  readonly clock: Clock.Clock
  readonly handle: (request: ServiceRequest) => Promise<ServiceResponse>
  readonly reload: ReferenceServerShape["reload"]
}

/** Returns an effect that reloads the data. Reloads run one at a time, because an older one could otherwise finish last. */
const makeReload = Effect.fnUntraced(function* (
  state: ServiceState,
  load: Effect.Effect<DataSet, ReferenceServerError>
) {
  const reloads = yield* Semaphore.make(1)
  return reloads.withPermit(
    load.pipe(
      Effect.map((dataSet) => {
        state.dataSet = dataSet
        return dataSet.summary
      })
    )
  )
})

/** Returns the limits, if any. The headers report the first one: `rateLimit`, or the first burst limit if that is off. */
const makeQuota = ({
  burstLimits = [],
  rateLimit = { limit: 1_000, window: "1 hour" }
}: ReferenceServerOptions): QuotaGate | undefined => {
  const [first, ...others] = rateLimit === "off" ? burstLimits : [rateLimit, ...burstLimits]
  return first === undefined ? undefined : new QuotaGate(first, ...others)
}

/** Loads the data and creates the function that handles requests. */
export const makeCore = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ServerCore, ReferenceServerError> {
  yield* checkOptions(options)
  const clock = yield* Clock.clockWith(Effect.succeed)
  const faults = yield* makeFaultInjector(options.faults)
  const { apiKeys = ["DEMO_KEY"], log, profile = "documented", quirks = {}, seed = 1 } = options
  const load = Effect.map(loadDataSet(options), (dataSet) => applyRecordQuirks(dataSet, quirks, seed))
  const state: ServiceState = {
    dataSet: yield* load,
    profile: { ...withTotals(profiles[profile], quirks.totals), foldsNames: options.foldsNames === true },
    quirks,
    apiKeys: new Set(apiKeys),
    quota: makeQuota(options),
    faults,
    transformPage: quirks.overlaps === undefined ? identityTransform : startingEarly(quirks.overlaps),
    baseUrl: inProcessUrl,
    bundledData: options.bundledData ?? bundledFolder
  }
  const logRequest = log && requestLog(log, state.apiKeys)
  const handle = async (request: ServiceRequest): Promise<ServiceResponse> => {
    const at = clock.currentTimeMillisUnsafe()
    const start = performance.now()
    const response = await handleRequest(state, request, at)
    const milliseconds = performance.now() - start + response.delayMillis
    logRequest?.(request, response, { at, milliseconds })
    return response
  }
  return { state, clock, handle, reload: yield* makeReload(state, load) }
})

/** Returns the interface of a running server. */
export const shape = (
  { reload, state }: ServerCore,
  connection: Pick<ReferenceServerShape, "url" | "fetch" | "certificate">
): ReferenceServerShape => ({
  ...connection,
  reload,
  faults: faultControlOf(state.faults),
  get dataSet() {
    return state.dataSet.summary
  }
})
