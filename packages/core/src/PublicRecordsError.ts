/** A response, without its body. The key is masked in it. */
export interface ResponseInfo {
  readonly url: string
  readonly status: number
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string }
  /** The gateway's name for the request (`X-Api-Umbrella-Request-Id`). Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How many requests the call took, this one included. */
  readonly attempts: number
  /** From sending the request to its headers. */
  readonly milliseconds: number
}

/** The circumstances of a failure, with the key masked. */
export interface FailureContext {
  /** The last response, if there was one. */
  readonly response?: ResponseInfo | undefined
  /** The underlying error: a network error, or the last failure before a deadline. */
  readonly cause?: Error | undefined
}

type Sentences = readonly [what: string, todo: string]

/** Common to all reasons. */
interface Failure<Tag extends string> extends Error {
  /** The kind of failure. */
  readonly _tag: Tag
  readonly name: Tag
  /** The problem, and the solution or an empty string. The message joins them. */
  readonly sentences: Sentences
  /** The last response, if there was one. */
  readonly response: ResponseInfo | undefined
  /** The underlying error, with the key masked. */
  readonly cause: Error | undefined
}

/** The class of a reason. Its instances have the members that its constructor is given. */
type ReasonClass<Tag extends string, Members extends object> = new (
  ...given: Partial<Members> extends Members ? [given?: Members & FailureContext] : [given: Members & FailureContext]
) => Failure<Tag> & { readonly [Name in keyof Members]-?: Members[Name] }

/** Creates the class of a reason from its members, and the sentences that they result in. */
function reason<Tag extends string>(
  tag: Tag
): <Members extends object>(
  sentencesOf: (members: Members) => Sentences,
  defaults?: Partial<Members>
) => ReasonClass<Tag, Members>
function reason(tag: string): unknown {
  return (sentencesOf: (members: object) => Sentences, defaults: object = {}) =>
    class extends Error {
      readonly _tag = tag

      constructor({ response, cause, ...given }: FailureContext = {}) {
        const members = { ...defaults, ...given }
        const sentences = sentencesOf(members)
        super(sentences.join(" ").trimEnd(), cause && { cause })
        Object.assign(this, members)
        // Not enumerable: JSON and comparisons of a reason consist of its own members.
        Object.defineProperties(this, { sentences: { value: sentences }, response: { value: response } })
      }

      override get name(): string {
        return tag
      }
    }
}

const withDetail = (what: string, detail: string): string =>
  detail === "" ? `${what}.` : `${what} (${detail.replace(/\.$/, "")}).`

const retryAdvice = (nextTryAt: Date | undefined): string =>
  nextTryAt === undefined ? "Try again later." : `Try again at ${nextTryAt.toISOString()} or later.`

/** A rule that a query breaks. */
export interface QueryProblem {
  /** A member of the query, `query` for a value that is no query, or `ID` for the id of `get`. */
  readonly field: string
  /** The broken rule and the solution, as sentences. */
  readonly rule: string
}

/** An invalid query, detected before anything is sent. **Source** docs/api.md, statements 18 to 22. */
export class InvalidQuery extends reason("InvalidQuery")<{
  /** One for each broken rule. */
  readonly problems: ReadonlyArray<QueryProblem>
}>(({ problems }) => [problems.map(({ rule }) => rule).join(" "), ""]) {}

/** Invalid options of a client or a call, such as an empty key, or a closed client. */
export class InvalidOptions extends reason("InvalidOptions")<{
  readonly message: string
  /** The option that would allow the others. */
  readonly neededOption?: "allowHttp" | undefined
}>(({ message }) => [message, ""]) {}

/** The client has no API key, or the key did not reach the service. */
export class KeyMissing extends reason("KeyMissing")<{
  /** The environment variable from which the program reads the key, if there is one. */
  readonly keyVariable?: string | undefined
}>(({ keyVariable }) => {
  const how = keyVariable === undefined ? "pass it as apiKey" : `set ${keyVariable}`
  return ["There is no API key.", `Get one at https://api.data.gov/signup/ and ${how}.`]
}) {}

