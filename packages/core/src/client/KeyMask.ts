import { Option, Redacted } from "effect"

/** This many consecutive characters of a key count as the key. */
const partLength = 8

/** Shorter keys are not masked in records: they could be part of any word. A real key has 40 characters. */
const shortestInRecords = 16

const mask = "••••"

/** A character as JSON may escape it, as a URL may, or after a backslash. */
const escape = /\\u([0-9a-f]{4})|%([0-9a-f]{2})|\\([^])/i
const escapes = new RegExp(escape, "gi")
const escapesAndCharacters = new RegExp(`${escape.source}|[^]`, "gi")

/** Returns the character that an escape stands for, and any other text unchanged. */
const unescaped = (text: string): string => {
  const [, unicode, percent, other] = escape.exec(text) ?? []
  const code = unicode ?? percent
  return code === undefined ? (other ?? text) : String.fromCharCode(Number.parseInt(code, 16))
}

/** Base64 of the key wherever it may stand in what was encoded, without the characters that its neighbors change. */
const base64Forms = (key: string): ReadonlyArray<string> => {
  const bytes = String.fromCharCode(...new TextEncoder().encode(key))
  const forms = [0, 1, 2].map((before) => {
    const whole = btoa("\0".repeat(before) + bytes).replace(/=+$/, "")
    return whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
  })
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")])
}

const piecesOf = (text: string, length: number): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let at = 0; at + length <= text.length; at++) pieces.push(text.slice(at, at + length))
  return pieces
}

/** Whether a text is made of words and numbers, which may stand in a record for what they are. */
const isOrdinary = (text: string): boolean =>
  text.split(/[\W_]+/).every((word) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d+)$/.test(word))

/** Characters that are looked up together, as one number, and how far apart: at least one such block is in every part. */
const blockLength = 4
const blockStep = partLength - blockLength + 1

/** A block as a number, whatever the case of its letters. */
const blockAt = (text: string, at: number): number => {
  let block = 0
  for (let next = at; next < at + blockLength; next++) block = block * 128 + ((text.charCodeAt(next) | 32) & 127)
  return block
}

/** Whether one of the parts covers the block at a position. */
const coversBlock = (text: string, at: number, parts: ReadonlySet<string>, lengths: ReadonlyArray<number>): boolean =>
  lengths.some((length) => {
    const first = Math.max(0, at + blockLength - length)
    const around = text.slice(first, at + length).toLowerCase()
    return piecesOf(around, length).some((piece) => parts.has(piece))
  })

/** Whether a text holds one of the parts. Nearly all hold none, and this tells in a tenth of a page's decoding time. */
const filterOf = (parts: ReadonlySet<string>, lengths: ReadonlyArray<number>): ((text: string) => boolean) => {
  if (lengths.some((length) => length < partLength)) return () => true
  const blocks = new Set(
    Array.from(parts)
      .flatMap((part) => piecesOf(part, blockLength))
      .map((block) => blockAt(block, 0))
  )
  return (text) => {
    for (let at = 0; at + blockLength <= text.length; at += blockStep) {
      // A block of four characters is often there by chance.
      if (blocks.has(blockAt(text, at)) && coversBlock(text, at, parts, lengths)) return true
    }
    return false
  }
}

/** Masks every one of the parts in a text, in any letter case and however its characters are escaped. */
const masking = (parts: ReadonlyArray<string>): ((text: string) => string) => {
  const sought = new Set(parts.map((part) => part.toLowerCase()))
  const lengths = [...new Set(parts.map((part) => part.length))]
  const holdsPart = filterOf(sought, lengths)

  /** Marks what has to be hidden in a text that is given in characters, each of which may be escaped. */
  const mark = (isHidden: Uint8Array, characters: ReadonlyArray<string>): void => {
    const plain = characters.map((character) => unescaped(character).toLowerCase().charAt(0)).join("")
    const starts = [0]
    for (const { length } of characters) starts.push((starts.at(-1) ?? 0) + length)
    for (const length of lengths) {
      piecesOf(plain, length).forEach((piece, at) => {
        if (sought.has(piece)) isHidden.fill(1, starts[at], starts[at + length])
      })
    }
  }

  return (text) => {
    const isEscaped = /[\\%]/.test(text) && holdsPart(text.replaceAll(escapes, unescaped))
    if (!isEscaped && !holdsPart(text)) return text
    const isHidden = new Uint8Array(text.length)
    mark(isHidden, text.split(""))
    if (isEscaped) mark(isHidden, text.match(escapesAndCharacters) ?? [])
    const shown = (character: string, at: number): string => {
      if (isHidden[at] === 0) return character
      return isHidden[at - 1] === 1 ? "" : mask
    }
    return text.split("").map(shown).join("")
  }
}

const inSentences = (key: string): ((text: string) => string) => {
  if (key.length < partLength) return masking(key === "" ? [] : [key])
  return masking([key, ...base64Forms(key)].flatMap((form) => piecesOf(form, partLength)))
}

const inRecords = (key: string): ((text: string) => string) =>
  key.length < shortestInRecords
    ? (text) => text
    : masking([
        ...piecesOf(key, partLength).filter((part) => !isOrdinary(part)),
        ...piecesOf(key, shortestInRecords),
        ...base64Forms(key).flatMap((form) => piecesOf(form, partLength))
      ])

/**
 * Takes the key out of texts that come from outside, in which a service may have repeated it: any eight or more consecutive
 * characters of it, in any letter case, escaped as in JSON or a URL, or in Base64.
 *
 * **Source** docs/api.md, statement 37.
 */
export class KeyMask {
  /** A text that becomes part of a sentence. A key of fewer than eight characters is masked as a whole. */
  readonly hide: (text: string) => string

  /**
   * The body of a response, whose records must stay as they are: a key of fewer than 16 characters, and fewer than 16
   * characters of a key that are only words and numbers, may be in them by chance.
   */
  readonly hideInBody: (text: string) => string

  constructor(apiKey: Option.Option<Redacted.Redacted>) {
    const key = Option.match(apiKey, { onNone: () => "", onSome: Redacted.value })
    this.hide = inSentences(key)
    this.hideInBody = inRecords(key)
  }
}
