import {
  ComplaintQuery,
  defaultBaseUrl,
  makeSendRaw,
  NoticeQuery,
  PublicRecords,
  type Reason
} from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { Context, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFailure, failureOf, failureOfReason } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { type Source } from "../source/openSource.ts"
import { proxyVariable } from "../source/proxies.ts"
import { type Settings } from "../source/settings.ts"
import { advice, ok, otherwise, type Problem, problem, type Verdict, type Verdicts } from "./Finding.ts"
import { clockVerdict, type LastResponse, quotaVerdict, remembering } from "./lastResponse.ts"

/** Long enough for a slow service and a second try, short enough for someone who waits. */
const deadline = "15 seconds"
const attemptTimeout = "6 seconds"
const keyForTrying = "DEMO_KEY"

const newest = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 1, offset: 0 })
const newestNotice = new NoticeQuery({ filter: {}, sortBy: "created", order: "DESC", limit: 1, offset: 0 })

const reached = (baseUrl: string, { sentAt, receivedAt }: LastResponse): Verdict =>
  ok(`${baseUrl} answered in ${receivedAt - sentAt} ms.`)

const keyVerdict = (key: Redacted.Redacted, keySource: string): Verdict => {
  const found = `The service accepts the key of ${keySource}.`
  const todo = `${keyForTrying} is for trying out and has few requests. Get your own at https://api.data.gov/signup/.`
  return Redacted.value(key) === keyForTrying ? advice(found, todo) : ok(found)
}

/** Returns what to say of a request that failed, with other advice than the client's if no response came. */
const failureFor = (
  reason: Reason,
  keySource: string,
  response: LastResponse | undefined,
  proxy: string | undefined
): Problem => {
  const { exitCode, todo, what } = failureOfReason(reason, keySource)
  if (reason._tag === "Unavailable" && reason.certificate === "out of date") {
    return { what, todo: `${todo} Is this machine's clock right?`, exitCode }
  }
  const isLate = reason._tag === "DeadlineExceeded"
  const isNetwork = isLate || (reason._tag === "Unavailable" && reason.advice === undefined)
  const way = proxy === undefined ? "behind a proxy, set HTTPS_PROXY." : `is the proxy of ${proxy} right?`
  const retry = isLate ? "Try again in a few minutes." : todo
  return {
    what: isLate ? `The service does not answer within ${deadline}.` : what,
    todo: isNetwork && response === undefined ? `Check the base URL and the network; ${way}` : retry,
    exitCode
  }
}

const failedVerdicts = (failure: Problem, response: LastResponse | undefined, baseUrl: string): Verdicts => {
  const { exitCode } = failure
  if (exitCode === exitCodes.usage) return otherwise({ configuration: problem(failure) }, "Not tried.")
  if (response === undefined) {
    return exitCode === exitCodes.rateLimited
      ? otherwise({ quota: problem(failure) }, "The service was not asked, because the key's requests are used up.")
      : otherwise({ reachability: problem(failure) }, "The service could not be asked.")
  }
  const clock = clockVerdict(response)
  const reachability = reached(baseUrl, response)
  if (exitCode === exitCodes.key) {
    return otherwise({ key: problem(failure), reachability, clock }, "There is none without a key.")
  }
  // A service that is down may ask for a pause too, and says nothing about the key.
  return exitCode === exitCodes.rateLimited && response.status === 429
    ? { key: ok("The service knows the key."), reachability, clock, quota: problem(failure) }
    : otherwise({ reachability: problem(failure), clock }, "The service did not say.")
}

/** Asks the service for one record, as every command does. */
export const serviceVerdicts = Effect.fnUntraced(function* (
  { connection, guards, origin: { baseUrl, keySource } }: Source,
  settings: Settings
) {
  const proxy = proxyVariable((yield* Host).environment)
  const { http, options } = yield* connection
  const { layer, last } = remembering(http)
  // A longer pause that the service asks for fails with the time of the next try, and not by the deadline.
  const limit = Duration.fromInputUnsafe(deadline)
  const maxWait = Duration.min(options.maxWait ?? limit, limit)
  const records = PublicRecords.layer({ ...options, attemptTimeout, deadline, maxWait })
  const asked = yield* PublicRecords.use(({ complaints }) => complaints.page(newest)).pipe(
    Effect.provide(records.pipe(Layer.provide(guards), Layer.provide(layer))),
    Effect.result
  )
  const response = last()
  if (Result.isFailure(asked)) {
    return failedVerdicts(failureFor(asked.failure.reason, keySource, response, proxy), response, baseUrl)
  }
  if (response === undefined) return {}
  return {
    key: keyVerdict(options.apiKey, keySource),
    reachability: reached(baseUrl, response),
    clock: clockVerdict(response),
    quota: quotaVerdict(response, settings)
  }
})

/** Asks the service without a key, to see whether it responds. `missing` is the failure for the lack of the key. */
export const keylessVerdicts = Effect.fnUntraced(function* (missing: CommandFailure, settings: Settings) {
  const { environment } = yield* Host
  const baseUrl = settings.baseUrl?.value ?? defaultBaseUrl
  const { network } = yield* Effect.promise(() => import("../source/network.ts"))
  const transport = yield* network(environment, settings.ca)
  const { layer, last } = remembering(Context.get(yield* Layer.build(transport), HttpClient.HttpClient))
  // The base URL is checked as with a key.
  const options = { baseUrl, allowHttp: settings.allowHttp?.value, attemptTimeout: deadline } as const
  const sendRaw = yield* makeSendRaw(options).pipe(
    Effect.provide(layer),
    Effect.mapError((error) => failureOf(error))
  )
  const sent = yield* Effect.result(sendRaw({ path: "/v0/dnc-complaints" }, { maxAttempts: 1 }))
  if (Result.isSuccess(sent)) return failedVerdicts(missing, last(), baseUrl)
  const failure = failureFor(sent.failure.reason, "", undefined, proxyVariable(environment))
  return { ...failedVerdicts(failure, undefined, baseUrl), key: problem(missing) }
})

export const localVerdicts = ({ origin, records }: Source): Effect.Effect<Verdicts, CommandFailure> =>
  PublicRecords.use(({ complaints, notices }) =>
    Effect.gen(function* () {
      const totals = [yield* complaints.page(newest), yield* notices.page(newestNotice)].map(({ total }) =>
        Option.match(total, { onNone: () => "some", onSome: grouped })
      )
      const found = `${totals[0]} complaints and ${totals[1]} notices can be read: ${origin.baseUrl}.`
      return otherwise({ reachability: ok(found) }, "No service is asked.")
    })
  ).pipe(
    Effect.mapError((error) => failureOf(error)),
    Effect.provide(records)
  )
