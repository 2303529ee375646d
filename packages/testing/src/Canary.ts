import { Buffer } from "node:buffer"

/** API key that no text contains by chance. Some of its characters change when they are percent-encoded or escaped. */
export const canaryKey = "Qz7w+K9x/Vb3%Tn5&Jh8=Rd2_Lf4~Gm6-Ps1.Yc0"

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
  canaryKey.replaceAll("/", String.raw`\/`),
  ...base64Forms("base64"),
  ...base64Forms("base64url")
]

/** Returns the forms in which a text contains the canary key, in any letter case: as it is, percent-encoded, or in Base64. */
export const findCanary = (text: string): ReadonlyArray<string> => {
  const small = text.toLowerCase()
  return forms.filter((form) => small.includes(form.toLowerCase()))
}
