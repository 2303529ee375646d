import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** This many consecutive characters of a key count as the key. */
const partLength = 8

/** Shorter keys are not masked in records, where any word may contain them. A real key has 40 characters. */
const minLengthInRecords = 16

const mask = "••••"

/** A character that is escaped as in JSON, as in a URL, or with a backslash. */
const escape = /\\u([0-9a-f]{4})|%([0-9a-f]{2})|\\([^])/i
const escapes = new RegExp(escape, "gi")
const escapesAndCharacters = new RegExp(`${escape.source}|[^]`, "gi")

const unescape = (_: string, unicode?: string, percent?: string, other?: string): string =>
  other ?? String.fromCharCode(Number.parseInt(unicode ?? percent ?? "", 16))

const partsOf = (text: string, length: number): ReadonlyArray<string> =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length))

/** Returns the Base64 forms of a key within a longer text, without the characters that depend on its neighbors. */
const base64Forms = (key: string): ReadonlyArray<string> => {
  const bytes = String.fromCharCode(...new TextEncoder().encode(key))
  return [0, 1, 2].flatMap((before) => {
    const encoded = btoa("\0".repeat(before) + bytes)
    const form = encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")]
  })
}

/** Whether part of a key is only words and numbers, which a record may contain by chance. */
const isOrdinary = (text: string): boolean =>
  text.split(/[\W_]/).every((word) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d+)$/.test(word))

type Range = readonly [from: number, to: number]

const maskRanges = (text: string, ranges: ReadonlyArray<Range>): string => {
  let shown = ""
  let end = -1
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    if (from > end) shown += text.slice(Math.max(0, end), from) + mask
    end = Math.max(end, to)
  }
  return shown + text.slice(Math.max(0, end))
}

/** Returns a function that masks parts of a key, in any letter case and with escaped characters. */
const masking = (parts: ReadonlyArray<string>): ((text: string) => string) => {
  // Stryker disable next-line ConditionalExpression: only saves time
  if (parts.length === 0) return (text) => text
  const sought = new Set(parts.map((part) => part.toLowerCase()))
  const lengths = [...new Set(parts.map(({ length }) => length))]
  // Any part covers a block that starts at a multiple of `step`. Skipping the other positions saves most of the time.
  const blockLength = Math.min(4, ...lengths)
  const step = Math.min(...lengths) - blockLength + 1
  /** Returns a hash of a block that is the same in any letter case. */
  const blockAt = (text: string, at: number): number => {
    let block = 0
    // Stryker disable next-line ArithmeticOperator: another hash finds the same parts, but needs more time
    for (let next = at; next < at + blockLength; next++) block = (block * 37 + (text.charCodeAt(next) | 32)) & 0xffff
    return block
  }
  const isBlock = new Uint8Array(2 ** 16)
  for (const part of parts) {
    for (let at = 0; at + blockLength <= part.length; at++) isBlock[blockAt(part, at)] = 1
  }

  const find = (text: string): Array<Range> => {
    const found: Array<Range> = []
    for (let at = 0; at + blockLength <= text.length; at += step) {
      // Stryker disable next-line ConditionalExpression: only saves time
      if (isBlock[blockAt(text, at)] === 0) continue
      for (const length of lengths) {
        // Stryker disable next-line ArithmeticOperator,MethodExpression: the positions before are searched for earlier blocks
        for (let from = Math.max(0, at + blockLength - length); from <= at; from++) {
          if (sought.has(text.slice(from, from + length).toLowerCase())) found.push([from, from + length])
        }
      }
    }
    return found
  }

  const findEscaped = (text: string): ReadonlyArray<Range> => {
    // Stryker disable next-line ConditionalExpression,StringLiteral: only saves time
    const isEscaped = text.includes("\\") || text.includes("%")
    const found = isEscaped ? find(text.replaceAll(escapes, unescape)) : []
    // Stryker disable next-line ConditionalExpression: only saves time
    if (found.length === 0) return found
    const starts = [0]
    for (const [{ length }] of text.matchAll(escapesAndCharacters)) starts.push((starts.at(-1) ?? 0) + length)
    return found.map(([from, to]) => [starts[from] ?? 0, starts[to] ?? text.length])
  }

  return (text) => maskRanges(text, [...find(text), ...findEscaped(text)])
}

/**
 * Masks the API key in text from the service: any eight or more consecutive characters of it, in any letter case, escaped as
 * in JSON or a URL, or in Base64.
 *
 * **Source** docs/api.md, statement 37.
 */
export class KeyMask {
  /** Masks the key in a message. A key of fewer than eight characters is masked only if it is complete. */
  readonly redact: (text: string) => string

  /**
   * Masks the key in the body of a response. Leaves what its records may contain by chance: a key of fewer than 16 characters,
   * and fewer than 16 characters of a key if they are only words and numbers.
   */
  readonly redactBody: (text: string) => string

  constructor(apiKey: Option.Option<Redacted.Redacted>) {
    const key = Option.match(apiKey, { onNone: () => "", onSome: Redacted.value })
    const encoded = base64Forms(key).flatMap((form) => partsOf(form, partLength))
    const parts = partsOf(key, partLength)
    const whole = key === "" ? [] : [key]
    const unusual = [...parts.filter((part) => !isOrdinary(part)), ...partsOf(key, minLengthInRecords), ...encoded]
    this.redact = masking(key.length < partLength ? whole : [...parts, ...encoded])
    this.redactBody = masking(key.length < minLengthInRecords ? [] : unusual)
  }
}
