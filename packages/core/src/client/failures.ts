import { Data, Option, Predicate, Schema } from "effect"
import { type HttpClientError } from "effect/http"
import { type BodyGarbled, type BodyTooLarge, maxBodyBytes } from "./body.ts"
import { type KeyMask } from "./KeyMask.ts"
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
 * An attempt that failed. `detail` is the failure as part of a sentence that announces a retry.
 * **Units** `retryAt` is when the service wants the next request, in milliseconds since 1970.
 */
export class AttemptFailure extends Data.TaggedError("AttemptFailure")<{
  readonly reason: Reason
  readonly retryAt: Option.Option<number>
  readonly detail: string
}> {}

export const failed = (reason: Reason, retryAt: Option.Option<number> = Option.none(), detail = ""): AttemptFailure =>
  new AttemptFailure({ reason, retryAt, detail })

/** A failure of the network, a timeout, or a truncated body. */
export const notAnswered = (detail: string): AttemptFailure =>
  failed(new Unavailable({ detail }), Option.none(), detail)

export const truncated = "its answer is cut short"

const maxDetailLength = 200

/** Makes text from outside part of a sentence: one line, no control characters, at most 200 characters. */
export const toSingleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxDetailLength)

const Text = Schema.optionalKey(Schema.String)
const decodeErrorBody = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Union([
      Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Text }) }),
      Schema.Struct({ errors: Schema.NonEmptyArray(Schema.Struct({ title: Text, detail: Text })) })
    ])
  )
)

/**
 * Returns the code and the message of an error body, empty if it has none.
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"…"}}`, or `{"errors":[{"title":"…","detail":"…"}]}`. HTML and other
 * text have no message. **Source** docs/api.md, statement 31.
 */
export const readErrorBody = (text: string): { readonly code: string; readonly detail: string } => {
  const body = Option.getOrUndefined(decodeErrorBody(text))
  if (body === undefined) return { code: "", detail: "" }
  if ("error" in body) return { code: body.error.code, detail: toSingleLine(body.error.message ?? body.error.code) }
  const [{ detail, title }] = body.errors
  return { code: "", detail: toSingleLine(detail ?? title ?? "") }
}

/** Returns the failure of a status. The body only adds its message. */
export const failureFromStatus = (
  status: number,
  { code, detail }: ReturnType<typeof readErrorBody>,
  retryAt: Option.Option<number>
): AttemptFailure => {
  const answered = `the service answered ${status}${detail === "" ? "" : `: ${detail}`}`
  if (status === 403) return failed(code === "API_KEY_MISSING" ? new KeyMissing() : new KeyRejected({ detail }))
  if (status === 429) {
    return failed(new RateLimited({ nextTryAt: Option.getOrNull(retryAt), detail }), retryAt, answered)
  }
  if (status === 408 || status >= 500) {
    const reason = new Unavailable({ detail: detail === "" ? `status ${status}` : `status ${status}: ${detail}` })
    return failed(reason, retryAt, answered)
  }
  return failed(new BadRequest({ status, detail }))
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|LEAF_SIGNATURE/
const datedCertificateCodes = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/** Returns the causes of an error, the innermost last. */
const causesOf = (error: unknown, depth = 5): ReadonlyArray<{ readonly code: string; readonly message: string }> => {
  if (!Predicate.isError(error) || depth === 0) return []
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : ""
  return [{ code, message: error.message }, ...causesOf(error.cause, depth - 1)]
}

/** Returns the failure to reach the service, with the message of its innermost cause. */
export const failureFromTransport = (error: HttpClientError.HttpClientError, keyMask: KeyMask): AttemptFailure => {
  const causes = causesOf(error.reason.cause)
  const innermost = causes.findLast(({ message }) => message !== "")
  const code = causes.map((cause) => cause.code).findLast((code) => code !== "") ?? ""
  if (certificateCodes.test(code)) {
    const [problem = code] = (innermost?.message ?? code).split(";")
    const advice = "Is the base URL right? If so, name the certificate's PEM file as one to trust."
    const detail = `its certificate is not trusted: ${toSingleLine(keyMask.redact(problem))}`
    const certificate = datedCertificateCodes.has(code) ? "out of date" : "untrusted"
    return failed(new Unavailable({ detail, advice, certificate }))
  }
  return notAnswered(toSingleLine(keyMask.redact(innermost?.message ?? "no connection")))
}

export const failureFromBody = (error: HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled): AttemptFailure =>
  error._tag === "BodyTooLarge"
    ? failed(new UnexpectedAnswer({ detail: `it is larger than ${maxBodyBytes / 1_000_000} MB` }))
    : notAnswered(truncated)
