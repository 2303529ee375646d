import { Option, Redacted } from "effect"

/** A shorter key could be part of any word; a real one has 40 characters. */
const shortestInRecords = 16
const mask = "••••"

const formsOf = (key: string): ReadonlyArray<string> => [
  ...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])
]

/** Takes the key out of texts that come from outside, in which a service may have repeated it. */
export class KeyMask {
  readonly #forms: ReadonlyArray<string>

  constructor(key: Option.Option<Redacted.Redacted>) {
    this.#forms = Option.match(key, { onNone: () => [], onSome: (secret) => formsOf(Redacted.value(secret)) })
  }

  /** A text that becomes part of a sentence. */
  hide(text: string): string {
    return this.#forms.reduce((shown, form) => shown.replaceAll(form, mask), text)
  }

  /** The body of an answer, whose records must stay as they are where a key is short enough to be in them by chance. */
  hideInBody(text: string): string {
    return this.#forms.every((form) => form.length >= shortestInRecords) ? this.hide(text) : text
  }
}
