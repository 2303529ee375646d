import { gunzipSync } from "node:zlib"
import { InvalidQuery, version } from "@public-records/core"
import { Clock, Context, Duration, Effect, Predicate, Schedule } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { SiteError, type SiteProblem } from "../SiteError.ts"
import type { SyncOptions } from "../SyncEvent.ts"
import { crawlDelay, ftcHosts, ftcUrl, indexPath, isFtcHost } from "./ftcSite.ts"

/** The headers by which a later request asks whether a body is still the same. "" if the site did not send them. */
export interface Validators {
  readonly etag: string
  readonly modified: string
}

/** An answer of the site. `why` says what is wrong with one that can be neither used nor trusted. */
export type SiteAnswer =
  | ({ readonly _tag: "Found"; readonly body: Uint8Array } & Validators)
  | { readonly _tag: "Unchanged" }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Useless"; readonly why: string; readonly problem: SiteProblem }

/** The site with daily files and notices. Requests are sent one at a time, with a pause between them, and without a key. */
export interface Site {
  readonly url: string
  readonly pauseSeconds: number
  /** **Fails with** `SiteError` if the site refuses for the second time, or cannot be reached twice in a row. */
  readonly get: (path: string, known?: Validators) => Effect.Effect<SiteAnswer, SiteError>
  /** Like `get`, for a page without which a run cannot go on. */
  readonly page: (path: string) => Effect.Effect<string, SiteError>
  /** The requests sent and the bytes received so far. */
  readonly traffic: { requests: number; bytes: number }
}

/** A request, with the wait that the site may ask for and the repetitions, ends after this time. */
const maxTime = Duration.minutes(15)
const maxRepetitions = 2
const maxFailures = 2

const transport = Context.make(FetchHttpClient.RequestInit, { redirect: "manual" }).pipe(
  Context.add(HttpClient.TracerPropagationEnabled, false)
)

const advice: Readonly<Record<SiteProblem, string>> = {
  Refused: `Wait some hours, send another name with --user-agent, use the FTC's second host with --site https://${ftcHosts[1]}, or download the files from the page ${ftcUrl}${indexPath} and import them with \`mirror import\`.`,
  Unreachable: "Try again later; what was stored stays.",
  Changed: `This version does not know that form, so nothing of it was stored. Look for a newer version, or download the files from the page ${ftcUrl}${indexPath} and import them with \`mirror import\`.`
}

export const siteError = (problem: SiteProblem, url: string, why: string): SiteError =>
  new SiteError({ problem, url, message: `${url} cannot be read: ${why}. ${advice[problem]}` })

/** The start of a text of the site, on one line. */
export const startOf = (body: string): string =>
  body
    .slice(0, 200)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()

const useless = (why: string, problem: SiteProblem = "Changed"): SiteAnswer => ({ _tag: "Useless", why, problem })

/** The first bytes of gzip. Not every client decompresses a body, and none removes the header. */
const isCompressed = (body: Uint8Array): boolean => body[0] === 0x1f && body[1] === 0x8b

/** Returns the body of a response, or `undefined` if it was cut off, which is not an error of every client. */
const bodyOf = Effect.fnUntraced(
  function* (response: HttpClientResponse.HttpClientResponse) {
    const body = new Uint8Array(yield* response.arrayBuffer)
    const { "content-encoding": encoding = "identity", "content-length": length } = response.headers
    if (isCompressed(body)) return yield* Effect.try(() => new Uint8Array(gunzipSync(body)))
    return encoding === "identity" && length !== undefined && Number(length) !== body.length ? undefined : body
  },
  Effect.orElseSucceed(() => undefined)
)

/** Returns the innermost message of an error, which names what is wrong. */
const innermost = (error: unknown): string =>
  Predicate.isError(error) ? innermost(error.cause) || startOf(error.message) : ""

const connectionProblem = (cause: unknown): string => `there was no answer: ${innermost(cause) || "no connection"}`

const answerOf = Effect.fnUntraced(function* (
  response: HttpClientResponse.HttpClientResponse
): Effect.fn.Return<SiteAnswer> {
  const { headers, status } = response
  if (status === 304) return { _tag: "Unchanged" }
  if (status === 404) return { _tag: "Missing" }
  if (status >= 300 && status < 400)
    return useless(`the site redirects to ${startOf(headers["location"] ?? "nothing")}`)
  if (status >= 500 || status === 408) return useless(`the site answers with an error, ${status}`, "Unreachable")
  if (status !== 200) return useless(`the site refuses this program, ${status}`, "Refused")
  const body = yield* bodyOf(response)
  if (body === undefined) return useless("the answer was cut off", "Unreachable")
  return { _tag: "Found", body, etag: headers["etag"] ?? "", modified: headers["last-modified"] ?? "" }
})

