import {
  type AttemptFailure,
  type Budget,
  countOf,
  type Ending,
  failureFromBody,
  failureFromTransport,
  type KeyMask,
  makeAnnounce,
  type Place,
  RateLimited,
  type Reason,
  readBody,
  readErrorBody,
  parseRetryAfter,
  Unavailable,
  WaitListener
} from "@public-records/core"
import { Clock, Duration, Effect, Option, Random, Redacted, Result } from "effect"
import { type Headers, type HttpClient, HttpClientRequest } from "effect/http"
import { type Answer, brief } from "./Answer.ts"
import { type Asked, wrongKey } from "./Question.ts"

const mostAttempts = 3
const longestBackoffMillis = 2000

/** What a question needs to be asked. */
export interface InquirerOptions {
  readonly http: HttpClient.HttpClient
  readonly apiKey: Redacted.Redacted
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly budget: Budget
  readonly keyMask: KeyMask
  /** How many requests of the whole check may be sent again. */
  readonly mostRetries: number
  readonly maxRetryAfter: Duration.Duration
  /** The longest a request waits for its turn, whatever the reason. */
  readonly maxWait: Duration.Duration
  readonly attemptTimeout: Duration.Duration
  readonly userAgent: string
}

/** One attempt: the answer, or why no answer came, and whether another attempt may succeed. */
interface Attempt {
  readonly answer: Answer | undefined
  readonly reason: Reason
  readonly isTransient: boolean
  readonly retryAt: Option.Option<number>
  /** The failure as part of a sentence that announces a retry. */
  readonly said: string
}

/** Asks the questions of a check, one after the other: paced by the budget, and again where that may help. */
export interface Inquirer {
  /**
   * The answer to a question, whatever it says.
   *
   * **Fails with** `RateLimited` where the limit is used up for longer than allowed, and `Unavailable` where no answer comes.
   */
  readonly ask: (asked: Asked) => Effect.Effect<Answer, Reason>
  /** How many requests were sent. */
  readonly requests: () => number
}

const parsed = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** A service that is down, and says nothing of what it would answer; a 500 is an answer, and a wrong one. */
const isDown = (status: number): boolean => [408, 429, 502, 503, 504].includes(status)

const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** A web page or broken JSON in place of a list is as good as a body cut short, and says nothing of what is asked. */
const isTransient = ({ status, body, text }: Answer): boolean =>
  isTransientStatus(status) || (status === 200 && text !== "" && body === undefined)

const requestOf = (
  { apiKey, baseUrl, userAgent }: InquirerOptions,
  { key = "theirs", method = "GET", path }: Asked
): HttpClientRequest.HttpClientRequest => {
  const keys = { theirs: Redacted.value(apiKey), wrong: wrongKey, none: undefined, wrongInQuery: undefined }
  const sent = keys[key]
  return HttpClientRequest.make(method)(`${baseUrl}${path}`, {
    acceptJson: true,
    headers: { "user-agent": userAgent, ...(sent === undefined ? {} : { "x-api-key": sent }) }
  })
}

/** Waits for a place in the budget. */
const takePlace = Effect.fnUntraced(function* ({
  budget,
  maxRetryAfter,
  maxWait
}: InquirerOptions): Effect.fn.Return<Place, RateLimited> {
  const announce = makeAnnounce()
  const latest = (yield* Clock.currentTimeMillis) + Duration.toMillis(maxWait)
  while (true) {
    const verdict = yield* budget.take
    if (verdict._tag === "Granted") return verdict.place
    const { freeAt } = verdict.state
    const wait = freeAt - (yield* Clock.currentTimeMillis)
    const isLongPause = verdict.isPaused && wait > Duration.toMillis(maxRetryAfter)
    if (isLongPause || freeAt > latest) {
      return yield* new RateLimited({ nextTryAt: freeAt, said: "" })
    }
    yield* announce({ until: freeAt, cause: { _tag: verdict.isPaused ? "Pause" : "Budget" } })
    yield* Effect.sleep(Math.min(budget.longestWait, Math.max(1, wait)))
  }
})

/** What a request that was answered says of the key's budget. Those with another key say nothing. */
const endingOf = (
  { key = "theirs" }: Asked,
  { headers, status }: { readonly headers: Headers.Headers; readonly status: number },
  retryAt: number
): Ending =>
  key === "theirs"
    ? { count: countOf(headers), refusedUntil: status === 429 ? retryAt : undefined }
    : { count: undefined, refusedUntil: undefined }

const reasonOf = (answer: Answer, retryAt: Option.Option<number>): Reason => {
  const { said } = readErrorBody(answer.text)
  return answer.status === 429
    ? new RateLimited({ nextTryAt: Option.getOrNull(retryAt), said })
    : new Unavailable({ said: said === "" ? brief(answer) : `status ${answer.status}: ${said}` })
}

