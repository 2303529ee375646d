import {
  ComplaintQuery,
  defaultBaseUrl,
  makeSendRaw,
  NoticeQuery,
  PublicRecords,
  type Reason
} from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { type Headers, HttpClient } from "effect/http"
import { CommandFailure, failureOf, failureOfReason } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { type Source } from "../source/openSource.ts"
import { proxyVariable } from "../source/proxies.ts"
import { type Settings } from "../source/settings.ts"
import { clockFindings } from "./clock.ts"
import { advice, type Finding, ok, problem, unknown } from "./Finding.ts"
import { quotaFindings } from "./quota.ts"

/** Long enough for a slow service and a second try, short enough for someone who waits. */
const deadline = "15 seconds"
const attemptTimeout = "6 seconds"
const keyForTrying = "DEMO_KEY"

const newest = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 1, offset: 0 })
const newestNotice = new NoticeQuery({ filter: {}, sortBy: "created", order: "DESC", limit: 1, offset: 0 })

/**
 * The last response, whatever the client made of it.
 *
 * **Units** milliseconds since 1970.
 */
export interface LastResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly sentAt: number
  readonly receivedAt: number
}

/** A client that remembers its last response. */
const remembering = (http: HttpClient.HttpClient) => {
  let last: LastResponse | undefined
  const client = HttpClient.transform(http, (sent) =>
    Effect.gen(function* () {
      const sentAt = yield* Clock.currentTimeMillis
      const response = yield* sent
      const { headers, status } = response
      last = { status, headers, sentAt, receivedAt: yield* Clock.currentTimeMillis }
      return response
    })
  )
  return { layer: Layer.succeed(HttpClient.HttpClient, client), last: () => last }
}

const reached = (baseUrl: string, { sentAt, receivedAt }: LastResponse): Finding =>
  ok("reachability", `${baseUrl} answered in ${receivedAt - sentAt} ms.`)

const keyFinding = (key: Redacted.Redacted, keySource: string): Finding => {
  const found = `The service accepts the key of ${keySource}.`
  const todo = `${keyForTrying} is for trying out and has few requests. Get your own at https://api.data.gov/signup/.`
  return Redacted.value(key) === keyForTrying ? advice("key", [found, todo]) : ok("key", found)
}

/** What to do if the service could not be reached, beyond what core advises. */
const todoOf = (reason: Reason, todo: string, hasResponse: boolean, proxy: string | undefined): string => {
  if (reason._tag === "Unavailable" && reason.certificate === "out of date")
    return `${todo} Is this machine's clock right?`
  const isNetwork = reason._tag === "DeadlineExceeded" || (reason._tag === "Unavailable" && reason.advice === undefined)
  if (!isNetwork || hasResponse) return todo
  const way = proxy === undefined ? "behind a proxy, set HTTPS_PROXY." : `is the proxy of ${proxy} right?`
  return `Check the base URL and the network; ${way}`
}

/** The failure of the doctor's request. */
const failureFor = (
  reason: Reason,
  { hasResponse, keySource, proxy }: { hasResponse: boolean; keySource: string; proxy: string | undefined }
): CommandFailure => {
  const { exitCode, nextTryAt, todo, what } = failureOfReason(reason, keySource)
  const isLate = reason._tag === "DeadlineExceeded"
  return new CommandFailure({
    reason: reason._tag,
    what: isLate ? `The service does not answer within ${deadline}.` : what,
    todo: todoOf(reason, isLate ? "Try again in a few minutes." : todo, hasResponse, proxy),
    exitCode,
    nextTryAt
  })
}

/** What a request that failed shows. */
const failedFindings = (
  failure: CommandFailure,
  response: LastResponse | undefined,
  baseUrl: string
): ReadonlyArray<Finding> => {
  const { exitCode } = failure
  if (exitCode === exitCodes.usage) {
    return [problem("configuration", failure), ...unknown(["key", "reachability", "clock", "quota"], "Not tried.")]
  }
  if (response === undefined) {
    if (exitCode === exitCodes.rateLimited) {
      const notAsked = "The service was not asked, because the key's requests are used up."
      return [...unknown(["key", "reachability", "clock"], notAsked), problem("quota", failure)]
    }
    const notAsked = "The service could not be asked."
    return [...unknown(["key"], notAsked), problem("reachability", failure), ...unknown(["clock", "quota"], notAsked)]
  }
  const clock = clockFindings(response)
  if (exitCode === exitCodes.key) {
    const noQuota = unknown(["quota"], "There is none without a key.")
    return [problem("key", failure), reached(baseUrl, response), ...clock, ...noQuota]
  }
  // A service that is down may ask for a pause too, and says nothing about the key.
  if (exitCode === exitCodes.rateLimited && response.status === 429) {
    return [ok("key", "The service knows the key."), reached(baseUrl, response), ...clock, problem("quota", failure)]
  }
  const silent = "The service did not say."
  return [...unknown(["key"], silent), problem("reachability", failure), ...clock, ...unknown(["quota"], silent)]
}

