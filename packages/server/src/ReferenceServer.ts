import { readFile } from "node:fs/promises"
import { Clock, Context, Effect, Layer, Option, Schema, type Scope } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import { answer, type ServiceState } from "./Service.ts"
import type { Answer, ServiceRequest } from "./Answer.ts"
import { type Certificate, type CertificateWithKey, readCertificate, selfSigned } from "./Certificate.ts"
import type { ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import type { DataSetSummary } from "./dataset/DataSet.ts"
import { Faults } from "./Faults.ts"
import { FaultSchedule } from "./FaultSchedule.ts"
import { inProcessFetch, inProcessUrl } from "./InProcess.ts"
import { loadDataSet } from "./dataset/loadDataSet.ts"
import { openSocket } from "./SocketServer.ts"
import { profiles } from "./Profile.ts"
import { QuotaGate } from "./QuotaGate.ts"
import { ReferenceServerError } from "./ReferenceServerError.ts"
import { RequestParameters } from "./RequestParameters.ts"
import { socketFetch } from "./socketFetch.ts"

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

/**
 * The public records service, held in memory.
 *
 * **Fails with** `ReferenceServerError` where data, faults, a certificate or a port cannot be used.
 */
export class ReferenceServer extends Context.Service<ReferenceServer, ReferenceServerShape>()(
  "@public-records/server/ReferenceServer"
) {
  /** A server without a socket, which only its own `fetch` reaches. */
  static readonly layerInProcess = (
    options: ReferenceServerOptions = {}
  ): Layer.Layer<ReferenceServer, ReferenceServerError> => Layer.effect(ReferenceServer, makeInProcess(options))

  /** A server on a socket, closed with its scope: no new connections, requests in flight answered, within ten seconds. */
  static readonly layerSocket = (options: SocketOptions = {}): Layer.Layer<ReferenceServer, ReferenceServerError> =>
    Layer.effect(ReferenceServer, makeSocket(options))

  /** An HTTP client that reaches this server. */
  static readonly httpClient: Layer.Layer<HttpClient.HttpClient, never, ReferenceServer> = Layer.provide(
    FetchHttpClient.layer,
    Layer.effect(
      FetchHttpClient.Fetch,
      ReferenceServer.use((server) => Effect.succeed(server.fetch))
    )
  )
}

/** What both kinds of server have: a state, and a function that answers and logs. */
interface Core {
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

const makeCore = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<Core, ReferenceServerError> {
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
  const reload = Effect.map(loadDataSet(options), (dataSet) => {
    state.dataSet = dataSet
    return dataSet.summary
  })
  return { state, clock, answer: answerAndLog, reload }
})

const shape = (
  { reload, state }: Core,
  reached: Pick<ReferenceServerShape, "url" | "fetch" | "certificate">
): ReferenceServerShape => ({
  ...reached,
  reload,
  get dataSet() {
    return state.dataSet.summary
  }
})

const makeInProcess = Effect.fnUntraced(function* (options: ReferenceServerOptions) {
  const core = yield* makeCore(options)
  return shape(core, { url: inProcessUrl, fetch: inProcessFetch(core.answer, core.clock), certificate: Option.none() })
})

const certificateOf = (
  tls: SocketOptions["tls"],
  host: string
): Effect.Effect<CertificateWithKey | undefined, ReferenceServerError> => {
  if (tls === "off") return Effect.succeed(undefined)
  return tls === undefined || tls === "self-signed" ? selfSigned(host) : readCertificate(tls.certFile, tls.keyFile)
}

const makeSocket = Effect.fnUntraced(function* (
  options: SocketOptions
): Effect.fn.Return<ReferenceServerShape, ReferenceServerError, Scope.Scope> {
  const { allowHttp = false, host = "127.0.0.1", port = 8_080, trustProxy = false } = options
  const certificate = yield* certificateOf(options.tls, host)
  const core = yield* makeCore(options)
  const { answer, clock } = core
  const url = yield* openSocket({ host, port, certificate, allowHttp, trustProxy, answer, clock })
  core.state.baseUrl = url
  const trusted = certificate && { pem: certificate.pem, fingerprint256: certificate.fingerprint256 }
  return shape(core, { url, fetch: socketFetch(trusted), certificate: Option.fromUndefinedOr(trusted) })
})
