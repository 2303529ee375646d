import { hash } from "node:crypto"
import { constants, gzipSync } from "node:zlib"
import { codingFor } from "./contentCoding.ts"
import type { Answer, Reply, ServiceRequest } from "./Answer.ts"

const encoder = new TextEncoder()

// Shorter bodies fit into one packet as they are.
const minBytesToCompress = 1_024

/** A reply as an answer: its text as bytes, and no fault. */
export const toAnswer = (reply: Reply): Answer => ({
  status: reply.status,
  headers: reply.headers,
  body: encoder.encode(reply.body),
  delayMillis: 0,
  ending: "whole",
  struck: [],
  refused: reply.refused
})

/** Whether `If-None-Match` names a tag; weak and strong tags count alike. */
const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag.replace(/^W\//, ""))

const compressed = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, "Content-Encoding": "gzip" },
  body: gzipSync(answer.body, { level: constants.Z_BEST_SPEED })
})

/** Returns the entity tag of a body. It changes when the body does. */
export const etagOf = (body: string): string => `W/"${hash("sha256", body).slice(0, 16)}"`

/**
 * A reply in the form that the request asks for: 304 where the client has it already, compressed where it may be.
 *
 * **Source** decision 31.
 */
export const represent = (reply: Reply, request: ServiceRequest, tag: string | undefined): Answer => {
  const vary = { Vary: "Accept-Encoding" }
  const caching = tag === undefined ? vary : { ETag: tag, "Cache-Control": "no-cache", ...vary }
  if (tag !== undefined && isKnown(request.headers["if-none-match"], tag)) {
    return toAnswer({ status: 304, headers: caching, body: "" })
  }
  const answer = toAnswer({ ...reply, headers: { ...reply.headers, ...caching } })
  const coding = codingFor(request.headers["accept-encoding"])
  const isWorthIt = answer.body.length >= minBytesToCompress
  return coding === "only gzip" || (coding === "gzip" && isWorthIt) ? compressed(answer) : answer
}
