import { DateTime, Schema } from "effect"

/** What happened, and what to do, which may be empty. */
type Sentences = readonly [what: string, todo: string]

/** An error whose message is its sentences. */
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
 * A query that the service cannot answer, found before anything was sent.
 * **Gotchas** `field` is the name of the input's member, or `ID` for the id of `get`. `rule` names the rule and what to do.
 * **Source** docs/api.md, statements 18 to 22.
 */
export class InvalidQuery extends failure<InvalidQuery>()("InvalidQuery", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, rule: Schema.String }))
}) {
  override get sentences(): Sentences {
    return [this.problems.map(({ rule }) => rule).join(" "), ""]
  }
}

/**
 * Invalid options of a client or a call, such as a base URL that is not HTTPS or an empty key. `neededOption` is the option
 * that would allow them, if there is one.
 */
export class InvalidOptions extends Schema.TaggedError<InvalidOptions>()("InvalidOptions", {
  message: Schema.String,
  neededOption: Schema.optionalKey(Schema.Literal("allowHttp"))
}) {
  get sentences(): Sentences {
    return [this.message, ""]
  }
}

/** The client has no key, or none reached the service. */
export class KeyMissing extends failure<KeyMissing>()("KeyMissing", {}) {
  override get sentences(): Sentences {
    const todo = "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY"
    return ["There is no API key.", `${todo}, or use the bundled sample data, which needs none.`]
  }
}

/** The service does not accept the key. `detail` is the service's own message. */
export class KeyRejected extends failure<KeyRejected>()("KeyRejected", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const todo = "Check PUBLIC_RECORDS_API_KEY, or get a key at https://api.data.gov/signup/."
    return [`The service did not accept the API key${quoted(this.detail)}.`, todo]
  }
}

/**
 * The key's budget is used up, or the service asked for a pause, for longer than a call may wait.
 * **Units** `nextTryAt` in milliseconds since 1970; `null` if the service did not say. `isPause` is `true` if the service
 * asked for the pause without naming the rate limit. **Source** docs/api.md, statements 32 and 33.
 */
export class RateLimited extends failure<RateLimited>()("RateLimited", {
  nextTryAt: Schema.NullOr(Schema.Finite),
  detail: Schema.String,
  isPause: Schema.optionalKey(Schema.Boolean)
}) {
  override get sentences(): Sentences {
    const what = this.isPause === true ? "The service asks for a pause" : "The rate limit of the API key is used up"
    const when = this.nextTryAt === null ? "Try again later." : `Try again at ${instant(this.nextTryAt)} or later.`
    return [`${what}${quoted(this.detail)}.`, when]
  }
}

/**
 * The service is not reachable or does not work: 5xx, 408, no connection, a timeout, HTML or truncated JSON with status 200.
 * `advice` is what to do if waiting does not help, and `certificate` what is wrong with the service's certificate, if that is
 * the cause.
 */
export class Unavailable extends failure<Unavailable>()("Unavailable", {
  detail: Schema.String,
  advice: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.Literals(["untrusted", "out of date"]))
}) {
  override get sentences(): Sentences {
    const what = `The service cannot be reached or does not work at the moment${quoted(this.detail)}.`
    return [what, this.advice ?? "Try again in a few minutes."]
  }
}

/** The circuit breaker is open, because the service failed several times in a row. */
export class CircuitOpen extends failure<CircuitOpen>()("CircuitOpen", { nextTryAt: Schema.Finite }) {
  override get sentences(): Sentences {
    const what = "The service failed several times in a row and is left alone for now."
    return [what, `Try again at ${instant(this.nextTryAt)} or later.`]
  }
}

/** The call could not finish before its deadline. */
export class DeadlineExceeded extends failure<DeadlineExceeded>()("DeadlineExceeded", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const what = `This call cannot be done in the time that it was given${quoted(this.detail)}.`
    return [what, "Allow more time, or ask for less."]
  }
}

/** The service reported success, but the response does not have the documented format. */
export class UnexpectedAnswer extends failure<UnexpectedAnswer>()("UnexpectedAnswer", { detail: Schema.String }) {
  override get sentences(): Sentences {
    const what = `The service answered in a form that its documentation does not have${quoted(this.detail)}.`
    return [what, "Is the base URL right?"]
  }
}

/** The service refused the request. */
export class BadRequest extends failure<BadRequest>()("BadRequest", { status: Schema.Int, detail: Schema.String }) {
  override get sentences(): Sentences {
    const todo = this.status === 404 ? "Is the base URL right?" : "Change the request; asking again will not help."
    return [`The service refused the request with status ${this.status}${quoted(this.detail)}.`, todo]
  }
}

/** The service redirects to another origin, which must not get the key. */
export class RedirectRefused extends failure<RedirectRefused>()("RedirectRefused", { location: Schema.String }) {
  override get sentences(): Sentences {
    const why = "which is another place or not HTTPS; the key is not sent there"
    return [`The service redirects to ${this.location}, ${why}.`, "Check the base URL."]
  }
}

/** A walk got three pages in a row without a seen record, or without a new one. */
export class WalkStalled extends failure<WalkStalled>()("WalkStalled", { offset: Schema.Int }) {
  override get sentences(): Sentences {
    const what = `Three pages in a row brought no new records, the last at offset ${this.offset}`
    return [`${what}; the walk was stopped.`, "Try again later, or ask for less."]
  }
}

/** There is no record with that id. */
export class NotFound extends failure<NotFound>()("NotFound", { id: Schema.String }) {
  override get sentences(): Sentences {
    return [`There is no record with the id ${JSON.stringify(this.id)}.`, "Copy the id from a list."]
  }
}

const instant = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))
const quoted = (detail: string): string => (detail === "" ? "" : ` (${detail.replace(/\.$/, "")})`)

/** The reasons why a call fails. The message of each says what to do. */
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
 * The only error in the signatures of `PublicRecords`. `operation` is what was attempted.
 * **Gotchas** `detail` and ids come from the service, so escape them before printing them to a terminal. No part of a key is in
 * the error.
 */
export class PublicRecordsError extends Schema.TaggedError<PublicRecordsError>()("PublicRecordsError", {
  operation: Schema.String,
  reason: Reason
}) {
  override get message(): string {
    return `${this.operation}: ${this.reason.message}`
  }
}
