import { gunzipSync } from "node:zlib"
import { at, parseJson } from "../requests.ts"
import { canaryKey, type OddRequest } from "./oddRequest.ts"

/** A response as it reached the client. Header names are in lower case. */
export interface ObservedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const expectedStatuses = new Set([200, 204, 302, 304, 400, 403, 404, 405, 414, 417, 431])
const maxPageSize = 50

/** Returns the page size that a request specifies unambiguously, otherwise the maximum. */
const plainLimit = (url: string): number => {
  const own = url.startsWith("/v0/dnc-complaints") ? "items_per_page" : String.raw`page\[limit\]`
  const named = url.match(/items_per_page|page\[limit\]|%/gi) ?? []
  const [, text = ""] = new RegExp(`[?&]${own}=([1-9]\\d?)(?:&|$)`).exec(url) ?? []
  return named.length === 1 && text !== "" ? Math.min(Number(text), maxPageSize) : maxPageSize
}

function* problemsOfPage(request: OddRequest, json: unknown): Generator<string> {
  const data = at(json, "data")
  if (!Array.isArray(data)) return yield "a 200 without data"
  if (data.length > plainLimit(request.url)) yield `${data.length} records, more than requested`
  if (new Set(data.map((record) => at(record, "id"))).size !== data.length) yield "a record twice"
  const self = at(json, "links", "self", "href") ?? at(json, "links", "self")
  if (typeof self !== "string" || !/^https?:\/\//.test(self)) return yield "no link to itself"
  if (/[?&]api_key=/.test(self)) yield "a link with a key"
}

function* problemsOfError({ headers, status }: ObservedResponse, json: unknown): Generator<string> {
  const message = at(json, "error", "message") ?? at(json, "errors", 0, "detail")
  if (typeof message !== "string" || message === "") yield "an error without a message"
  if (status === 405 && headers["allow"] === undefined) yield "a 405 without Allow"
}

function* problems(request: OddRequest, response: ObservedResponse): Generator<string> {
  const { body, headers, status } = response
  if (!expectedStatuses.has(status)) yield `status ${status}`
  if (Object.values(headers).some((value) => !/^[\t -~\u0080-\u00FF]*$/.test(value)))
    yield "a header that cannot be sent"
  if (request.method === "HEAD" || status === 204 || status === 302 || status === 304 || status === 417) {
    if (body.length > 0) yield "an unexpected body"
    return
  }
  // Node.js responds to bytes that are not HTTP without a body.
  if ((status === 400 || status === 431) && headers["connection"] === "close" && body.length === 0) return
  if (headers["content-length"] !== String(body.length)) {
    yield `Content-Length ${headers["content-length"]} for ${body.length} bytes`
  }
  const text = new TextDecoder().decode(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body)
  if (text.includes(canaryKey)) yield "the key in the body"
  const json = parseJson(text)
  if (json === undefined) return yield "a body that is not JSON"
  if (status !== 200) yield* problemsOfError(response, json)
  else if (!request.url.startsWith("/health")) yield* problemsOfPage(request, json)
}

/** Returns the problems of a response that are wrong for any request. */
export const checkResponse = (request: OddRequest, response: ObservedResponse): ReadonlyArray<string> =>
  Array.from(problems(request, response))
