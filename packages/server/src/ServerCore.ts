import { Clock, Effect, type Option, Semaphore } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import type { Certificate } from "./socket/Certificate.ts"
import type { DataSetSummary } from "./dataset/DataSet.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { controlOf, type FaultControl, makeFaults } from "./faults/FaultControl.ts"
import { inProcessUrl } from "./InProcess.ts"
import { profiles } from "./Profile.ts"
import { QuotaGate } from "./gateway/QuotaGate.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import { RequestParameters } from "./requests/RequestParameters.ts"
import { answer, type ServiceState } from "./Service.ts"

/** A running reference server. */
export interface ReferenceServerShape {
  /** The base URL, without a slash at its end. In process it is one that no network resolves. */
  readonly url: string
  /** Reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** The certificate to trust; nothing in process and for plain HTTP. */
  readonly certificate: Option.Option<Certificate>
  /** What is served now; a reload changes it. */
  readonly dataSet: DataSetSummary
  /** Reads the data again and serves it from the next request on; what cannot be read leaves everything as it is. */
  readonly reload: Effect.Effect<DataSetSummary, ReferenceServerError>
  /** Scripts the faults of this server, and tells what they did. */
  readonly faults: FaultControl
}

/** What both kinds of server have: a state, and a function that answers and logs. */
export interface ServerCore {
  readonly state: ServiceState
  readonly clock: Clock.Clock
  readonly answer: (request: ServiceRequest) => Answer
  readonly reload: ReferenceServerShape["reload"]
}

/** Swaps the data set whole, between two answers. One at a time, for of two the older could end last. */
const reloading = Effect.fnUntraced(function* (state: ServiceState, options: ReferenceServerOptions) {
  const reloads = yield* Semaphore.make(1)
  return reloads.withPermit(
    Effect.map(loadDataSet(options), (dataSet) => {
      state.dataSet = dataSet
      return dataSet.summary
    })
  )
})

/** Loads the data and builds the function that answers. */
export const makeCore = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ServerCore, ReferenceServerError> {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const faults = yield* makeFaults(options.faults, options.faultHistory)
  const {
    apiKeys = ["DEMO_KEY"],
    log,
    profile = "documented",
    rateLimit = { limit: 1_000, window: "1 hour" }
  } = options
  const state: ServiceState = {
    dataSet: yield* loadDataSet(options),
    profile: profiles[profile],
    apiKeys: new Set(apiKeys),
    quota: rateLimit === "off" ? undefined : new QuotaGate(rateLimit),
    faults,
    baseUrl: inProcessUrl
  }
  const answerAndLog = (request: ServiceRequest): Answer => {
    const at = clock.currentTimeMillisUnsafe()
    const answered = answer(state, request, at)
    log?.({
      at,
      method: request.method,
      url: new RequestParameters(request.url).hrefWithoutKey(),
      status: answered.status,
      bytes: answered.body.length,
      milliseconds: clock.currentTimeMillisUnsafe() - at
    })
    return answered
  }
  return { state, clock, answer: answerAndLog, reload: yield* reloading(state, options) }
})

/** The running server around its core, as it can be reached. */
export const shape = (
  { reload, state }: ServerCore,
  reached: Pick<ReferenceServerShape, "url" | "fetch" | "certificate">
): ReferenceServerShape => ({
  ...reached,
  reload,
  faults: controlOf(state.faults),
  get dataSet() {
    return state.dataSet.summary
  }
})
