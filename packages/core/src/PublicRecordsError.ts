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

/** Base class of the reasons. */
abstract class Failure<Tag extends string> extends Error {
  /** The kind of failure. */
  abstract readonly _tag: Tag
  /** The problem, and the solution or an empty string. The message joins them. */
  declare readonly sentences: readonly [what: string, todo: string]
  /** The last response, if there was one. */
  declare readonly response: ResponseInfo | undefined
  /** The underlying error, with the key masked. */
  declare readonly cause: Error | undefined

  constructor(what: string, todo: string, { response, cause }: FailureContext = {}) {
    super(`${what} ${todo}`.trimEnd(), cause && { cause })
    // Not enumerable: JSON and comparisons of a reason consist of its own members.
    Object.defineProperties(this, { sentences: { value: [what, todo] }, response: { value: response } })
  }

  override get name(): string {
    return this._tag
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
export class InvalidQuery extends Failure<"InvalidQuery"> {
  readonly _tag = "InvalidQuery"
  /** One for each broken rule. */
  readonly problems: ReadonlyArray<QueryProblem>

  constructor({ problems }: { readonly problems: ReadonlyArray<QueryProblem> }) {
    super(problems.map(({ rule }) => rule).join(" "), "")
    this.problems = problems
  }
}

/** Invalid options of a client or a call, such as an empty key, or a closed client. */
export class InvalidOptions extends Failure<"InvalidOptions"> {
  readonly _tag = "InvalidOptions"
  /** The option that would allow the others. */
  readonly neededOption: "allowHttp" | undefined

  constructor({
    message,
    neededOption
  }: {
    readonly message: string
    readonly neededOption?: "allowHttp" | undefined
  }) {
    super(message, "")
    this.neededOption = neededOption
  }
}

/** The client has no API key, or the key did not reach the service. */
export class KeyMissing extends Failure<"KeyMissing"> {
  readonly _tag = "KeyMissing"

  /** `keyVariable` is the environment variable from which the program reads the key, if there is one. */
  constructor({ keyVariable, ...context }: { readonly keyVariable?: string | undefined } & FailureContext = {}) {
    const how = keyVariable === undefined ? "pass it as apiKey" : `set ${keyVariable}`
    super("There is no API key.", `Get one at https://api.data.gov/signup/ and ${how}.`, context)
  }
}

/** The service does not accept the key. */
export class KeyRejected extends Failure<"KeyRejected"> {
  readonly _tag = "KeyRejected"
  /** The service's own message. */
  readonly detail: string

  constructor({ detail, ...context }: { readonly detail: string } & FailureContext) {
    const todo = "Check the key, or get another one at https://api.data.gov/signup/."
    super(withDetail("The service did not accept the API key", detail), todo, context)
    this.detail = detail
  }
}

/**
 * The key's budget is used up, or the service requests a pause, for longer than a call may wait.
 *
 * **Source** docs/api.md, statements 32 and 33.
 */
export class RateLimited extends Failure<"RateLimited"> {
  readonly _tag = "RateLimited"
  /** The limit that was hit: the service's own, or the client's budget. */
  readonly by: "service" | "budget"
  /** Whether the service requested a pause in its response to another request. */
  readonly isPause: boolean
  /** The end of the wait. `undefined` if it is unknown. */
  readonly nextTryAt: Date | undefined
  /** The service's own message, or an empty string. */
  readonly detail: string

  constructor({
    by,
    isPause = false,
    nextTryAt,
    detail = "",
    ...context
  }: {
    readonly by: "service" | "budget"
    readonly isPause?: boolean | undefined
    readonly nextTryAt?: Date | undefined
    readonly detail?: string | undefined
  } & FailureContext) {
    const what = isPause ? "The service requests a pause" : "The rate limit of the API key is used up"
    super(withDetail(what, detail), retryAdvice(nextTryAt), context)
    this.by = by
    this.isPause = isPause
    this.nextTryAt = nextTryAt
    this.detail = detail
  }
}

/** The service is unreachable or does not work: 5xx, 408, no connection, a timeout, HTML or truncated JSON with status 200. */
export class Unavailable extends Failure<"Unavailable"> {
  readonly _tag = "Unavailable"
  /** The problem, such as `status 503`. */
  readonly detail: string
  /** The earliest time at which the service accepts the next request, if it said so. */
  readonly nextTryAt: Date | undefined
  /** Replaces the advice to wait, because a retry does not help. */
  readonly advice: string | undefined
  /** The problem of the service's certificate, if that is the cause. */
  readonly certificate: "untrusted" | "out of date" | "for another host" | undefined

  constructor({
    detail,
    nextTryAt,
    advice,
    certificate,
    ...context
  }: {
    readonly detail: string
    readonly nextTryAt?: Date | undefined
    readonly advice?: string | undefined
    readonly certificate?: "untrusted" | "out of date" | "for another host" | undefined
  } & FailureContext) {
    const what = withDetail("The service cannot be reached or does not work at the moment", detail)
    super(what, advice ?? "Try again in a few minutes.", context)
    this.detail = detail
    this.nextTryAt = nextTryAt
    this.advice = advice
    this.certificate = certificate
  }
}

/** The circuit breaker is open, because the service failed several times in a row. */
export class CircuitOpen extends Failure<"CircuitOpen"> {
  readonly _tag = "CircuitOpen"
  /** When requests are sent again. */
  readonly nextTryAt: Date

  constructor({ nextTryAt, ...context }: { readonly nextTryAt: Date } & FailureContext) {
    const what = "The service failed several times in a row, so requests to it are paused."
    super(what, retryAdvice(nextTryAt), context)
    this.nextTryAt = nextTryAt
  }
}

/** The call could not finish before its deadline. `cause` is the last failed attempt, if there was one. */
export class DeadlineExceeded extends Failure<"DeadlineExceeded"> {
  readonly _tag = "DeadlineExceeded"
  /** Why the deadline cannot be met. */
  readonly detail: string
  /** The earliest time at which the next request can be sent, if that is what is too late. */
  readonly nextTryAt: Date | undefined

  constructor({
    detail,
    nextTryAt,
    ...context
  }: { readonly detail: string; readonly nextTryAt?: Date | undefined } & FailureContext) {
    const what = withDetail("The call cannot finish before its deadline", detail)
    super(what, "Use a longer deadline or request fewer records.", context)
    this.detail = detail
    this.nextTryAt = nextTryAt
  }
}

/** The service reported success, but the response does not have the documented format. */
export class UnexpectedAnswer extends Failure<"UnexpectedAnswer"> {
  readonly _tag = "UnexpectedAnswer"
  /** The difference from the documented format. */
  readonly detail: string

  constructor({
    detail,
    advice = "Check the base URL.",
    ...context
  }: { readonly detail: string; readonly advice?: string | undefined } & FailureContext) {
    super(withDetail("The service returned an unexpected response", detail), advice, context)
    this.detail = detail
  }
}

/** The service refused the request. */
export class BadRequest extends Failure<"BadRequest"> {
  readonly _tag = "BadRequest"
  /** The status of the response: 4xx. */
  readonly status: number
  /** The service's own message, or an empty string. */
  readonly detail: string

  constructor({ status, detail, ...context }: { readonly status: number; readonly detail: string } & FailureContext) {
    const todo = status === 404 ? "Check the base URL." : "Retrying will not help; change the request."
    super(withDetail(`The service refused the request with status ${status}`, detail), todo, context)
    this.status = status
    this.detail = detail
  }
}

/** A redirect to another origin, which must not get the key. */
export class RedirectRefused extends Failure<"RedirectRefused"> {
  readonly _tag = "RedirectRefused"
  /** The target of the redirect. */
  readonly location: string

  constructor({ location, ...context }: { readonly location: string } & FailureContext) {
    const why = "which is a different origin or not HTTPS, so the key is not sent there"
    super(`The service redirects to ${location}, ${why}.`, "Check the base URL.", context)
    this.location = location
  }
}

/** A walk read three pages in a row without a seen record, or without a new one. */
export class WalkStalled extends Failure<"WalkStalled"> {
  readonly _tag = "WalkStalled"
  /** The offset of the last page. */
  readonly offset: number

  constructor({ offset, ...context }: { readonly offset: number } & FailureContext) {
    const what = `Reading stopped because three pages in a row contained no new records (last offset ${offset}).`
    super(what, "Try again later or request fewer records.", context)
    this.offset = offset
  }
}

/** There is no record with that id. */
export class NotFound extends Failure<"NotFound"> {
  readonly _tag = "NotFound"
  /** The requested id. */
  readonly id: string

  constructor({ id, ...context }: { readonly id: string } & FailureContext) {
    super(`There is no record with the id ${JSON.stringify(id)}.`, "Copy the id from a list.", context)
    this.id = id
  }
}

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
