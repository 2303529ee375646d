import { Effect, Result } from "effect"
import { HttpClientRequest } from "effect/http"
import { type Call } from "../budget/Call.ts"
import { RedirectRefused, UnexpectedAnswer } from "../PublicRecordsError.ts"
import { decodeEnvelope, type Envelope } from "../records/Envelope.ts"
import { type AttemptFailure, failed, failureFromStatus, parseJson, readErrorBody } from "./failures.ts"
import { type KeyMask } from "./KeyMask.ts"
import { type Send, type ServiceResponse } from "./Send.ts"

type HttpRequest = HttpClientRequest.HttpClientRequest

const maxRedirects = 3
const notModified = 304

/** The result of a successful attempt: an envelope, or that the cached one has not changed. */
export type AttemptResult =
  | { readonly _tag: "Fresh"; readonly envelope: Envelope; readonly etag: string | undefined }
  | { readonly _tag: "NotModified" }

const envelopeIn = (text: string): Result.Result<Envelope, AttemptFailure> =>
  Result.flatMap(parseJson(text), (json) =>
    Result.fromOption(decodeEnvelope(json), () =>
      failed(new UnexpectedAnswer({ said: "there is no list of records in it" }))
    )
  )

/** Whether a URL has the origin of the base URL. A `blob:` URL only names one, and a user name may carry the key away. */
const isSameOrigin = (baseUrl: URL, target: URL): boolean =>
  target.origin === baseUrl.origin &&
  target.protocol === baseUrl.protocol &&
  target.username === "" &&
  target.password === ""

/** Returns where a redirect leads. **Fails with** `RedirectRefused` for another origin, which must not get the key. */
const redirectTarget = (
  baseUrl: URL,
  keyMask: KeyMask,
  request: HttpRequest,
  location: string
): Effect.Effect<URL, AttemptFailure> => {
  const target = URL.parse(location, new URL(request.url, baseUrl.href).href)
  const hasKey = keyMask.hide(location) !== location
  if (target !== null && !hasKey && isSameOrigin(baseUrl, target)) return Effect.succeed(target)
  const shown = target === null ? "no address" : keyMask.hide(`${target.origin}${target.pathname}`)
  return Effect.fail(failed(new RedirectRefused({ location: shown })))
}

/** Reads a response as an envelope. Follows a redirect within the origin; each one takes a permit of its own. */
export const readEnvelope =
  (baseUrl: URL, keyMask: KeyMask) =>
  <E>(send: Send<HttpRequest, ServiceResponse, E>): Send<HttpRequest, AttemptResult, E | AttemptFailure> => {
    const follow = Effect.fnUntraced(function* (
      request: HttpRequest,
      call: Call,
      redirects: number
    ): Effect.fn.Return<AttemptResult, E | AttemptFailure> {
      const { status, headers, text, retryAt } = yield* send(request, call)
      const location = headers["location"]
      if (status >= 200 && status < 300) {
        return { _tag: "Fresh", envelope: yield* Effect.fromResult(envelopeIn(text)), etag: headers["etag"] }
      }
      if (status === notModified && request.headers["if-none-match"] !== undefined) return { _tag: "NotModified" }
      if (status >= 300 && status < 400 && location !== undefined) {
        const target = yield* redirectTarget(baseUrl, keyMask, request, location)
        if (redirects === 0) return yield* failed(new UnexpectedAnswer({ said: "it redirects in a circle" }))
        return yield* follow(HttpClientRequest.get(target.href, { headers: request.headers }), call, redirects - 1)
      }
      // A browser does not let a page follow a redirect itself, and hides where it leads.
      if (status === 0) return yield* failed(new RedirectRefused({ location: "an address that the browser hides" }))
      return yield* failureFromStatus(status, readErrorBody(keyMask.hide(text)), retryAt)
    })
    return (request, call) => follow(request, call, maxRedirects)
  }
