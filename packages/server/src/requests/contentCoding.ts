/** What `Accept-Encoding` says of one coding: from 0, not at all, to 1. */
const weightOf = (parameters: ReadonlyArray<string>): number => {
  const q = parameters
    .map((parameter) => /^\s*q\s*=\s*(\S+)\s*$/i.exec(parameter)?.[1])
    .find((text) => text !== undefined)
  if (q === undefined) return 1
  // A weight that is none is no wish for the coding.
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(q) ? Number(q) : 0
}

const weights = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";")
      const coding = name.trim().toLowerCase()
      return [coding === "x-gzip" ? "gzip" : coding, weightOf(parameters)]
    })
  )

/**
 * Which coding a client wants for a body that could be compressed: gzip, or none; "only gzip" where it refuses the other.
 *
 * **Source** RFC 9110, "Accept-Encoding".
 */
export const codingFor = (acceptEncoding: string | undefined): "gzip" | "only gzip" | "identity" => {
  if (acceptEncoding === undefined || acceptEncoding === "") return "identity"
  const given = weights(acceptEncoding)
  const gzip = given.get("gzip") ?? given.get("*") ?? 0
  // Unlike others, identity is welcome where nothing is said of it, though less than what is named.
  const identity = given.get("identity") ?? (given.get("*") === 0 ? 0 : undefined)
  if (gzip === 0) return "identity"
  if (identity === 0) return "only gzip"
  return identity === undefined || gzip >= identity ? "gzip" : "identity"
}