/** The service does not accept the key. */
export class KeyRejected extends reason("KeyRejected")<{
  /** The service's own message. */
  readonly detail: string
}>(({ detail }) => [
  withDetail("The service did not accept the API key", detail),
  "Check the key, or get another one at https://api.data.gov/signup/."
]) {}

/**
 * The key's budget is used up, or the service requests a pause, for longer than a call may wait.
 *
 * **Source** docs/api.md, statements 32 and 33.
 */
export class RateLimited extends reason("RateLimited")<{
  /** The limit that was hit: the service's own, or the client's budget. */
  readonly by: "service" | "budget"
  /** Whether the service requested a pause in its response to another request. @default false */
  readonly isPause?: boolean
  /** The end of the wait. `undefined` if it is unknown. */
  readonly nextTryAt?: Date | undefined
  /** The service's own message, or an empty string. @default "" */
  readonly detail?: string
}>(
  ({ isPause, nextTryAt, detail = "" }) => {
    const what = isPause === true ? "The service requests a pause" : "The rate limit of the API key is used up"
    return [withDetail(what, detail), retryAdvice(nextTryAt)]
  },
  { isPause: false, detail: "" }
) {}

/** The service is unreachable or does not work: 5xx, 408, no connection, a timeout, HTML or truncated JSON with status 200. */
export class Unavailable extends reason("Unavailable")<{
  /** The problem, such as `status 503`. */
  readonly detail: string
  /** The earliest time at which the service accepts the next request, if it said so. */
  readonly nextTryAt?: Date | undefined
  /** Replaces the advice to wait, because a retry does not help. */
  readonly advice?: string | undefined
  /** The problem of the service's certificate, if that is the cause. */
  readonly certificate?: "untrusted" | "out of date" | "for another host" | undefined
}>(({ detail, advice = "Try again in a few minutes." }) => [
  withDetail("The service cannot be reached or does not work at the moment", detail),
  advice
]) {}

/** The circuit breaker is open, because the service failed several times in a row. */
export class CircuitOpen extends reason("CircuitOpen")<{
  /** When requests are sent again. */
  readonly nextTryAt: Date
}>(({ nextTryAt }) => [
  "The service failed several times in a row, so requests to it are paused.",
  retryAdvice(nextTryAt)
]) {}

/** The call could not finish before its deadline. `cause` is the last failed attempt, if there was one. */
export class DeadlineExceeded extends reason("DeadlineExceeded")<{
  /** Why the deadline cannot be met. */
  readonly detail: string
  /** The earliest time at which the next request can be sent, if that is what is too late. */
  readonly nextTryAt?: Date | undefined
}>(({ detail }) => [
  withDetail("The call cannot finish before its deadline", detail),
  "Use a longer deadline or request fewer records."
]) {}

/** The service reported success, but the response does not have the documented format. */
export class UnexpectedAnswer extends reason("UnexpectedAnswer")<{
  /** The difference from the documented format. */
  readonly detail: string
  /** Replaces the advice to check the base URL. */
  readonly advice?: string | undefined
}>(({ detail, advice = "Check the base URL." }) => [
  withDetail("The service returned an unexpected response", detail),
  advice
]) {}

/** The service refused the request. */
export class BadRequest extends reason("BadRequest")<{
  /** The status of the response: 4xx. */
  readonly status: number
  /** The service's own message, or an empty string. */
  readonly detail: string
}>(({ status, detail }) => [
  withDetail(`The service refused the request with status ${status}`, detail),
  status === 404 ? "Check the base URL." : "Retrying will not help; change the request."
]) {}

