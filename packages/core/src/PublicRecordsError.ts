import { DateTime, Schema } from "effect"

/** What happened, and what to do about it. */
type Sentences = readonly [what: string, todo: string]

/**
 * A query that the service cannot answer, found before anything was sent.
 *
 * **Gotchas** `field` is the name of the input's member, or `ID` for the id that `get` was given. `rule` is a sentence that
 * names the rule and what to do.
 *
 * **Source** specification, "Combination rules"; decisions 8 to 10.
 */
export class InvalidQuery extends Schema.TaggedError<InvalidQuery>()("InvalidQuery", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, rule: Schema.String }))
}) {
  get sentences(): Sentences {
    return [this.message, ""]
  }
  override get message(): string {
    return this.problems.map(({ rule }) => rule).join(" ")
  }
}

/**
 * Settings with which no client can be built: a base URL that is not HTTPS, an empty key, a negative budget. `neededOption` is
 * the option that would allow them, if there is one.
 */
export class InvalidOptions extends Schema.TaggedError<InvalidOptions>()("InvalidOptions", {
  message: Schema.String,
  neededOption: Schema.optionalKey(Schema.Literal("allowHttp"))
}) {
  get sentences(): Sentences {
    return [this.message, ""]
  }
}

/** There is no key, or none reached the service. */
export class KeyMissing extends Schema.TaggedError<KeyMissing>()("KeyMissing", {}) {
  get sentences(): Sentences {
    return [
      "There is no API key.",
      "Get one at https://api.data.gov/signup/ and set PUBLIC_RECORDS_API_KEY, or use the bundled sample data, which needs none."
    ]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The service does not accept the key. `said` is the service's own sentence. */
export class KeyRejected extends Schema.TaggedError<KeyRejected>()("KeyRejected", { said: Schema.String }) {
  get sentences(): Sentences {
    return [
      `The service did not accept the API key${quoted(this.said)}.`,
      "Check PUBLIC_RECORDS_API_KEY, or get a key at https://api.data.gov/signup/."
    ]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/**
 * The key's budget is used up, or the service asked for a pause, for longer than a call may wait.
 *
 * **Units** `nextTryAt` in milliseconds since 1970; `null` if the service did not say. `isPause` is `true` if the service
 * asked for the pause without naming the rate limit.
 *
 * **Source** specification, "Errors": 429; decision 28.
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  nextTryAt: Schema.NullOr(Schema.Finite),
  said: Schema.String,
  isPause: Schema.optionalKey(Schema.Boolean)
}) {
  get sentences(): Sentences {
    const what = this.isPause === true ? "The service asks for a pause" : "The rate limit of the API key is used up"
    const when = this.nextTryAt === null ? "Try again later." : `Try again at ${instant(this.nextTryAt)} or later.`
    return [`${what}${quoted(this.said)}.`, when]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/**
 * The service does not answer as a working one does: 5xx, 408, no connection, too slow, HTML or broken JSON with status 200.
 * `advice` is what to do if waiting does not help. `certificate` is what is wrong with the service's certificate, if that is
 * the cause.
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  said: Schema.String,
  advice: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.Literals(["untrusted", "out of date"]))
}) {
  get sentences(): Sentences {
    const what = `The service cannot be reached or does not work at the moment${quoted(this.said)}.`
    return [what, this.advice ?? "Try again in a few minutes."]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The service failed so often that it is left alone for a while. */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", { nextTryAt: Schema.Finite }) {
  get sentences(): Sentences {
    const what = "The service failed several times in a row and is left alone for now."
    return [what, `Try again at ${instant(this.nextTryAt)} or later.`]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The call could not be done in the time that it was given. */
export class DeadlineExceeded extends Schema.TaggedError<DeadlineExceeded>()("DeadlineExceeded", {
  said: Schema.String
}) {
  get sentences(): Sentences {
    const what = `This call cannot be done in the time that it was given${quoted(this.said)}.`
    return [what, "Allow more time, or ask for less."]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The service answered with success, but not in the form that it documents. */
export class UnexpectedAnswer extends Schema.TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  said: Schema.String
}) {
  get sentences(): Sentences {
    const what = `The service answered in a form that its documentation does not have${quoted(this.said)}.`
    return [what, "Is the base URL right?"]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The service refuses the request as it stands. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", {
  status: Schema.Int,
  said: Schema.String
}) {
  get sentences(): Sentences {
    const todo = this.status === 404 ? "Is the base URL right?" : "Change the request; asking again will not help."
    return [`The service refused the request with status ${this.status}${quoted(this.said)}.`, todo]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** The service wants to send the request, and with it the key, elsewhere. */
export class RedirectRefused extends Schema.TaggedError<RedirectRefused>()("RedirectRefused", {
  location: Schema.String
}) {
  get sentences(): Sentences {
    const what = `The service redirects to ${this.location}, which is another place or not HTTPS; the key is not sent there.`
    return [what, "Check the base URL."]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** A walk that gets answers but no new records. */
export class WalkStalled extends Schema.TaggedError<WalkStalled>()("WalkStalled", { offset: Schema.Int }) {
  get sentences(): Sentences {
    const what = `Three pages in a row brought no new records, the last at offset ${this.offset}; the walk was stopped.`
    return [what, "Try again later, or ask for less."]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

/** There is no record with that id. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { id: Schema.String }) {
  get sentences(): Sentences {
    return [`There is no record with the id ${JSON.stringify(this.id)}.`, "Copy the id from a list."]
  }
  override get message(): string {
    return this.sentences.join(" ")
  }
}

const instant = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))
const quoted = (said: string): string => (said === "" ? "" : ` (${said.replace(/\.$/, "")})`)

/** Why a call failed, each with a sentence that says what to do. */
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
 * The only error in the signatures of `PublicRecords`. `reason` says why; `operation` says what was asked.
 *
 * **Gotchas** `said` and ids come from outside: not safe for a terminal unfiltered. No part of a key is ever in it.
 */
export class PublicRecordsError extends Schema.TaggedError<PublicRecordsError>()("PublicRecordsError", {
  operation: Schema.String,
  reason: Reason
}) {
  override get message(): string {
    return `${this.operation}: ${this.reason.message}`
  }
}