/** Asks the service for one record, as every command does, and says what that shows. */
export const serviceFindings = Effect.fnUntraced(function* (
  { connection, guards, origin: { baseUrl, keySource } }: Source,
  settings: Settings
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const proxy = proxyVariable((yield* Host).environment)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { http, options } = yield* connection
      const { layer, last } = remembering(http)
      // A longer pause that the service asks for fails with the time of the next try, and not by the deadline.
      const limit = Duration.fromInputUnsafe(deadline)
      const maxWait = Duration.min(Duration.fromInputUnsafe(options.maxWait ?? limit), limit)
      const records = PublicRecords.layer({ ...options, attemptTimeout, deadline, maxWait })
      const asked = yield* PublicRecords.use(({ complaints }) => complaints.page(newest)).pipe(
        Effect.provide(records.pipe(Layer.provide(guards), Layer.provide(layer))),
        Effect.result
      )
      const response = last()
      if (Result.isFailure(asked)) {
        const failure = failureFor(asked.failure.reason, { hasResponse: response !== undefined, keySource, proxy })
        return failedFindings(failure, response, baseUrl)
      }
      if (response === undefined) return []
      const key = keyFinding(options.apiKey, keySource)
      return [key, reached(baseUrl, response), ...clockFindings(response), ...quotaFindings(response, settings)]
    })
  )
})

/** Whether the service responds can be seen without a key too. `missing` is the failure for the lack of the key. */
export const keylessFindings = Effect.fnUntraced(function* (
  missing: CommandFailure,
  settings: Settings
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const { environment } = yield* Host
  const baseUrl = settings.baseUrl?.value ?? defaultBaseUrl
  const { network } = yield* Effect.promise(() => import("../source/network.ts"))
  const transport = yield* network(environment, settings.ca)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { layer, last } = remembering(Context.get(yield* Layer.build(transport), HttpClient.HttpClient))
      // The base URL is checked as with a key.
      const options = { baseUrl, allowHttp: settings.allowHttp?.value, attemptTimeout: deadline } as const
      const sendRaw = yield* makeSendRaw(options).pipe(
        Effect.provide(layer),
        Effect.mapError((error) => failureOf(error))
      )
      const sent = yield* Effect.result(sendRaw({ path: "/v0/dnc-complaints" }, { maxAttempts: 1 }))
      const response = last()
      if (response !== undefined && Result.isSuccess(sent)) return failedFindings(missing, response, baseUrl)
      if (Result.isSuccess(sent)) return [problem("key", missing)]
      const proxy = proxyVariable(environment)
      const failure = failureFor(sent.failure.reason, { hasResponse: false, keySource: "", proxy })
      const notAsked = unknown(["clock", "quota"], "The service could not be asked.")
      return [problem("key", missing), problem("reachability", failure), ...notAsked]
    })
  )
})

/** Whether local records can be read. */
export const localFindings = ({
  origin,
  records
}: Source): Effect.Effect<ReadonlyArray<Finding>, CommandFailure, Host> =>
  PublicRecords.use(({ complaints, notices }) =>
    Effect.gen(function* () {
      const [key, ...others] = unknown(["key", "clock", "quota"], "No service is asked.")
      const totals = [yield* complaints.page(newest), yield* notices.page(newestNotice)].map(({ total }) =>
        Option.match(total, { onNone: () => "some", onSome: grouped })
      )
      const found = `${totals[0]} complaints and ${totals[1]} notices can be read: ${origin.baseUrl}.`
      return [...(key === undefined ? [] : [key]), ok("reachability", found), ...others]
    })
  ).pipe(
    Effect.mapError((error) => failureOf(error)),
    Effect.provide(records)
  )