/** A redirect to another origin, which must not get the key. */
export class RedirectRefused extends reason("RedirectRefused")<{
  /** The target of the redirect. */
  readonly location: string
}>(({ location }) => {
  const why = "which is a different origin or not HTTPS, so the key is not sent there"
  return [`The service redirects to ${location}, ${why}.`, "Check the base URL."]
}) {}

/** A walk read three pages in a row without a seen record, or without a new one. */
export class WalkStalled extends reason("WalkStalled")<{
  /** The offset of the last page. */
  readonly offset: number
}>(({ offset }) => [
  `Reading stopped because three pages in a row contained no new records (last offset ${offset}).`,
  "Try again later or request fewer records."
]) {}

/** There is no record with that id. */
export class NotFound extends reason("NotFound")<{
  /** The requested id. */
  readonly id: string
}>(({ id }) => [`There is no record with the id ${JSON.stringify(id)}.`, "Copy the id from a list."]) {}

/** Why a call failed. Narrow it by `_tag`. */
export type Reason =
  | InvalidQuery
  | InvalidOptions
  | KeyMissing
  | KeyRejected
  | RateLimited
  | Unavailable
  | CircuitOpen
  | DeadlineExceeded
  | UnexpectedAnswer
  | BadRequest
  | RedirectRefused
  | WalkStalled
  | NotFound

const mayPass = (reason: Reason): boolean => {
  if (reason._tag === "Unavailable") return reason.advice === undefined
  return ["RateLimited", "CircuitOpen", "DeadlineExceeded", "WalkStalled"].includes(reason._tag)
}

/** Marks errors of every copy of this package. */
const brand = Symbol.for("@public-records/core/PublicRecordsError")

/**
 * The only error of a call. It contains no part of a key.
 *
 * **Gotchas** `detail`, `headers`, `cause` and ids come from the service, so escape them before printing them to a terminal.
 */
export class PublicRecordsError extends Error {
  readonly _tag = "PublicRecordsError"
  /** The kind of failure: the same as `reason._tag`. */
  readonly code: Reason["_tag"]
  /** The failure with its details. Narrow it by `_tag`. */
  readonly reason: Reason
  /** The attempted operation, such as `"List complaints"`. */
  readonly operation: string
  /** The status of the last response, if there was one. */
  readonly status: number | undefined
  /** The headers of the last response, by lower-case name. */
  readonly headers: { readonly [name: string]: string } | undefined
  /** The gateway's name for the last request. Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How many requests were sent. */
  readonly attempts: number
  /** The earliest time at which the same call may succeed, if that is known. */
  readonly nextTryAt: Date | undefined
  /** Whether the same call may succeed later, unchanged. */
  readonly isRetryable: boolean
  /** The underlying error: a network error, or the last failure before a deadline. */
  declare readonly cause: Error | undefined

  constructor({
    operation,
    reason,
    response = reason.response,
    attempts = response?.attempts ?? 0,
    cause = reason.cause
  }: {
    readonly operation: string
    readonly reason: Reason
    readonly attempts?: number | undefined
  } & FailureContext) {
    super(`${operation}: ${reason.message}`, cause && { cause })
    this.code = reason._tag
    this.reason = reason
    this.operation = operation
    this.status = response?.status
    this.headers = response?.headers
    this.requestId = response?.requestId
    this.attempts = attempts
    this.nextTryAt = "nextTryAt" in reason ? reason.nextTryAt : undefined
    this.isRetryable = mayPass(reason)
    Object.defineProperty(this, brand, { value: true })
  }

  override get name(): "PublicRecordsError" {
    return "PublicRecordsError"
  }

  /** Whether a value is one, even from another copy of this package. */
  static is(value: unknown): value is PublicRecordsError {
    return typeof value === "object" && value !== null && brand in value
  }

  /** Returns the facts for a log, without headers and cause. */
  toJSON(): object {
    const { name, code, operation, message, status, requestId, attempts, nextTryAt } = this
    return { name, code, operation, message, status, requestId, attempts, nextTryAt }
  }
}
