import { makeSendRaw, PublicRecordsError, type RawResponse, type Reason } from "@public-records/core"
import { type Duration, Effect, type Redacted, Result, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { type ProbeResponse } from "./ProbeResponse.ts"
import { type CheckedStatement, type CheckReport, reportOf } from "./CheckReport.ts"
import { complaintProbes } from "./complaintProbes.ts"
import { complaintStatements } from "./complaintStatements.ts"
import { gatewayProbes, gatewayStatements } from "./gateway.ts"
import { noticeProbes } from "./noticeProbes.ts"
import { noticeStatements } from "./noticeStatements.ts"
import { type ProbeRequest, type Probe, type Statement, wrongKey } from "./Probe.ts"
import { notShown } from "./Verdict.ts"

/** Options of `checkService`: the service to check, and limits on requests and waits. */
export interface CheckOptions {
  readonly baseUrl: string
  /** Sent only in the header `X-Api-Key`. */
  readonly apiKey: Redacted.Redacted
  /** The budget for any hour, or `Infinity` for no limit. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /** The longest `Retry-After` to wait for. @default "2 minutes" */
  readonly maxRetryAfter?: Duration.Duration | undefined
  /** The longest time that a request may wait before it is sent, for any reason. @default none */
  readonly maxWait?: Duration.Duration | undefined
  /** Timeout of one attempt, including its body. @default "30 seconds" */
  readonly timeout?: Duration.Duration | undefined
  /** Is called before each probe with the number of finished probes and the total. */
  readonly onProgress?: (done: number, of: number) => Effect.Effect<void>
}

/** The maximum number of requests of a check, retries included. */
export const maxRequests = 40

const probes: ReadonlyArray<Probe> = [...complaintProbes, ...noticeProbes, ...gatewayProbes]

/** The number of requests of a check if no probe is skipped or retried. */
export const plannedRequests = probes.length

const maxRetries = 2

/** Returns why a check cannot continue after the first response (key, URL, outage), or `undefined` if it can. */
const blockingFailure = ({ status, reason }: RawResponse): Reason | undefined =>
  reason?._tag === "BadRequest" && status !== 404 ? undefined : reason

/** Whether the service is unavailable, so the response proves nothing. A 500 is evaluated as a wrong response. */
const isUnavailable = ({ status }: RawResponse): boolean => [408, 429, 502, 503, 504].includes(status)

const keys = { configured: undefined, wrong: wrongKey, none: null, wrongInQuery: null }

const parseJson = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** Creates a function that sends requests, and a counter of these requests. */
const makeSender = Effect.fnUntraced(function* (options: CheckOptions) {
  let sent = 0
  const http = HttpClient.tapRequest(yield* HttpClient.HttpClient, () => Effect.sync(() => sent++))
  const { maxRetryAfter = "2 minutes", maxWait = Number.POSITIVE_INFINITY } = options
  const sendRaw = yield* Effect.provideService(
    makeSendRaw({ ...options, allowHttp: true, maxRetryAfter, maxWait }),
    HttpClient.HttpClient,
    http
  )
  return { sendRaw, sent: () => sent }
})

/** Sends one request. Retries a failure as long as `maxRequests` still leaves one request for each remaining probe. */
const send = Effect.fnUntraced(function* (
  { sendRaw, sent }: Effect.Success<ReturnType<typeof makeSender>>,
  { key = "configured", method = "GET", path }: ProbeRequest,
  remainingProbes: number
): Effect.fn.Return<RawResponse, Reason> {
  const sparePermits = Math.max(0, maxRequests - sent() - remainingProbes)
  const response = yield* sendRaw(
    { method, path, apiKey: keys[key] },
    { maxRetries: Math.min(maxRetries, sparePermits) }
  ).pipe(Effect.mapError(({ reason }) => reason))
  return isUnavailable(response) && response.reason !== undefined ? yield* Effect.fail(response.reason) : response
})

const toProbeResponse = (
  { method = "GET", path }: ProbeRequest,
  { status, headers, text }: RawResponse
): ProbeResponse => ({
  request: `${method} ${path}`,
  status,
  headers,
  text,
  body: parseJson(text)
})

const checkStatement = (
  { family, evaluate, name, probe, rule }: Statement,
  responses: ReadonlyMap<string, ProbeResponse>
): CheckedStatement => {
  const response = responses.get(probe)
  const statement = { family, name, rule: `docs/api.md, statement ${rule}`, request: response?.request ?? "" }
  if (response !== undefined) return { ...statement, ...evaluate(response, responses) }
  const missing = probes.find((one) => one.name === probe)?.needs ?? probe
  return { ...statement, ...notShown(`the newest page does not have ${missing}`) }
}

/**
 * Checks whether a service behaves like the documented public records service. It sends read-only requests and takes the expected
 * values from earlier responses, so the service may hold any data.
 *
 * **Fails with** `KeyMissing`, `KeyRejected`, `RateLimited`, `Unavailable` or `BadRequest` if the check cannot run. Wrong behavior
 * of the service is not a failure; it is part of the report.
 *
 * **Gotchas** Redirects and links are not followed.
 */
export const checkService = (
  options: CheckOptions
): Effect.Effect<CheckReport, PublicRecordsError, HttpClient.HttpClient> =>
  Effect.mapError(
    check(options),
    (reason) => new PublicRecordsError({ operation: `The check of ${options.baseUrl}`, reason })
  )

const check = Effect.fnUntraced(function* (
  options: CheckOptions
): Effect.fn.Return<CheckReport, Reason, HttpClient.HttpClient | Scope.Scope> {
  const { onProgress = () => Effect.void } = options
  const baseUrl = options.baseUrl.replace(/\/$/, "")
  const sender = yield* Effect.mapError(makeSender(options), ({ reason }) => reason)
  const responses = new Map<string, ProbeResponse>()
  for (const [index, probe] of probes.entries()) {
    yield* onProgress(index, probes.length)
    const request = probe.build(responses)
    if (request === undefined) continue
    const response = yield* send(sender, request, probes.length - index)
    const failure = index === 0 ? blockingFailure(response) : undefined
    if (failure !== undefined) return yield* Effect.fail(failure)
    responses.set(probe.name, toProbeResponse(request, response))
  }
  const { origin } = new URL(baseUrl)
  const statements = [...complaintStatements(origin), ...noticeStatements(origin), ...gatewayStatements]
  return reportOf(
    baseUrl,
    sender.sent(),
    statements.map((statement) => checkStatement(statement, responses))
  )
}, Effect.scoped)
