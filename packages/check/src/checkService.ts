import { makeSendRaw, PublicRecordsError, type RawResponse, type Reason } from "@public-records/core"
import { type Duration, Effect, type Redacted, Result, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { type ProbeResponse, recordsOf } from "./ProbeResponse.ts"
import { type CheckedStatement, type CheckReport, reportOf } from "./CheckReport.ts"
import { complaintRows } from "./complaints.ts"
import { gatewayRows } from "./gateway.ts"
import { noticeRows } from "./notices.ts"
import { type CheckRequest, families, type Newest, type Row, wrongKey } from "./Row.ts"
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

/** Returns the rows of each topic. The first one of a collection reads its newest page. */
const topicsFor = (origin: string): ReadonlyArray<ReadonlyArray<Row>> => [
  complaintRows(origin),
  noticeRows(origin),
  gatewayRows
]

/** The number of requests of a check if none is skipped or retried. */
export const plannedRequests = topicsFor("").flat().length

const maxRetries = 2

/** Returns why a check cannot continue after the first response (key, URL, outage), or `undefined` if it can. */
const blockingFailure = ({ status, reason }: RawResponse): Reason | undefined =>
  reason?._tag === "BadRequest" && status !== 404 ? undefined : reason

/** Whether the service is unavailable, so the response proves nothing. A 500 is evaluated as a wrong response. */
const isUnavailable = ({ status }: RawResponse): boolean => [408, 429, 502, 503, 504].includes(status)

const keys = { configured: undefined, wrong: wrongKey, none: null }

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

/** Sends one request. Retries a failure as long as `maxRequests` still leaves one request for each remaining row. */
const send = Effect.fnUntraced(function* (
  { sendRaw, sent }: Effect.Success<ReturnType<typeof makeSender>>,
  { key = "configured", method = "GET", path }: CheckRequest,
  remainingRequests: number
): Effect.fn.Return<RawResponse, Reason> {
  const spareRequests = maxRequests - sent() - remainingRequests
  const response = yield* sendRaw(
    { method, path, apiKey: keys[key] },
    { maxRetries: Math.min(maxRetries, spareRequests) }
  ).pipe(Effect.mapError(({ reason }) => reason))
  return isUnavailable(response) && response.reason !== undefined ? yield* Effect.fail(response.reason) : response
})

const toProbeResponse = (
  { method = "GET", path }: CheckRequest,
  { status, headers, text }: RawResponse
): ProbeResponse => ({
  request: `${method} ${path}`,
  status,
  headers,
  text,
  body: parseJson(text)
})

/** A row, the newest page of its collection, and its response if the request could be sent. */
interface CheckedRow {
  readonly row: Row
  readonly newest: Newest
  readonly response: ProbeResponse | undefined
}

const statementsOf = (
  { row, newest, response }: CheckedRow,
  responses: ReadonlyArray<ProbeResponse>
): ReadonlyArray<CheckedStatement> =>
  row.shows.map(([rule, name, evaluate, family = row.family]) => ({
    family,
    name,
    rule: `docs/api.md, statement ${rule}`,
    request: response?.request ?? "",
    ...(response === undefined
      ? notShown(`the newest page does not have ${row.needs}`)
      : evaluate(response, { newest, responses }))
  }))

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
  const topics = topicsFor(new URL(baseUrl).origin)
  const checked: Array<CheckedRow> = []
  for (const rows of topics) {
    let newest: Newest = []
    for (const [index, row] of rows.entries()) {
      yield* onProgress(checked.length, plannedRequests)
      const request = row.request(newest)
      if (request === undefined) {
        checked.push({ row, newest, response: undefined })
        continue
      }
      const received = yield* send(sender, request, plannedRequests - checked.length)
      const failure = checked.length === 0 ? blockingFailure(received) : undefined
      if (failure !== undefined) return yield* Effect.fail(failure)
      const response = toProbeResponse(request, received)
      if (index === 0) newest = recordsOf(response)
      checked.push({ row, newest, response })
    }
  }
  const responses = checked.flatMap(({ response }) => response ?? [])
  const statements = checked.flatMap((row) => statementsOf(row, responses))
  const inOrder = families.flatMap((family) => statements.filter((statement) => statement.family === family))
  return reportOf(baseUrl, sender.sent(), inOrder)
}, Effect.scoped)
