import { Buffer } from "node:buffer"

/** API key that no text contains by chance. Some of its characters change when they are percent-encoded or escaped. */
export const canaryKey = "Qz7w+K9x/Vb3%Tn5&Jh8=Rd2_Lf4~Gm6-Ps1.Yc0"

const partLength = 8

const partsOf = (text: string): ReadonlyArray<string> =>
  Array.from({ length: text.length - partLength + 1 }, (_, at) => text.slice(at, at + partLength))

/** Returns Base64 of the key at each byte alignment, without the characters that depend on neighboring bytes. */
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
const parts = new Set(forms.flatMap(partsOf).map((part) => part.toLowerCase()))

/**
 * Returns the parts of the canary key that a string contains, or `[]` if it contains none. A part is eight characters, in any
 * letter case, of the key as it is, percent-encoded, escaped, in Base64 or in hexadecimal.
 */
export const findCanary = (text: string): ReadonlyArray<string> => {
  const small = text.toLowerCase()
  const found = new Set<string>()
  // Reads the text once, not once for each of the hundreds of parts.
  for (let at = 0; at + partLength <= small.length; at++) {
    const part = small.slice(at, at + partLength)
    if (parts.has(part)) found.add(part)
  }
  return [...found]
}
