import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** The problem, and the suggested solution or an empty string. */
type Sentences = readonly [what: string, todo: string]

/** Base class of the reasons. Its message joins the sentences. */
class Failure extends Schema.Error<Failure>("Failure")({}) {
  get sentences(): Sentences {
    return ["", ""]
  }
  override get message(): string {
    return this.sentences.join(" ").trimEnd()
  }
}

const failure =
  <Self = never>() =>
  <Tag extends string, const Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
    Failure.extend<Self>(tag)({ _tag: Schema.tag(tag), ...fields })

/**
 * An invalid query, detected before anything is sent. **Source** docs/api.md, statements 18 to 22.
 *
 * **Gotchas** `field` is a member of the input, or `ID` for the id of `get`. `rule` states the broken rule and the solution.
 */
export class InvalidQuery extends failure<InvalidQuery>()("InvalidQuery", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, rule: Schema.String }))
}) {
  override get sentences(): Sentences {
    return [this.problems.map(({ rule }) => rule).join(" "), ""]
  }
}

/** Invalid options of a client or a call, such as an empty key. `neededOption` is an option that would allow them. */
export class InvalidOptions extends Schema.TaggedError<InvalidOptions>()("InvalidOptions", {
  message: Schema.String,
  neededOption: Schema.optionalKey(Schema.Literal("allowHttp"))
}) {
  get sentences(): Sentences {
    return [this.message, ""]
  }
}

/** The client has no API key, or the key did not reach the service. */
export class KeyMissing extends failure<KeyMissing>()("KeyMissing", {}) {
  override get sentences(): Sentences {
    const todo = "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY"
    return ["There is no API key.", `${todo}, or use the bundled sample data, which needs no key.`]
  }
}

/** The service does not accept the key. `detail` is the service's own message. */
export class KeyRejected extends failure<KeyRejected>()("KeyRejected", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const todo = "Check PUBLIC_RECORDS_API_KEY, or get a key at https://api.data.gov/signup/."
    return [`The service did not accept the API key${formatDetail(this.detail)}.`, todo]
  }
}

/**
 * The key's budget is used up, or the service requests a pause, for longer than a call may wait. `isPause` is `true` for a
 * pause.
 *
 * **Units** `nextTryAt` in milliseconds since 1970, or `null` if it is unknown.
 *
 * **Source** docs/api.md, statements 32 and 33.
 */
export class RateLimited extends failure<RateLimited>()("RateLimited", {
  nextTryAt: Schema.NullOr(Schema.Finite),
  detail: Schema.String,
  isPause: Schema.optionalKey(Schema.Boolean)
}) {
  override get sentences(): Sentences {
    const what = this.isPause === true ? "The service requests a pause" : "The rate limit of the API key is used up"
    const when = this.nextTryAt === null ? "Try again later." : `Try again at ${instant(this.nextTryAt)} or later.`
    return [`${what}${formatDetail(this.detail)}.`, when]
  }
}

/**
 * The service is unreachable or does not work: 5xx, 408, no connection, a timeout, HTML or truncated JSON with status 200.
 * `advice` replaces the advice to wait. `certificate` is the problem of the service's certificate, if that is the cause.
 */
export class Unavailable extends failure<Unavailable>()("Unavailable", {
  detail: Schema.String,
  advice: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.Literals(["untrusted", "out of date"]))
}) {
  override get sentences(): Sentences {
    const what = `The service cannot be reached or does not work at the moment${formatDetail(this.detail)}.`
    return [what, this.advice ?? "Try again in a few minutes."]
  }
}

/** The circuit breaker is open, because the service failed several times in a row. */
export class CircuitOpen extends failure<CircuitOpen>()("CircuitOpen", { nextTryAt: Schema.Finite }) {
  override get sentences(): Sentences {
    const what = "The service failed several times in a row, so requests to it are paused."
    return [what, `Try again at ${instant(this.nextTryAt)} or later.`]
  }
}

/** The call could not finish before its deadline. */
export class DeadlineExceeded extends failure<DeadlineExceeded>()("DeadlineExceeded", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const what = `The call cannot finish before its deadline${formatDetail(this.detail)}.`
    return [what, "Use a longer deadline or request fewer records."]
  }
}

/** The service reported success, but the response does not have the documented format. */
export class UnexpectedAnswer extends failure<UnexpectedAnswer>()("UnexpectedAnswer", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const what = `The service returned an unexpected response${formatDetail(this.detail)}.`
    return [what, "Check the base URL."]
  }
}

/** The service refused the request. */
export class BadRequest extends failure<BadRequest>()("BadRequest", { status: Schema.Int, detail: Schema.String }) {
  override get sentences(): Sentences {
    const todo = this.status === 404 ? "Check the base URL." : "Retrying will not help; change the request."
    return [`The service refused the request with status ${this.status}${formatDetail(this.detail)}.`, todo]
  }
}

/** A redirect to another origin, which must not get the key. */
export class RedirectRefused extends failure<RedirectRefused>()("RedirectRefused", { location: Schema.String }) {
  override get sentences(): Sentences {
    const why = "which is a different origin or not HTTPS, so the key is not sent there"
    return [`The service redirects to ${this.location}, ${why}.`, "Check the base URL."]
  }
}

/** A walk read three pages in a row without a seen record, or without a new one. */
export class WalkStalled extends failure<WalkStalled>()("WalkStalled", { offset: Schema.Int }) {
  override get sentences(): Sentences {
    const what = `Reading stopped because three pages in a row contained no new records (last offset ${this.offset}).`
    return [what, "Try again later or request fewer records."]
  }
}

/** There is no record with that id. */
export class NotFound extends failure<NotFound>()("NotFound", { id: Schema.String }) {
  override get sentences(): Sentences {
    return [`There is no record with the id ${JSON.stringify(this.id)}.`, "Copy the id from a list."]
  }
}

const instant = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))
const formatDetail = (detail: string): string => (detail === "" ? "" : ` (${detail.replace(/\.$/, "")})`)

/** The reasons for which a call fails. Each has a message with a solution. */
export const Reason = Schema.Union([
  InvalidQuery,
  InvalidOptions,
  KeyMissing,
  KeyRejected,
  RateLimited,
  Unavailable,
  CircuitOpen,
  DeadlineExceeded,
  UnexpectedAnswer,
  BadRequest,
  RedirectRefused,
  WalkStalled,
  NotFound
])
export type Reason = typeof Reason.Type

/**
 * The only error in the signatures of `PublicRecords`. `operation` is the attempted operation.
 *
 * **Gotchas** `detail` and ids come from the service, so escape them before printing them to a terminal. The error contains no
 * part of a key.
 */
export class PublicRecordsError extends Schema.TaggedError<PublicRecordsError>()("PublicRecordsError", {
  operation: Schema.String,
  reason: Reason
}) {
  override get message(): string {
    return `${this.operation}: ${this.reason.message}`
  }
}
