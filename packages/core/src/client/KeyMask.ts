import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Shorter keys, such as `test`, are not searched for, because any text may contain them. A real key has 40 characters. */
const minLength = 8

const mask = "••••"

/** Returns a pattern for a character as it is, percent-encoded, or escaped as in JSON. */
const characterPattern = (character: string): string => {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0")
  const short = /["\\/]/.test(character) ? String.raw`\\?` : ""
  return String.raw`(?:${short}\x${hex}|%${hex}|\\u00${hex})`
}

const pattern = (text: string): string => Array.from(text, characterPattern).join("")

/** Returns the Base64 forms of a key within a longer text, without the characters that depend on its neighbors. */
const base64Forms = (key: string): ReadonlyArray<string> =>
  [0, 1, 2].flatMap((before) => {
    // As bytes, because `btoa` fails for other characters. A key with some is rejected later.
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode("\0".repeat(before) + key)))
    const form = encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + key.length) * 4) / 3))
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")]
  })

/**
 * Masks the API key in text from the service: the complete key, as it is, percent-encoded or in Base64, in any letter case.
 *
 * **Gotchas** A key of fewer than eight characters is not masked.
 *
 * **Source** docs/api.md, statement 37.
 */
export class KeyMask {
  readonly #key: RegExp | undefined

  constructor(apiKey: Option.Option<Redacted.Redacted>) {
    const key = Option.match(apiKey, { onNone: () => "", onSome: Redacted.value })
    const forms = [...new Set([key, ...base64Forms(key)])]
    this.#key = key.length < minLength ? undefined : new RegExp(forms.map(pattern).join("|"), "gi")
  }

  readonly redact = (text: string): string => (this.#key === undefined ? text : text.replaceAll(this.#key, mask))
}
