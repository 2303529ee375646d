import { createHash } from "node:crypto"
import {
  BadRequest,
  KeyMask,
  KeyMissing,
  KeyRejected,
  PublicRecordsError,
  readErrorBody,
  type Reason,
  Unavailable,
  version
} from "@public-records/core"
import { Guards } from "@public-records/core/guards"
import { Duration, Effect, Option, Redacted } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { type Answer } from "./Answer.ts"
import { type CheckedStatement, type CheckReport, reportOf } from "./CheckReport.ts"
import { complaintQuestions } from "./complaintQuestions.ts"
import { complaintStatements } from "./complaintStatements.ts"
import { gatewayQuestions, gatewayStatements } from "./gateway.ts"
import { makeInquirer } from "./Inquirer.ts"
import { noticeQuestions } from "./noticeQuestions.ts"
import { noticeStatements } from "./noticeStatements.ts"
import { type Question, type Statement } from "./Question.ts"
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

/** The most requests that a check sends, the repeated ones included. */
export const mostRequests = 40

const questions: ReadonlyArray<Question> = [...complaintQuestions, ...noticeQuestions, ...gatewayQuestions]

/** How many requests a check sends, unless the data does not let something be asked, or something has to be repeated. */
export const plannedRequests = questions.length

const defaultRequestsPerHour = 1000

/** Why a check ends with its first question; nothing where it goes on. */
const endOfCheck = ({ body, status, text }: Answer): Reason | undefined => {
  const { code, said } = readErrorBody(text)
  if (status === 403) return code === "API_KEY_MISSING" ? new KeyMissing() : new KeyRejected({ said })
  if (status === 404) return new BadRequest({ status, said })
  if (status >= 500 || status === 408) return new Unavailable({ said: said === "" ? `status ${status}` : said })
  if (status === 200 && body === undefined) {
    return new Unavailable({
      said: text.trimStart().startsWith("<") ? "it answered with a web page" : "its answer is cut short"
    })
  }
  return undefined
}

/** The same owner as the client of records has, so that both count together. */
const ownerOf = ({ apiKey, baseUrl }: CheckOptions): string =>
  createHash("sha256")
    .update(`${new URL(baseUrl).origin} ${Redacted.value(apiKey)}`)
    .digest("hex")
    .slice(0, 32)

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

const check = Effect.fnUntraced(
  function* (options: CheckOptions): Effect.fn.Return<CheckReport, Reason, HttpClient.HttpClient> {
    const baseUrl = options.baseUrl.replace(/\/$/, "")
    const { attemptTimeout = Duration.seconds(30), maxRetryAfter = Duration.minutes(2) } = options
    const { maxWait = Duration.infinity, onProgress = () => Effect.void } = options
    const { requestsPerHour = defaultRequestsPerHour } = options
    const { budget: budgetOf } = yield* Guards
    return yield* Effect.scoped(
      Effect.gen(function* () {
        const inquirer = makeInquirer({
          http: yield* HttpClient.HttpClient,
          apiKey: options.apiKey,
          baseUrl,
          budget: yield* budgetOf({ digest: ownerOf(options), requestsPerHour, attemptTimeout }),
          keyMask: new KeyMask(Option.some(options.apiKey)),
          mostRetries: mostRequests - plannedRequests,
          maxRetryAfter,
          maxWait,
          attemptTimeout,
          userAgent: `public-records/${version}`
        })
        const answers = new Map<string, Answer>()
        for (const [index, question] of questions.entries()) {
          yield* onProgress(index, questions.length)
          const asked = question.ask(answers)
          if (asked === undefined) continue
          const answer = yield* inquirer.ask(asked)
          const end = index === 0 ? endOfCheck(answer) : undefined
          if (end !== undefined) return yield* Effect.fail(end)
          answers.set(question.name, answer)
        }
        const { origin } = new URL(baseUrl)
        const statements = [...complaintStatements(origin), ...noticeStatements(origin), ...gatewayStatements]
        return reportOf(
          baseUrl,
          inquirer.requests(),
          statements.map((statement) => checked(statement, answers))
        )
      })
    )
  },
  Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
  Effect.provideService(HttpClient.TracerPropagationEnabled, false)
)
