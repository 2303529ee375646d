import {
  ComplaintQuery,
  defaultBaseUrl,
  makeSendRaw,
  NoticeQuery,
  PublicRecords,
  type Reason
} from "@public-records/core"
import { counted } from "@public-records/text/counts"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFailure, failureOf, failureOfReason, type KeyOrigin } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { type Proxies, readProxies } from "../source/proxies.ts"
import { type Settings } from "../source/userSettings.ts"
import { type Source } from "../source/Source.ts"
import { advice, ok, otherwise, type Problem, problem, type Verdict, type Verdicts } from "./Finding.ts"
import { clockVerdict, type LastResponse, quotaVerdict, recordLastResponse } from "./lastResponse.ts"

/** Long enough for a slow service and a second attempt, short enough for a waiting user. */
const deadline = "15 seconds"
const timeout = "6 seconds"

const newest = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 1, offset: 0 })
const newestNotice = new NoticeQuery({ filter: {}, sortBy: "created", order: "DESC", limit: 1, offset: 0 })

const reached = (baseUrl: string, { sentAt, receivedAt }: LastResponse): Verdict =>
  ok(`${baseUrl} responded in ${receivedAt - sentAt} ms.`)

const keyVerdict = ({ keyAdvice, keySource }: KeyOrigin): Verdict => {
  const message = `The service accepts the key from ${keySource}.`
  return keyAdvice === "" ? ok(message) : advice(message, keyAdvice)
}

/** Returns the problem that a failed request shows. If there was no response, the fix is about the network. */
const failureFor = (
  reason: Reason,
  key: KeyOrigin | undefined,
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

const failedVerdicts = (failure: Problem, response: LastResponse | undefined, baseUrl: string): Verdicts => {
  const { exitCode } = failure
  if (exitCode === exitCodes.usage) return otherwise({ configuration: problem(failure) }, "Not tested.")
  if (response === undefined) {
    return exitCode === exitCodes.rateLimited
      ? otherwise({ quota: problem(failure) }, "Not tested, because the key's requests are used up.")
      : otherwise({ reachability: problem(failure) }, "Not tested, because the service cannot be reached.")
  }
  const clock = clockVerdict(response)
  const reachability = reached(baseUrl, response)
  if (exitCode === exitCodes.key) {
    return otherwise({ key: problem(failure), reachability, clock }, "Not available without a key.")
  }
  // A service that is down may also request a pause, which does not show whether it accepts the key.
  return exitCode === exitCodes.rateLimited && response.status === 429
    ? { key: ok("The service accepts the key."), reachability, clock, quota: problem(failure) }
    : otherwise({ reachability: problem(failure), clock }, "The service did not report it.")
}

/** Requests one record from the service, with the same client as every command. */
export const serviceVerdicts = Effect.fnUntraced(function* (
  { connection, guards, origin }: Source,
  settings: Settings
) {
  const { baseUrl } = origin
  const proxy = proxyName(yield* readProxies((yield* Host).environment), baseUrl)
  const { http, options } = yield* connection
  const { layer, last } = recordLastResponse(http)
  // With `maxWait`, a longer pause fails with the time of the next try, not with the deadline.
  const limit = Duration.fromInputUnsafe(deadline)
  const maxWait = Duration.min(options.maxWait ?? limit, limit)
  const records = PublicRecords.layer({ ...options, timeout, deadline, maxWait })
  const result = yield* PublicRecords.use(({ complaints }) => complaints.page(newest)).pipe(
    Effect.provide(records.pipe(Layer.provide(guards), Layer.provide(layer))),
    Effect.result
  )
  const response = last()
  if (Result.isFailure(result)) {
    return failedVerdicts(failureFor(result.failure.reason, origin, response, proxy), response, baseUrl)
  }
  if (response === undefined) return {}
  return {
    key: keyVerdict(origin),
    reachability: reached(baseUrl, response),
    clock: clockVerdict(response),
    quota: quotaVerdict(response, { requestsPerHour: settings("requestsPerHour") })
  }
})

/** Sends a request without a key to see whether the service responds. `missing` is the failure for the missing key. */
export const verdictsWithoutKey = Effect.fnUntraced(function* (missing: CommandFailure, settings: Settings) {
  const { environment } = yield* Host
  const baseUrl = settings("baseUrl")?.value ?? defaultBaseUrl
  const { network } = yield* Effect.promise(() => import("../source/network.ts"))
  const transport = yield* network(environment, settings("ca"))
  const { layer, last } = recordLastResponse(Context.get(yield* Layer.build(transport), HttpClient.HttpClient))
  // Validates the base URL as with a key.
  const options = { baseUrl, allowHttp: settings("allowHttp")?.value, timeout: deadline } as const
  const sendRaw = yield* makeSendRaw(options).pipe(
    Effect.provide(layer),
    Effect.mapError((error) => failureOf(error))
  )
  const sent = yield* Effect.result(sendRaw({ path: "/v0/dnc-complaints" }, { maxRetries: 0 }))
  if (Result.isSuccess(sent)) return failedVerdicts(missing, last(), baseUrl)
  const proxy = proxyName(yield* readProxies(environment), baseUrl)
  const failure = failureFor(sent.failure.reason, undefined, undefined, proxy)
  return { ...failedVerdicts(failure, undefined, baseUrl), key: problem(missing) }
})

const totalOf = ({ total }: { readonly total: number | null }, one: string, many: string): string =>
  total === null ? `some ${many}` : counted(total, one, many)

export const localVerdicts = ({ origin, records }: Source): Effect.Effect<Verdicts, CommandFailure> =>
  PublicRecords.use(({ complaints, notices }) =>
    Effect.gen(function* () {
      const counts = [
        totalOf(yield* complaints.page(newest), "complaint", "complaints"),
        totalOf(yield* notices.page(newestNotice), "notice", "notices")
      ]
      const message = `${counts.join(" and ")} can be read: ${origin.baseUrl}.`
      return otherwise({ reachability: ok(message) }, "No service is contacted.")
    })
  ).pipe(
    Effect.mapError((error) => failureOf(error)),
    Effect.provide(records)
  )
