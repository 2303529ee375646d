import { Data, Option, Predicate, Schema } from "effect"
import { type HttpClientError } from "effect/http"
import { type BodyGarbled, type BodyTooLarge, maxBodyBytes } from "./AnswerBody.ts"
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

/** How one attempt failed: why, whether another may do better, and how long the service asked to be left alone. */
export class AttemptFailure extends Data.TaggedError("AttemptFailure")<{
  readonly reason: Reason
  readonly isTransient: boolean
  /** **Units** milliseconds since 1970. */
  readonly retryAt: Option.Option<number>
  /** The failure as part of a sentence that announces a retry. */
  readonly said: string
}> {}

/** A failure that asking again cannot mend. */
export const final = (reason: Reason): AttemptFailure =>
  new AttemptFailure({ reason, isTransient: false, retryAt: Option.none(), said: "" })

/** A failure of the network, of time, or of a body cut short. */
export const transient = (said: string): AttemptFailure =>
  new AttemptFailure({ reason: new Unavailable({ said }), isTransient: true, retryAt: Option.none(), said })

const longestSaid = 200

/** A text from outside as part of a sentence: one line, no control characters, not too long. */
export const tidy = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, longestSaid)

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

/** What an error's body says: of the gateway, of the notices' back end, or nothing that can be quoted. */
export interface SaidBody {
  readonly code: string
  readonly said: string
}

/**
 * Reads the body of an error.
 *
 * **Wire** `{"error":{"code":"API_KEY_MISSING","message":"…"}}`, or `{"errors":[{"title":"…","detail":"…"}]}`; HTML, other
 * text and no body say nothing.
 *
 * **Source** observed, "Gateway" and "Notices"; decision 20.
 */
export const readErrorBody = (body: string): SaidBody => {
  const gateway = decodeGatewayBody(body)
  if (Option.isSome(gateway)) {
    const { code, message } = gateway.value.error
    return { code, said: tidy(message ?? code) }
  }
  const notices = Option.flatMap(decodeNoticesBody(body), ({ errors }) => Option.fromUndefinedOr(errors[0]))
  return Option.match(notices, {
    onNone: () => ({ code: "", said: "" }),
    onSome: ({ title, detail }) => ({ code: "", said: tidy(detail ?? title ?? "") })
  })
}

/** One row a status; the body only adds its message. */
export const failureOfStatus = (status: number, body: SaidBody, retryAt: Option.Option<number>): AttemptFailure => {
  const { code, said } = body
  const answered = `the service answered ${status}${said === "" ? "" : `: ${said}`}`
  if (status === 403) return final(code === "API_KEY_MISSING" ? new KeyMissing() : new KeyRejected({ said }))
  if (status === 429) {
    const nextTryAt = Option.getOrNull(retryAt)
    return new AttemptFailure({
      reason: new RateLimited({ nextTryAt, said }),
      isTransient: true,
      retryAt,
      said: answered
    })
  }
  if (status === 408 || status >= 500) {
    const reason = new Unavailable({ said: said === "" ? `status ${status}` : `status ${status}: ${said}` })
    return new AttemptFailure({ reason, isTransient: true, retryAt, said: answered })
  }
  return final(new BadRequest({ status, said }))
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME/

/** The causes of an error, from the outermost to the one that knows best. */
const causesOf = (error: unknown, depth = 5): ReadonlyArray<{ readonly code: string; readonly message: string }> => {
  if (!Predicate.isError(error) || depth === 0) return []
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : ""
  return [{ code, message: error.message }, ...causesOf(error.cause, depth - 1)]
}

/** A failure to reach the service, by its innermost cause; what the address was is left to the caller. */
export const failureOfTransport = (error: HttpClientError.HttpClientError, keyMask: KeyMask): AttemptFailure => {
  const causes = causesOf(error.reason.cause)
  const innermost = causes.findLast(({ message }) => message !== "")
  const code = causes.map((cause) => cause.code).findLast((code) => code !== "") ?? ""
  if (certificateCodes.test(code)) {
    const [problem = code] = (innermost?.message ?? code).split(";")
    const advice = "Is the base URL right? If so, name the certificate's PEM file as one to trust."
    return final(new Unavailable({ said: `its certificate is not trusted: ${tidy(keyMask.hide(problem))}`, advice }))
  }
  return transient(tidy(keyMask.hide(innermost?.message ?? "no connection")))
}

/** A failure to read an answer's body to its end. */
export const failureOfBody = (error: HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled): AttemptFailure =>
  error._tag === "BodyTooLarge"
    ? final(new UnexpectedAnswer({ said: `it is larger than ${maxBodyBytes / 1_000_000} MB` }))
    : transient("its answer is cut short")
