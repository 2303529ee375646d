/** What a header's name may consist of. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

// Anything else would end the header early, or could not be sent at all.
const sendable = /^[\t\u0020-\u007E\u0080-\u00FF]*$/

/** These say where an answer ends, and are the server's own business. */
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

/** Why a header cannot be sent by a fault; nothing where it can. */
export const headerProblem = (name: string, value: string): string | undefined => {
  if (!token.test(name)) return `"${name}" is not the name of a header`
  if (framing.has(name.toLowerCase()))
    return `the header ${name} says how an answer is sent, and a fault may not set it`
  return sendable.test(value) ? undefined : `the value of ${name} has characters that a header cannot carry`
}

/** Headers over others: where both have a name, in whatever case, the upper one stands. */
export const headersOver = (
  upper: Readonly<Record<string, string>>,
  lower: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => {
  const taken = new Set(Object.keys(upper).map((name) => name.toLowerCase()))
  const kept = Object.entries(lower).filter(([name]) => !taken.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...upper }
}
