import { Option, Redacted } from "effect"

/** A shorter key could be part of any word; a real one has 40 characters. */
const shortestInRecords = 16
const mask = "••••"

const anyCase = (hex: string): string => hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** A character as it stands, after a backslash, as JSON may escape it, or as a URL may. */
const formsOf = (character: string): string => {
  const hex = anyCase(character.charCodeAt(0).toString(16).padStart(2, "0"))
  const plain = character.replace(/[^A-Za-z0-9]/, String.raw`\$&`)
  return String.raw`(?:\\?${plain}|\\u00${hex}|%${hex})`
}

/** Takes the key out of texts that come from outside, in which a service may have repeated it, however escaped. */
export class KeyMask {
  readonly #key: string
  readonly #escapedKey: RegExp

  constructor(key: Option.Option<Redacted.Redacted>) {
    this.#key = Option.match(key, { onNone: () => "", onSome: Redacted.value })
    this.#escapedKey = new RegExp([...this.#key].map(formsOf).join(""), "g")
  }

  /** A text that becomes part of a sentence. */
  hide(text: string): string {
    if (this.#key === "") return text
    // Most texts escape nothing, and are searched ten times as fast without the forms of an escape.
    const isPlain = !text.includes("\\") && !text.includes("%")
    return isPlain ? text.replaceAll(this.#key, mask) : text.replace(this.#escapedKey, mask)
  }

  /** The body of an answer, whose records must stay as they are where a key is short enough to be in them by chance. */
  hideInBody(text: string): string {
    return this.#key.length < shortestInRecords ? text : this.hide(text)
  }
}
