import { ComplaintQuery, type PublicRecordsError, PublicRecords } from "@public-records/core"
import { Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { CommandFailure, failureOf } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { proxyVariable } from "../source/proxies.ts"
import { type Settings } from "../source/settings.ts"
import { type Source } from "../source/openSource.ts"
import { clockFinding } from "./clock.ts"
import { type Examined, type Finding, halvesOf } from "./Finding.ts"
import { type LastAnswer, remembering } from "./LastAnswer.ts"
import { quotaFinding } from "./quota.ts"

/** Long enough for a slow service and a second try, short enough for someone who waits. */
const patience = "15 seconds"
const attemptPatience = "6 seconds"
const keyForTrying = "DEMO_KEY"
const tooManyRequests = 429

const newest = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 1, offset: 0 })

/** A failure as what was found of something. */
export const problemOf = (of: Examined, { exitCode, message }: CommandFailure): Finding => {
  const { found, todo } = halvesOf(message)
  const clock = /certificate.*(?:expired|not yet valid)/.test(found) ? " Is this machine's clock right?" : ""
  return { of, verdict: "problem", found, todo: `${todo}${clock}`, exitCode }
}

/** That no answer came at all. */
export const unreachable = (failure: CommandFailure, proxy: string | undefined): ReadonlyArray<Finding> => {
  const problem = problemOf("reachability", failure)
  const isNetwork = "todo" in problem && problem.todo.startsWith("Try again")
  const way = proxy === undefined ? "behind a proxy, set HTTPS_PROXY." : `is the proxy of ${proxy} right?`
  return [
    isNetwork ? { ...problem, todo: `Check the base URL and the network; ${way}` } : problem,
    ...unknown(["clock", "quota"], "The service could not be asked.")
  ]
}

/** Nothing can be said of these, and why. */
export const unknown = (names: ReadonlyArray<Examined>, found: string): ReadonlyArray<Finding> =>
  names.map((of) => ({ of, verdict: "unknown", found }))

const keyFinding = (key: Redacted.Redacted, keySource: string): Finding => {
  const found = `The service accepts the key of ${keySource}.`
  return Redacted.value(key) === keyForTrying
    ? {
        of: "key",
        verdict: "advice",
        found,
        todo: `${keyForTrying} is for trying out and has few requests. Get your own at https://api.data.gov/signup/.`
      }
    : { of: "key", verdict: "ok", found }
}

/** That the service answered, and how fast. */
export const reached = (baseUrl: string, { sentAt, cameAt }: LastAnswer): Finding => ({
  of: "reachability",
  verdict: "ok",
  found: `${baseUrl} answered in ${cameAt - sentAt} ms.`
})

/** Returns the findings that a response allows: the clock and the quota. */
const headFindings = (answer: LastAnswer, settings: Settings): ReadonlyArray<Finding> => [
  clockFinding(answer),
  quotaFinding(answer, settings)
]

const failed = (
  failure: CommandFailure,
  answer: LastAnswer | undefined,
  baseUrl: string,
  proxy: string | undefined
): ReadonlyArray<Finding> => {
  if (failure.exitCode === exitCodes.usage) {
    return [problemOf("configuration", failure), ...unknown(["key", "reachability", "clock", "quota"], "Not tried.")]
  }
  if (answer === undefined && failure.exitCode === exitCodes.rateLimited) {
    const notAsked = "The service was not asked, because the key's requests are used up."
    return [...unknown(["key", "reachability", "clock"], notAsked), problemOf("quota", failure)]
  }
  if (answer === undefined) {
    return [...unknown(["key"], "The service could not be asked."), ...unreachable(failure, proxy)]
  }
  const clock = clockFinding(answer)
  if (failure.exitCode === exitCodes.key) {
    return [
      problemOf("key", failure),
      reached(baseUrl, answer),
      clock,
      ...unknown(["quota"], "There is none without a key.")
    ]
  }
  // A service that is down may ask for a pause too, and says nothing of the key.
  if (failure.exitCode === exitCodes.rateLimited && answer.status === tooManyRequests) {
    return [
      { of: "key", verdict: "ok", found: "The service knows the key." },
      reached(baseUrl, answer),
      clock,
      problemOf("quota", failure)
    ]
  }
  return [
    ...unknown(["key"], "The service did not say."),
    problemOf("reachability", failure),
    clock,
    ...unknown(["quota"], "The service did not say.")
  ]
}

const shorterOf = (one: Duration.Input, other: Duration.Input): Duration.Duration =>
  Duration.min(Duration.fromInputUnsafe(one), Duration.fromInputUnsafe(other))

const withoutOperation = (error: PublicRecordsError, keySource: string): CommandFailure => {
  const { exitCode, message, nextTryAt, reason } = failureOf(error, keySource)
  if (reason === "DeadlineExceeded") {
    const said = `The service does not answer within ${patience}. Try again in a few minutes.`
    return new CommandFailure({ reason, message: said, exitCode, nextTryAt })
  }
  return new CommandFailure({ reason, message: message.replace(`${error.operation}: `, ""), exitCode, nextTryAt })
}

/** Asks the service for one record, as every command does, and says what that shows. */
export const serviceFindings = Effect.fnUntraced(function* (
  { guards, origin, way }: Source,
  settings: Settings
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const { environment } = yield* Host
  const proxy = proxyVariable(environment)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { http, options } = yield* way
      const { client, last } = remembering(http)
      // A pause that the service asks for is no silence: it fails with the time of the next try before the deadline does.
      const maxWait = shorterOf(options.maxWait ?? patience, patience)
      const records = PublicRecords.layer({
        ...options,
        attemptTimeout: attemptPatience,
        deadline: patience,
        maxWait
      }).pipe(Layer.provide(guards), Layer.provide(Layer.succeed(HttpClient.HttpClient, client)))
      const asked = yield* PublicRecords.use(({ complaints }) => complaints.page(newest)).pipe(
        Effect.provide(records),
        Effect.mapError((error) => withoutOperation(error, origin.keySource)),
        Effect.result
      )
      const answer = Option.getOrUndefined(last())
      if (Result.isFailure(asked)) return failed(asked.failure, answer, origin.baseUrl, proxy)
      if (answer === undefined) return []
      return [
        keyFinding(options.apiKey, origin.keySource),
        reached(origin.baseUrl, answer),
        ...headFindings(answer, settings)
      ]
    })
  )
})
