import * as Data from "effect/Data"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as HttpClientError from "effect/http/HttpClientError"
import { type BodyGarbled, type BodyTooLarge, maxBodyBytes } from "./body.ts"
import type { KeyMask } from "./KeyMask.ts"
import {
  BadRequest,
  type FailureContext,
  InvalidOptions,
  KeyMissing,
  KeyRejected,
  RateLimited,
  type Reason,
  type ResponseInfo,
  Unavailable,
  UnexpectedAnswer
} from "../PublicRecordsError.ts"

/**
 * A failed attempt. `detail` states the failure as part of a sentence that announces a retry.
 *
 * **Units** `retryAt`, the earliest time at which the service accepts the next request, in milliseconds since 1970.
 */
export class AttemptFailure extends Data.TaggedError("AttemptFailure")<{
  readonly reason: Reason
  readonly retryAt: Option.Option<number>
  readonly detail: string
}> {}

export const failed = (reason: Reason, retryAt: Option.Option<number> = Option.none(), detail = ""): AttemptFailure =>
  new AttemptFailure({ reason, retryAt, detail })

/** Creates the failure of the network, of a timeout or of a truncated body. */
export const noResponse = (detail: string, context: FailureContext = {}): AttemptFailure =>
  failed(new Unavailable({ detail, ...context }), Option.none(), detail)

export const truncated = "the response is truncated"

const maxDetailLength = 200

/** Makes external text part of a sentence: one line without control characters, at most 200 characters. */
export const toSingleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxDetailLength)
    // The limit may divide a surrogate pair.
    .replace(/\p{Cs}$/u, "")

const Text = Schema.optionalKey(Schema.String)
const decodeErrorBody = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Union([
      Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Text }) }),
      Schema.Struct({ errors: Schema.NonEmptyArray(Schema.Struct({ title: Text, detail: Text })) })
    ])
  )
)

/** The body of an error. `foreign` is text that the service does not send: a page or other text of something between. */
interface ErrorBody {
  readonly code: string
  readonly detail: string
  readonly foreign?: string
}

/** The part of a page that is read. */
const maxForeignLength = 20_000

/** The number by which the operator of a firewall finds a refused request, such as `Reference #18.2f3e` or `Ray ID: 8c1d`. */
const reference =
  /\b(?:reference|incident|support|request|event|ray)\s+(?:(?:id|number|no\.?)\s*)?[#:]+\s*[\w.:-]*\d[\w.:-]*/i

/** Returns the title of a page, or the beginning of other text, and its reference. */
const readForeignBody = (body: string): string => {
  const text = body.slice(0, maxForeignLength)
  const [, title] = /<title[^>]*>([^<]*)/i.exec(text) ?? []
  const visible = text.replaceAll(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, " ")
  const beginning = toSingleLine(title ?? visible)
  const found = toSingleLine(reference.exec(visible)?.[0] ?? "")
  return [beginning, beginning.includes(found) ? "" : found].filter((part) => part !== "").join("; ")
}

/**
 * Returns the code and the message of an error body. For HTML and other text, which the service does not send, `foreign` has its title
 * and reference instead.
 *
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"…"}}`, or `{"errors":[{"title":"…","detail":"…"}]}`.
 *
 * **Source** docs/api.md, statement 31.
 */
export const readErrorBody = (text: string): ErrorBody => {
  const body = Option.getOrUndefined(decodeErrorBody(text))
  if (body === undefined) return { code: "", detail: "", foreign: readForeignBody(text) }
  if ("error" in body) return { code: body.error.code, detail: toSingleLine(body.error.message ?? body.error.code) }
  const [{ detail, title }] = body.errors
  return { code: "", detail: toSingleLine(detail ?? title ?? "") }
}

/** Returns the reason of a 403. Only the gateway's codes say that it judged the key. */
const reasonOfRefusal = (code: string, text: string, response: ResponseInfo | undefined): Reason => {
  if (code === "API_KEY_MISSING") return new KeyMissing({ response })
  if (code.startsWith("API_KEY_")) return new KeyRejected({ detail: text, response })
  const advice =
    "Something between this machine and the service, such as a firewall or a proxy, refused the request; the key was not judged."
  return new UnexpectedAnswer({ detail: `status 403${text && `: ${text}`}`, advice, response })
}

/** Returns the failure for a status, with the message of the body. */
export const failureFromStatus = (
  status: number,
  { code, detail, foreign }: ErrorBody,
  retryAt: Option.Option<number>,
  response?: ResponseInfo
): AttemptFailure => {
  const nextTryAt = Option.getOrUndefined(Option.map(retryAt, (time) => new Date(time)))
  const answered = `the service returned ${status}${detail === "" ? "" : `: ${detail}`}`
  if (status === 403) return failed(reasonOfRefusal(code, foreign || detail, response))
  if (status === 429) {
    return failed(new RateLimited({ by: "service", nextTryAt, detail, response }), retryAt, answered)
  }
  if (status === 408 || status >= 500) {
    const shown = detail === "" ? `status ${status}` : `status ${status}: ${detail}`
    return failed(new Unavailable({ detail: shown, nextTryAt, response }), retryAt, answered)
  }
  return failed(new BadRequest({ status, detail, response }))
}

/**
 * An error of a connection, in a sentence of its own. A transport makes it the cause of its `TransportError`. `advice` states what
 * to do if a retry does not help.
 */
export class ConnectionFailure extends Error {
  readonly advice: string | undefined

  constructor(message: string, advice?: string) {
    super(message)
    this.advice = advice
  }
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|LEAF_SIGNATURE/
const datedCertificateCodes = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])
/** The problems that are solved by trusting the certificate. */
const trustCodes = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|LEAF_SIGNATURE|CERT_UNTRUSTED/
/** The message of `fetch` about a port that it blocks, in Node.js and in Deno. In Bun, it blocks none. */
const blockedPort = /^bad port$|^Fetch failed: Requests to port \d+ are blocked/
/** OpenSSL's messages about a response without TLS. */
const plainHttp = /wrong version number|packet length too long|:http request/

