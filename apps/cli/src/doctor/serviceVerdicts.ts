import { PublicRecords, type Reason } from "@public-records/core"
import { Duration, Effect, Layer, Result, type Scope } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { type CommandFailure, failureOfReason, type KeyOrigin } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { type Proxies, readProxies } from "../network/proxies.ts"
import { type Settings } from "../settings/userSettings.ts"
import { type Connection } from "../source/Source.ts"
import { advice, ok, otherwise, type Problem, problem, type Verdict, type Verdicts } from "./Finding.ts"
import { clockVerdict, type LastResponse, quotaVerdict, recordLastResponse } from "./lastResponse.ts"

/** Long enough for a slow service and a second attempt, short enough for a waiting user. */
const deadline = "15 seconds"
const timeout = "6 seconds"

const reached = (baseUrl: string, { sentAt, receivedAt }: LastResponse): Verdict =>
  ok(`${baseUrl} responded in ${receivedAt - sentAt} ms.`)

const keyVerdict = ({ keyAdvice, keySource }: KeyOrigin): Verdict => {
  const message = `The service accepts the key from ${keySource}.`
  return keyAdvice === "" ? ok(message) : advice(message, keyAdvice)
}

/** Returns the problem that a failed request shows. If there was no response, the fix is about the network. */
const failureFor = (
  reason: Reason,
  key: KeyOrigin,
  response: LastResponse | undefined,
  proxy: string | undefined
): Problem => {
  const { exitCode, fix, summary } = failureOfReason(reason, key)
  const isLate = reason._tag === "DeadlineExceeded"
  const isNetwork = isLate || (reason._tag === "Unavailable" && reason.advice === undefined)
  const networkFix =
    proxy === undefined
      ? "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY."
      : `Check the base URL, the network and the proxy in ${proxy}.`
  const otherFix = isLate ? "Try again in a few minutes." : fix
  return {
    summary: isLate ? `The service did not respond within ${deadline}.` : summary,
    fix: isNetwork && response === undefined ? networkFix : otherFix,
    exitCode
  }
}

/** Returns the variable that names the proxy for a base URL, if there is one. */
const proxyName = ({ proxyFor }: Proxies, baseUrl: string): string | undefined => {
  const url = URL.parse(baseUrl)
  return url === null ? undefined : proxyFor(url)?.variable
}

/** Returns the finding that a failed request is about. A service that is down may also request a pause. */
const findingOf = ({ _tag }: Reason, response: LastResponse | undefined): keyof Verdicts => {
  if (_tag === "KeyMissing" || _tag === "KeyRejected") return "key"
  if (_tag === "InvalidOptions" || _tag === "InvalidQuery") return "configuration"
  return _tag === "RateLimited" && (response === undefined || response.status === 429) ? "quota" : "reachability"
}

const withoutKey = HttpClient.mapRequest(HttpClientRequest.removeHeader("x-api-key"))

/**
 * Requests one record from the service, with the same client as every command. `missing` is the failure for a missing key: the request
 * is then sent without one, to see whether the service responds.
 */
export const serviceVerdicts = Effect.fnUntraced(function* (
  connection: Connection,
  settings: Settings,
  missing?: CommandFailure
): Effect.fn.Return<Verdicts, CommandFailure, Host | Scope.Scope> {
  const { guards, http, options } = connection
  const { baseUrl } = options
  const proxy = proxyName(yield* readProxies((yield* Host).environment), baseUrl)
  const { layer, last } = recordLastResponse(missing === undefined ? http : withoutKey(http))
  // With `maxWait`, a longer pause fails with the time of the next try, not with the deadline.
  const limit = Duration.fromInputUnsafe(deadline)
  const maxWait = Duration.min(options.maxWait ?? limit, limit)
  const records = PublicRecords.layer({ ...options, timeout, deadline, maxWait })
  const result = yield* PublicRecords.use(({ complaints }) => complaints.page({ limit: 1 })).pipe(
    Effect.provide(records.pipe(Layer.provide(guards), Layer.provide(layer))),
    Effect.result
  )
  const response = last()
  const reason = Result.isFailure(result) ? result.failure.reason : undefined
  const key = missing === undefined ? {} : { key: problem(missing) }
  const failed =
    reason === undefined
      ? {}
      : { [findingOf(reason, response)]: problem(failureFor(reason, connection, response, proxy)) }
  if (response === undefined) return otherwise({ ...failed, ...key }, "Not tested, because there was no response.")
  return otherwise(
    {
      reachability: reached(baseUrl, response),
      clock: clockVerdict(response),
      ...(reason === undefined || response.status === 429 ? { key: keyVerdict(connection) } : {}),
      ...(reason === undefined
        ? { quota: quotaVerdict(response, { requestsPerHour: settings("requestsPerHour") }) }
        : failed),
      ...key
    },
    "The service did not report it."
  )
})