const exchange = Effect.fnUntraced(function* (
  options: InquirerOptions,
  asked: Asked,
  learn: (ending: Ending) => Effect.Effect<unknown>
): Effect.fn.Return<Attempt, AttemptFailure> {
  const { http, keyMask } = options
  const startedAt = yield* Clock.currentTimeMillis
  const request = requestOf(options, asked)
  const response = yield* Effect.mapError(http.execute(request), (error) => failureFromTransport(error, keyMask))
  const now = yield* Clock.currentTimeMillis
  const retryAt = parseRetryAfter(response.headers["retry-after"], now)
  yield* learn(
    endingOf(
      asked,
      response,
      Option.getOrElse(retryAt, () => now)
    )
  )
  const text = keyMask.hideInBody(yield* Effect.mapError(readBody(response, response.headers), failureFromBody))
  const { method = "GET", path } = asked
  const { status } = response
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, keyMask.hide(value)])
  )
  yield* Effect.logDebug(
    keyMask.hide(`${method} ${options.baseUrl}${path} ${status} ${now - startedAt} ms, ${leftOf(headers)}`)
  )
  const answer: Answer = { asked: `${method} ${path}`, status, headers, text, body: parsed(text) }
  const said = brief(answer).replace(/^status /, "the service answered ")
  return { answer, reason: reasonOf(answer, retryAt), isTransient: isTransient(answer), retryAt, said }
})

const leftOf = (headers: Answer["headers"]): string => {
  const { "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining } = headers
  return limit === undefined || remaining === undefined ? "no limit named" : `${remaining} of ${limit} left`
}

const nothingSaid: Ending = { count: undefined, refusedUntil: undefined }

/** One request within the budget; its place is given back once, whatever comes of it. */
const attempt = Effect.fnUntraced(function* (
  options: InquirerOptions,
  asked: Asked
): Effect.fn.Return<Attempt, Reason> {
  const { attemptTimeout, budget } = options
  const place = yield* takePlace(options)
  let isEnded = false
  const end = (ending: Ending) =>
    Effect.suspend(() => {
      if (isEnded) return Effect.void
      isEnded = true
      return budget.end(place, ending)
    })
  return yield* exchange(options, asked, end).pipe(
    Effect.timeoutOrElse({
      duration: attemptTimeout,
      orElse: () =>
        Effect.succeed({
          answer: undefined,
          reason: new Unavailable({ said: `no answer within ${Duration.format(attemptTimeout)}` }),
          isTransient: true,
          retryAt: Option.none(),
          said: `no answer within ${Duration.format(attemptTimeout)}`
        } satisfies Attempt)
    }),
    Effect.catch(({ reason, retryAt, said }) => {
      const isTransient = reason._tag === "Unavailable" && reason.advice === undefined
      return Effect.succeed({ answer: undefined, reason, isTransient, retryAt, said } satisfies Attempt)
    }),
    Effect.ensuring(end(nothingSaid))
  )
})

const pauseTooLong = (reason: Reason, nextTryAt: number): RateLimited =>
  new RateLimited({ nextTryAt, said: "", ...(reason._tag === "RateLimited" ? {} : { isPause: true }) })

/** How long to wait before a retry, at random; it doubles with each attempt. */
const backoff = (attempts: number): Effect.Effect<number> =>
  Random.nextIntBetween(0, Math.min(longestBackoffMillis, 250 * 2 ** attempts))

/** Makes what asks; it counts its requests from now on. */
export const makeInquirer = (options: InquirerOptions): Inquirer => {
  const maxRetryAfter = Duration.toMillis(options.maxRetryAfter)
  const maxWait = Duration.toMillis(options.maxWait)
  let sent = 0
  let retries = 0
  return {
    requests: () => sent,
    ask: Effect.fnUntraced(function* (asked) {
      for (let attempts = 1; ; attempts++) {
        sent++
        const { answer, isTransient, reason, retryAt, said } = yield* attempt(options, asked)
        if (answer !== undefined && !isTransient) return answer
        const now = yield* Clock.currentTimeMillis
        const pauseUntil = Option.getOrElse(retryAt, () => now)
        if (pauseUntil - now > maxWait) return yield* pauseTooLong(reason, pauseUntil)
        const next = Math.max(pauseUntil, now + (yield* backoff(attempts)))
        const isLast =
          !isTransient ||
          attempts === mostAttempts ||
          retries === options.mostRetries ||
          pauseUntil - now > maxRetryAfter ||
          next - now > maxWait
        if (isLast) return answer === undefined || isDown(answer.status) ? yield* Effect.fail(reason) : answer
        retries++
        const announce = yield* WaitListener
        yield* announce({ until: next, cause: { _tag: "Retry", said, retry: attempts, maxRetries: mostAttempts - 1 } })
        yield* Effect.sleep(next - now)
      }
    })
  }
}
