import { hash } from "node:crypto"
import { constants, gzipSync } from "node:zlib"
import { DateTime, Option } from "effect"
import type { Headers } from "effect/http"
import type { Reply, TextReply } from "./Reply.ts"

// Shorter bodies fit into one packet uncompressed.
const minBytesToCompress = 1_024

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, "")

/** Whether `If-None-Match` matches an `ETag`. Weak and strong tags are equal (RFC 9110, section 13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim() === "*" || withoutWeakness(one) === withoutWeakness(etag))

/** Whether `Accept-Encoding` names gzip with a weight other than 0 (RFC 9110, section 12.5.3). */
const acceptsGzip = (acceptEncoding = ""): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [coding, ...parameters] = part.split(";").map((text) => text.trim())
      return coding === "gzip" && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
    })

/** Returns the milliseconds since 1970 of a date in a header, or `NaN`, which compares as false. */
const millisOf = (date = ""): number =>
  Option.getOrElse(Option.map(DateTime.make(date), DateTime.toEpochMillis), () => Number.NaN)

/** Whether the client has the version of a reply. `If-None-Match` takes precedence (RFC 9110, section 13.2.2). */
const isCurrent = (request: Headers.Headers, etag: string, lastModified: string | undefined): boolean =>
  request["if-none-match"] === undefined
    ? millisOf(lastModified) <= millisOf(request["if-modified-since"])
    : matchesEtag(request["if-none-match"], etag)

/** The `ETag` of a reply: none, one for all encodings, or one for each. */
type EtagKind = "none" | "weak" | "strong"

const etagOf = (body: string, kind: EtagKind, isCompressed: boolean): string => {
  const digest = hash("sha256", body).slice(0, 16)
  if (kind === "weak") return `W/"${digest}"`
  return isCompressed ? `"${digest}-gzip"` : `"${digest}"`
}

/** Adds an `ETag` to a reply. Returns a 304 if the client has this version, otherwise the reply, compressed if it accepts that. */
export const negotiated = (reply: TextReply, request: Headers.Headers, kind: EtagKind): Reply => {
  const vary = { Vary: "Accept-Encoding" }
  const isCompressed = Buffer.byteLength(reply.body) >= minBytesToCompress && acceptsGzip(request["accept-encoding"])
  const etag = kind === "none" ? undefined : etagOf(reply.body, kind, isCompressed)
  const caching = etag === undefined ? vary : { ETag: etag, "Cache-Control": "no-cache", ...vary }
  if (etag !== undefined && isCurrent(request, etag, reply.headers["Last-Modified"]))
    return { status: 304, headers: caching, body: "" }
  const headers = { ...reply.headers, ...caching }
  if (!isCompressed) return { ...reply, headers }
  // Not by the middleware of Effect, which compresses after the handler: the request log has the length of what is sent.
  const body = gzipSync(reply.body, { level: constants.Z_BEST_SPEED })
  return { ...reply, headers: { ...headers, "Content-Encoding": "gzip" }, body }
}