/** Returns the causes of an error, innermost last. */
const causesOf = (error: unknown): ReadonlyArray<{ readonly code: string; readonly message: string }> => {
  if (!Predicate.isError(error)) return []
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  return [{ code, message: error.message }, ...causesOf(error.cause)]
}

/** Returns a copy of an error and its four outermost causes in which the key is masked. */
const maskedCopy = (error: unknown, { redact }: Pick<KeyMask, "redact">, depth = 5): Error | undefined => {
  if (!Predicate.isError(error) || depth === 0) return undefined
  const cause = maskedCopy(error.cause, { redact }, depth - 1)
  const copy = new Error(redact(error.message), cause && { cause })
  copy.name = error.name
  copy.stack = redact(error.stack ?? "")
  return Predicate.hasProperty(error, "code") ? Object.assign(copy, { code: redact(String(error.code)) }) : copy
}

const decodeNames = Schema.decodeUnknownOption(
  Schema.Struct({
    cert: Schema.Struct({
      subjectaltname: Schema.optional(Schema.String),
      subject: Schema.Struct({ CN: Schema.optional(Schema.String) })
    })
  })
)

/** Returns the names for which the certificate of an error is valid, or an empty string. **Wire** `DNS:a.test, IP Address:127.0.0.1`. */
const namesInCertificate = (error: unknown): string => {
  if (!Predicate.isError(error)) return ""
  const { cert } = Option.getOrUndefined(decodeNames(error)) ?? {}
  if (cert === undefined) return namesInCertificate(error.cause)
  return (cert.subjectaltname ?? cert.subject.CN ?? "").replaceAll(/(^|, )(?:DNS|IP Address):/g, "$1")
}

/** Returns the failure for a certificate that is not accepted. */
const certificateFailure = (code: string, message: string, host: string, names: string, cause: Error | undefined) => {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const detail = `its certificate is ${names === "" ? "" : `for ${toSingleLine(names)}, `}not for ${host}`
    const advice = "Check the host of the base URL. If it is correct, the service needs another certificate."
    return failed(new Unavailable({ detail, advice, certificate: "for another host", cause }))
  }
  const [problem = ""] = message.split(";")
  const detail = `its certificate is not trusted: ${toSingleLine(problem)}`
  if (datedCertificateCodes.has(code)) {
    const advice = "Check this machine's clock. If it is correct, the service needs another certificate."
    return failed(new Unavailable({ detail, advice, certificate: "out of date", cause }))
  }
  const solution = trustCodes.test(code)
    ? " If it is correct, add the certificate's PEM file to the trusted certificates."
    : ""
  const certificate = solution === "" ? undefined : "untrusted"
  return failed(new Unavailable({ detail, advice: `Check the base URL.${solution}`, certificate, cause }))
}

/** Returns the failure for a network error, with the message of its innermost cause. */
export const failureFromTransport = (error: HttpClientError.HttpClientError, keyMask: KeyMask): AttemptFailure => {
  const original = error.reason.cause
  const cause = maskedCopy(original, keyMask)
  const causes = causesOf(cause)
  const innermost = causes.findLast(({ message }) => message !== "")?.message
  const message = innermost ?? "no connection"
  const code = causes.map((cause) => cause.code).findLast((code) => code !== "") ?? ""
  const url = URL.parse(error.request.url)
  if (original instanceof ConnectionFailure) {
    const { advice } = original
    return failed(
      new Unavailable({ detail: message, advice: advice && keyMask.redact(advice), cause }),
      Option.none(),
      message
    )
  }
  if (blockedPort.test(message)) {
    const blocked = `fetch refuses to send a request to port ${url?.port}, which the Fetch standard blocks. Use another port.`
    return failed(new InvalidOptions({ message: `The base URL cannot be used: ${blocked}` }))
  }
  if (certificateCodes.test(code)) {
    const host = keyMask.redact(url?.hostname ?? "the base URL")
    return certificateFailure(code, innermost ?? code, host, keyMask.redact(namesInCertificate(original)), cause)
  }
  if (plainHttp.test(message)) {
    const advice =
      "Check the port of the base URL. A server without TLS has a URL with http://, which has to be allowed."
    return failed(new Unavailable({ detail: "it answers plain HTTP on this port", advice, cause }))
  }
  return noResponse(toSingleLine(message), { cause })
}

export const failureFromBody = (error: HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled): AttemptFailure =>
  error._tag === "BodyTooLarge"
    ? failed(new UnexpectedAnswer({ detail: `it is larger than ${maxBodyBytes / 1_000_000} MB` }))
    : noResponse(truncated)