export type SiteOptions = Pick<SyncOptions, "site" | "allowHttp" | "pauseSeconds" | "userAgent">

/** Returns the option of the site that cannot be used, and the reason. */
const problemOf = (options: { site: string; allowHttp: boolean; pauseSeconds: number; userAgent: string }) => {
  const { allowHttp, pauseSeconds, site, userAgent } = options
  const url = URL.parse(site)
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    return { field: "site", rule: `${startOf(site)} is not a URL such as ${ftcUrl}.` }
  }
  if (url.username + url.password !== "") return { field: "site", rule: "The URL must not contain a password." }
  if (url.protocol === "http:" && !allowHttp) {
    return { field: "site", rule: `${site} is without TLS. Allow that with allowHttp (--allow-http).` }
  }
  const isFtc = isFtcHost(url.hostname)
  // NaN is neither.
  if (!(pauseSeconds >= (isFtc ? crawlDelay : 0))) {
    const ofFtc = `Requests to ${url.hostname} must be at least ${crawlDelay} seconds apart, as its robots.txt asks.`
    return { field: "pauseSeconds", rule: isFtc ? ofFtc : "It is not a number of seconds." }
  }
  if (/^[\x21-\x7e][\x20-\x7e]{0,200}$/.test(userAgent)) return undefined
  return { field: "userAgent", rule: "It is not a valid header. Use plain ASCII without line breaks." }
}

/** Opens the site over an HTTP client. **Fails with** `InvalidQuery` for options that cannot be used. Sends no request. */
export const openSite = Effect.fnUntraced(function* (
  http: HttpClient.HttpClient,
  given: SiteOptions
): Effect.fn.Return<Site, InvalidQuery> {
  const { pauseSeconds = crawlDelay, site = ftcUrl, userAgent = `public-records/${version}` } = given
  const problem = problemOf({ site, pauseSeconds, userAgent, allowHttp: given.allowHttp ?? false })
  if (problem !== undefined) return yield* Effect.fail(new InvalidQuery({ problems: [problem] }))
  const url = site.replace(/\/+$/, "")
  const traffic = { requests: 0, bytes: 0 }
  const failures = { refusals: 0, unreachable: 0 }
  let nextAt = 0
  /** Waits until the next request may be sent. */
  const pause = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* Effect.sleep(Math.max(0, nextAt - now))
    traffic.requests += 1
  })
  const ended = Effect.map(Clock.currentTimeMillis, (now) => void (nextAt = now + pauseSeconds * 1000))
  const client = http.pipe(
    HttpClient.tapRequest(() => pause),
    HttpClient.transformResponse(Effect.ensuring(ended)),
    HttpClient.retryTransient({ times: maxRepetitions, schedule: Schedule.spaced(Duration.seconds(pauseSeconds)) })
  )
  const ask = (path: string, { etag, modified }: Validators) => {
    const known = { ...(etag && { "if-none-match": etag }), ...(modified && { "if-modified-since": modified }) }
    const headers = { "user-agent": userAgent, "accept-encoding": "gzip", ...known }
    return client.execute(HttpClientRequest.get(`${url}${path}`, { headers })).pipe(
      Effect.flatMap(answerOf),
      Effect.catchTag("HttpClientError", ({ reason }) =>
        Effect.succeed(useless(connectionProblem(reason.cause), "Unreachable"))
      ),
      Effect.timeoutOrElse({
        duration: maxTime,
        orElse: () =>
          Effect.succeed(useless("there was no answer in 15 minutes, or the site asks to wait longer", "Unreachable"))
      }),
      Effect.provide(transport),
      Effect.ensuring(ended)
    )
  }
  const get = Effect.fnUntraced(function* (path: string, known: Validators = { etag: "", modified: "" }) {
    const answer = yield* ask(path, known)
    if (answer._tag === "Found") traffic.bytes += answer.body.length
    if (answer._tag !== "Useless") failures.unreachable = 0
    else if (answer.problem === "Refused") failures.refusals += 1
    else if (answer.problem === "Unreachable") failures.unreachable += 1
    const isEnd = failures.refusals === maxFailures || failures.unreachable === maxFailures
    return isEnd && answer._tag === "Useless" ? yield* siteError(answer.problem, `${url}${path}`, answer.why) : answer
  })
  const page = Effect.fnUntraced(function* (path: string) {
    const answer = yield* get(path)
    if (answer._tag === "Found") return new TextDecoder().decode(answer.body)
    return answer._tag === "Useless"
      ? yield* siteError(answer.problem, `${url}${path}`, answer.why)
      : yield* siteError("Changed", `${url}${path}`, "the page does not exist")
  })
  return { url, pauseSeconds, get, page, traffic }
})
