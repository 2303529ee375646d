import { Clock, Effect, type Option, Semaphore } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import type { Certificate } from "./socket/Certificate.ts"
import type { DataSet, DataSetSummary } from "./dataset/DataSet.ts"
import { DocsPage } from "./contract/DocsPage.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { beginningEarly, straight } from "./faults/PageBend.ts"
import { checkOptions } from "./OptionRules.ts"
import { controlOf, type FaultControl, makeFaults } from "./faults/FaultControl.ts"
import { inProcessUrl } from "./InProcess.ts"
import { profiles, withTotals } from "./Profile.ts"
import { QuotaGate } from "./gateway/QuotaGate.ts"
import { RecentAnswers } from "./requests/RecentAnswers.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import { Metrics } from "./watching/Metrics.ts"
import { requestLog } from "./watching/requestLog.ts"
import { answer } from "./Service.ts"
import type { ServiceState } from "./ServiceState.ts"
import { watchState } from "./watching/watchState.ts"
import { withOddRecords } from "./dataset/oddRecords.ts"

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
const reloading = Effect.fnUntraced(function* (
  state: ServiceState,
  load: Effect.Effect<DataSet, ReferenceServerError>
) {
  const reloads = yield* Semaphore.make(1)
  return reloads.withPermit(
    load.pipe(
      Effect.tapError(() => Effect.sync(() => state.metrics.reloaded("failed"))),
      Effect.map((dataSet) => {
        state.dataSet = dataSet
        state.metrics.reloaded("done")
        return dataSet.summary
      })
    )
  )
})

/** Loads the data and builds the function that answers. */
export const makeCore = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ServerCore, ReferenceServerError> {
  yield* checkOptions(options)
  const clock = yield* Clock.clockWith(Effect.succeed)
  const faults = yield* makeFaults(options.faults, options.faultHistory)
  const { apiKeys = ["DEMO_KEY"], log, profile = "documented", quirks = {}, seed = 1 } = options
  const load = Effect.map(loadDataSet(options), (dataSet) => withOddRecords(dataSet, quirks, seed))
  const metrics = new Metrics()
  const state: ServiceState = {
    dataSet: yield* load,
    profile: withTotals(profiles[profile], quirks.totals),
    apiKeys: new Set(apiKeys),
    quota: quotaOf(options),
    faults,
    pages: quirks.overlaps === undefined ? straight : beginningEarly(quirks.overlaps),
    metrics,
    recent: new RecentAnswers(),
    baseUrl: inProcessUrl,
    docs: new DocsPage(options.bundledData)
  }
  watchState(state, clock)
  const tell = log && requestLog(log, state.apiKeys)
  const answerAndCount = (request: ServiceRequest): Answer => {
    const at = clock.currentTimeMillisUnsafe()
    const began = performance.now()
    const answered = answer(state, request, at)
    const milliseconds = performance.now() - began + answered.delayMillis
    metrics.answered(answered, milliseconds / 1000)
    tell?.(request, answered, { at, milliseconds })
    return answered
  }
  return { state, clock, answer: answerAndCount, reload: yield* reloading(state, load) }
})

/** The limits on requests; the headers tell of the limit of a key, and where that is off, of the first one on bursts. */
const quotaOf = ({
  burstLimits = [],
  rateLimit = { limit: 1_000, window: "1 hour" }
}: ReferenceServerOptions): QuotaGate | undefined => {
  const [first, ...others] = rateLimit === "off" ? burstLimits : [rateLimit, ...burstLimits]
  return first === undefined ? undefined : new QuotaGate(first, ...others)
}

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
