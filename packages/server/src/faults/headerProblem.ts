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
