import { makeSendRaw, PublicRecordsError, type RawResponse, type Reason, type SendRaw } from "@public-records/core"
import { type Duration, Effect, type Redacted, Result, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { type Answer } from "./Answer.ts"
import { type CheckedStatement, type CheckReport, reportOf } from "./CheckReport.ts"
import { complaintQuestions } from "./complaintQuestions.ts"
import { complaintStatements } from "./complaintStatements.ts"
import { gatewayQuestions, gatewayStatements } from "./gateway.ts"
import { noticeQuestions } from "./noticeQuestions.ts"
import { noticeStatements } from "./noticeStatements.ts"
import { type Asked, type Question, type Statement, wrongKey } from "./Question.ts"
import { notShown } from "./Verdict.ts"

/** Which service is checked, and how fast it may be asked. */
export interface CheckOptions {
  readonly baseUrl: string
  /** Sent in the header `X-Api-Key`, and nowhere else. */
  readonly apiKey: Redacted.Redacted
  /** The budget in any hour; `Infinity` for none. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /** The longest wait that the service may ask for. @default "2 minutes" */
  readonly maxRetryAfter?: Duration.Duration | undefined
  /** The longest a request waits for its turn, whatever the reason. @default none */
  readonly maxWait?: Duration.Duration | undefined
  /** The time for one attempt, its body included. @default "30 seconds" */
  readonly attemptTimeout?: Duration.Duration | undefined
  /** Called before each question, with how many of how many it is. */
  readonly onProgress?: (done: number, of: number) => Effect.Effect<void>
}

/** The maximum number of requests of a check, retries included. */
export const mostRequests = 40

const questions: ReadonlyArray<Question> = [...complaintQuestions, ...noticeQuestions, ...gatewayQuestions]

/** How many requests a check sends, unless the data does not let something be asked, or something has to be repeated. */
export const plannedRequests = questions.length

const maxAttempts = 3

/** Why a check cannot go on after the first response: no key, another service, or one that does not work. */
const endsCheck = ({ status, reason }: RawResponse): Reason | undefined =>
  reason?._tag === "BadRequest" && status !== 404 ? undefined : reason

/** A response of a service that is down, which says nothing about the question. A 500 is a response, and a wrong one. */
const isDown = ({ status }: RawResponse): boolean => [408, 429, 502, 503, 504].includes(status)

const keys = { theirs: undefined, wrong: wrongKey, none: null, wrongInQuery: null }

const parsed = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** Sends the questions of one check, and counts their requests. */
interface Sender {
  readonly sendRaw: SendRaw
  readonly sent: () => number
}

const makeSender = Effect.fnUntraced(function* (options: CheckOptions) {
  let sent = 0
  const http = HttpClient.tapRequest(yield* HttpClient.HttpClient, () => Effect.sync(() => sent++))
  const sendRaw = yield* Effect.provideService(
    makeSendRaw({ ...options, allowHttp: true }),
    HttpClient.HttpClient,
    http
  )
  return { sendRaw, sent: () => sent } satisfies Sender
})

/** Sends one question. As long as all others can still be sent, a failure is repeated. */
const send = Effect.fnUntraced(function* (
  { sendRaw, sent }: Sender,
  { key = "theirs", method = "GET", path }: Asked,
  questionsLeft: number
): Effect.fn.Return<RawResponse, Reason> {
  const sparePermits = Math.max(0, mostRequests - sent() - questionsLeft)
  const response = yield* sendRaw(
    { method, path, apiKey: keys[key] },
    { maxAttempts: Math.min(maxAttempts, 1 + sparePermits) }
  ).pipe(Effect.mapError(({ reason }) => reason))
  return isDown(response) && response.reason !== undefined ? yield* Effect.fail(response.reason) : response
})

const answerOf = ({ method = "GET", path }: Asked, { status, headers, text }: RawResponse): Answer => ({
  asked: `${method} ${path}`,
  status,
  headers,
  text,
  body: parsed(text)
})

const checked = (
  { family, judge, name, question, rule }: Statement,
  answers: ReadonlyMap<string, Answer>
): CheckedStatement => {
  const answer = answers.get(question)
  const about = { family, name, rule, asked: answer?.asked ?? "" }
  if (answer !== undefined) return { ...about, ...judge(answer, answers) }
  const lacks = questions.find((one) => one.name === question)?.needs ?? question
  return { ...about, ...notShown(`the newest page does not have ${lacks}`) }
}

/**
 * Checks whether a service is the public records service as it is documented: asks it read-only questions whose truth comes
 * from its own answers, so that it may hold any data.
 *
 * **Fails with** `KeyMissing`, `KeyRejected`, `RateLimited`, `Unavailable` or `BadRequest` where nothing can be checked; what
 * a service does wrong is no failure but in the report.
 *
 * **Gotchas** it follows no redirect and no link. What differs only as a decision of this project names it does not break.
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
  const answers = new Map<string, Answer>()
  for (const [index, question] of questions.entries()) {
    yield* onProgress(index, questions.length)
    const asked = question.ask(answers)
    if (asked === undefined) continue
    const response = yield* send(sender, asked, questions.length - index)
    const end = index === 0 ? endsCheck(response) : undefined
    if (end !== undefined) return yield* Effect.fail(end)
    answers.set(question.name, answerOf(asked, response))
  }
  const { origin } = new URL(baseUrl)
  const statements = [...complaintStatements(origin), ...noticeStatements(origin), ...gatewayStatements]
  return reportOf(
    baseUrl,
    sender.sent(),
    statements.map((statement) => checked(statement, answers))
  )
}, Effect.scoped)
