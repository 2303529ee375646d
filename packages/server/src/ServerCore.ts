import { readFile } from "node:fs/promises"
import { Clock, Effect, type Option, Schema } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import type { Certificate } from "./socket/Certificate.ts"
import type { DataSetSummary } from "./dataset/DataSet.ts"
import { DocsPage } from "./contract/DocsPage.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { Faults } from "./faults/Faults.ts"
import { FaultSchedule } from "./faults/FaultSchedule.ts"
import { inProcessUrl } from "./InProcess.ts"
import { profiles } from "./Profile.ts"
import { QuotaGate } from "./gateway/QuotaGate.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import { ReferenceServerError } from "./ReferenceServerError.ts"
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
}

/** What both kinds of server have: a state, and a function that answers and logs. */
export interface ServerCore {
  readonly state: ServiceState
  readonly clock: Clock.Clock
  readonly answer: (request: ServiceRequest) => Answer
  readonly reload: ReferenceServerShape["reload"]
}

const faultsOf = (
  faults: ReferenceServerOptions["faults"]
): Effect.Effect<Faults | undefined, ReferenceServerError> => {
  if (faults === undefined) return Effect.succeed(undefined)
  return typeof faults === "string"
    ? Effect.map(readFaults(faults), (schedule) => new Faults(schedule))
    : Effect.succeed(new Faults(faults))
}

const decodeSchedule = Schema.decodeUnknownEffect(Schema.fromJsonString(FaultSchedule))

const readFaults = (file: string): Effect.Effect<FaultSchedule, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => new ReferenceServerError({ message: `The faults file ${file} cannot be read.` })
  }).pipe(
    Effect.flatMap((text) =>
      Effect.mapError(decodeSchedule(text, { onExcessProperty: "error" }), (error) => {
        const said = error.message.replaceAll(/\s*\n\s*/g, " ")
        return new ReferenceServerError({ message: `The faults file ${file} cannot be used: ${said}.` })
      })
    )
  )

/** Loads the data and builds the function that answers. */
export const makeCore = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ServerCore, ReferenceServerError> {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const faults = yield* faultsOf(options.faults)
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
    baseUrl: inProcessUrl,
    docs: new DocsPage(options.bundledData)
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
  const reload = Effect.map(loadDataSet(options), (dataSet) => {
    state.dataSet = dataSet
    return dataSet.summary
  })
  return { state, clock, answer: answerAndLog, reload }
})

/** The running server around its core, as it can be reached. */
export const shape = (
  { reload, state }: ServerCore,
  reached: Pick<ReferenceServerShape, "url" | "fetch" | "certificate">
): ReferenceServerShape => ({
  ...reached,
  reload,
  get dataSet() {
    return state.dataSet.summary
  }
})
