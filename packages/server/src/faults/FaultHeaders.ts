import type { HeaderValues } from "../requests/Response.ts"

/** A valid header name. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

// Other characters would end the header early or cannot be sent.
const sendable = /^[\t\u0020-\u007E\u0080-\u00FF]*$/

/** Headers that frame the response. Only the server may set them. */
const framing = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Returns why a fault cannot send a header, otherwise `undefined`. */
export const headerProblem = (name: string, value: string): string | undefined => {
  if (!token.test(name)) return `"${name}" is not a valid header name`
  if (framing.has(name.toLowerCase())) return `the header ${name} frames the response and cannot be set by a fault`
  return sendable.test(value) ? undefined : `the value of ${name} contains characters that a header cannot carry`
}

/** Merges headers. Names are case-insensitive, and headers in `upper` take precedence. */
export const overrideHeaders = (upper: HeaderValues, lower: HeaderValues): HeaderValues => {
  const taken = new Set(Object.keys(upper).map((name) => name.toLowerCase()))
  const kept = Object.entries(lower).filter(([name]) => !taken.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...upper }
}
