import { Data, Option, Predicate, Result, Schema } from "effect"
import { type HttpClientError } from "effect/http"
import { type BodyGarbled, type BodyTooLarge, maxBodyBytes } from "./body.ts"
import { type KeyMask } from "./KeyMask.ts"
import { type ServiceResponse } from "./Send.ts"
import {
  BadRequest,
  KeyMissing,
  KeyRejected,
  RateLimited,
  type Reason,
  Unavailable,
  UnexpectedAnswer
} from "../PublicRecordsError.ts"

/**
 * An attempt that did not return what was asked for.
 *
 * **Units** `retryAt` is when the service wants the next request, in milliseconds since 1970. `said` is the failure as part of
 * a sentence that announces a retry.
 */
export class AttemptFailure extends Data.TaggedError("AttemptFailure")<{
  readonly reason: Reason
  readonly retryAt: Option.Option<number>
  readonly said: string
  /** The response, if there was one and the sender wants it however it came. */
  readonly response?: ServiceResponse
}> {}

export const failed = (reason: Reason, retryAt: Option.Option<number> = Option.none(), said = ""): AttemptFailure =>
  new AttemptFailure({ reason, retryAt, said })

/** A failure of the network, a timeout, or a truncated body. */
export const notAnswered = (said: string): AttemptFailure => failed(new Unavailable({ said }), Option.none(), said)

const notJson = (text: string): string =>
  text.trimStart().startsWith("<") ? "it answered with a web page" : "its answer is cut short"

/** Parses the body of a successful response. */
export const parseJson = (text: string): Result.Result<unknown, AttemptFailure> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => notAnswered(notJson(text)) })

const maxDetailLength = 200

/** Makes text from outside part of a sentence: one line, no control characters, at most 200 characters. */
export const toSingleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxDetailLength)

const GatewayBody = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.optionalKey(Schema.String) }) })
)
const NoticesBody = Schema.fromJsonString(
  Schema.Struct({
    errors: Schema.Array(
      Schema.Struct({ title: Schema.optionalKey(Schema.String), detail: Schema.optionalKey(Schema.String) })
    )
  })
)
const decodeGatewayBody = Schema.decodeUnknownOption(GatewayBody)
const decodeNoticesBody = Schema.decodeUnknownOption(NoticesBody)

/** The code and the message of an error body; empty if it has none. */
export interface ErrorBody {
  readonly code: string
  readonly said: string
}

/**
 * Reads the body of an error.
 *
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"…"}}`, or `{"errors":[{"title":"…","detail":"…"}]}`; HTML, other
 * text and no body say nothing.
 *
 * **Source** docs/api.md, statement 31.
 */
export const readErrorBody = (body: string): ErrorBody => {
  const gateway = decodeGatewayBody(body)
  if (Option.isSome(gateway)) {
    const { code, message } = gateway.value.error
    return { code, said: toSingleLine(message ?? code) }
  }
  const notices = Option.flatMap(decodeNoticesBody(body), ({ errors }) => Option.fromUndefinedOr(errors[0]))
  return Option.match(notices, {
    onNone: () => ({ code: "", said: "" }),
    onSome: ({ title, detail }) => ({ code: "", said: toSingleLine(detail ?? title ?? "") })
  })
}

/** Returns the failure of a status. The body only adds its message. */
export const failureFromStatus = (
  status: number,
  { code, said }: ErrorBody,
  retryAt: Option.Option<number>
): AttemptFailure => {
  const answered = `the service answered ${status}${said === "" ? "" : `: ${said}`}`
  if (status === 403) return failed(code === "API_KEY_MISSING" ? new KeyMissing() : new KeyRejected({ said }))
  if (status === 429) {
    return failed(new RateLimited({ nextTryAt: Option.getOrNull(retryAt), said }), retryAt, answered)
  }
  if (status === 408 || status >= 500) {
    const reason = new Unavailable({ said: said === "" ? `status ${status}` : `status ${status}: ${said}` })
    return failed(reason, retryAt, answered)
  }
  return failed(new BadRequest({ status, said }))
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|LEAF_SIGNATURE/
const datedCertificateCodes = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/** The causes of an error, from the outermost to the one that knows best. */
const causesOf = (error: unknown, depth = 5): ReadonlyArray<{ readonly code: string; readonly message: string }> => {
  if (!Predicate.isError(error) || depth === 0) return []
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : ""
  return [{ code, message: error.message }, ...causesOf(error.cause, depth - 1)]
}

/** A failure to reach the service, by its innermost cause; what the address was is left to the caller. */
export const failureFromTransport = (error: HttpClientError.HttpClientError, keyMask: KeyMask): AttemptFailure => {
  const causes = causesOf(error.reason.cause)
  const innermost = causes.findLast(({ message }) => message !== "")
  const code = causes.map((cause) => cause.code).findLast((code) => code !== "") ?? ""
  if (certificateCodes.test(code)) {
    const [problem = code] = (innermost?.message ?? code).split(";")
    const advice = "Is the base URL right? If so, name the certificate's PEM file as one to trust."
    const said = `its certificate is not trusted: ${toSingleLine(keyMask.hide(problem))}`
    const certificate = datedCertificateCodes.has(code) ? "out of date" : "untrusted"
    return failed(new Unavailable({ said, advice, certificate }))
  }
  return notAnswered(toSingleLine(keyMask.hide(innermost?.message ?? "no connection")))
}

/** A failure to read an answer's body to its end. */
export const failureFromBody = (error: HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled): AttemptFailure =>
  error._tag === "BodyTooLarge"
    ? failed(new UnexpectedAnswer({ said: `it is larger than ${maxBodyBytes / 1_000_000} MB` }))
    : notAnswered("its answer is cut short")
