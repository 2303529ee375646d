import { Buffer } from "node:buffer"

/**
 * A key that no text contains by chance, with every kind of character that a key may have: some change when they are
 * percent-encoded or escaped.
 */
export const canaryKey = "Qz7w+K9x/Vb3%Tn5&Jh8=Rd2_Lf4~Gm6-Ps1.Yc0"

const partLength = 8

const partsOf = (text: string): ReadonlyArray<string> =>
  Array.from({ length: text.length - partLength + 1 }, (_, at) => text.slice(at, at + partLength))

/** Base64 of the key wherever it may stand in what was encoded, without the characters that its neighbours change. */
const base64Forms = (encoding: "base64" | "base64url"): ReadonlyArray<string> =>
  [0, 1, 2].map((before) =>
    Buffer.from("\0".repeat(before) + canaryKey)
      .toString(encoding)
      .slice(before + 1, -4)
  )

const forms = [
  canaryKey,
  encodeURIComponent(canaryKey),
  encodeURI(canaryKey),
  canaryKey.replaceAll("/", String.raw`\/`),
  canaryKey.replaceAll("&", "&amp;"),
  Buffer.from(canaryKey).toString("hex"),
  ...base64Forms("base64"),
  ...base64Forms("base64url")
]
const parts = [...new Set(forms.flatMap(partsOf).map((part) => part.toLowerCase()))]

/**
 * The parts of the canary key that a text shows: eight characters in any letter case, of the key as it is, percent-encoded,
 * escaped, in Base64 or in hexadecimal digits. Empty for a text that keeps the secret.
 */
export const tracesOfCanary = (text: string): ReadonlyArray<string> => {
  const small = text.toLowerCase()
  return parts.filter((part) => small.includes(part))
}
