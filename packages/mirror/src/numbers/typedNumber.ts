import { Result } from "effect"

/**
 * Meaning of a typed number. `Exact`: one number and the forms in which it is stored; `possibly` is how it is stored if a
 * leading 1 cut off its last digit. `Prefix`: all numbers that begin with some digits.
 */
export type NumberSearch =
  | {
      readonly _tag: "Exact"
      readonly number: string
      readonly forms: ReadonlyArray<string>
      readonly possibly: ReadonlyArray<string>
    }
  | { readonly _tag: "Prefix"; readonly prefix: string; readonly forms: ReadonlyArray<string> }

const national = 10
const longest = 20
const shortestPrefix = 3

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/** The digits of a telephone's keys, from A to Z. */
const keys = "22233344455566677778889999"

const vanity = /^[\s+(]*1?[\s().-]*\d{3}[\s).-]*[a-z0-9][a-z0-9 -]*$/i

/** Replaces letters by the digits of their keys, and cuts what a telephone ignores: `1-800-FLOWERS`. */
const dialed = (text: string): string => {
  if (digitsOf(text).length >= national || !/[a-z]/i.test(text) || !vanity.test(text)) return text
  const digits = text.replaceAll(/[a-z]/gi, (letter) => keys[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)
  const plain = digitsOf(digits).replace(/^1/, "")
  return plain.length < national ? text : plain.slice(0, national)
}

const withoutExtension = (text: string): string => {
  const extension = /[\s,]*(?:extension|ext\.?|x|#)\s*\d{1,6}$/i.exec(text)
  return extension !== null && digitsOf(text.slice(0, extension.index)).length >= national
    ? text.slice(0, extension.index)
    : text
}

const problem = (rule: string): Result.Result<never, string> => Result.fail(rule)

/** Returns how a number of the United States, or its beginning, may be stored. */
export const storedForms = (number: string): ReadonlyArray<string> => [number, `1${number}`, `+1${number}`]

const prefixSearch = (digits: string): Result.Result<NumberSearch, string> => {
  const prefix = digits.length > shortestPrefix && digits.startsWith("1") ? digits.slice(1) : digits
  if (prefix.length < shortestPrefix) return problem(`Type at least three digits of the number, not "${digits}".`)
  return Result.succeed({ _tag: "Prefix", prefix, forms: storedForms(prefix) })
}

const exactSearch = (digits: string): NumberSearch => {
  const isNational = digits.length === national || (digits.length === national + 1 && digits.startsWith("1"))
  if (!isNational) return { _tag: "Exact", number: digits, forms: [digits, `+${digits}`], possibly: [] }
  const number = digits.slice(-national)
  const possibly = number.startsWith("1") ? [] : [`1${number.slice(0, -1)}`]
  return { _tag: "Exact", number, forms: storedForms(number), possibly }
}

const tail = /[\s().-]*[*?x_][\s().\-*?x_]*$/i

/**
 * Reads a telephone number as people type it. Ten digits, with or without a leading 1, are one number. Three to nine digits, or
 * digits before `x`, `*` or `?`, are the beginning of numbers. Fails with a message for anything else.
 */
export const readTypedNumber = (typed: string): Result.Result<NumberSearch, string> => {
  const visible = typed
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
  const bare = withoutExtension(visible.replace(/^tel:/i, "").replace(/;.*$/s, ""))
  const isBeginning = tail.test(bare) && /\d/.test(bare)
  const text = isBeginning ? bare.replace(tail, "") : dialed(bare)
  if (!/^[\d\s().\-\u2010-\u2015·•/+]*\d[\d\s().\-\u2010-\u2015·•/+]*$/.test(text)) {
    return problem(`"${typed}" is not a telephone number; type its digits, such as 213-555-1212.`)
  }
  const digits = digitsOf(text)
  if (digits.length > longest) return problem(`"${typed}" is not a telephone number; it has more than 20 digits.`)
  const isForeign = text.trimStart().startsWith("+") && !digits.startsWith("1")
  if (isForeign && isBeginning)
    return problem(`"${typed}" is only the beginning of a number abroad; type all its digits.`)
  if (isForeign) return Result.succeed(exactSearch(digits))
  if (digits.startsWith("011") && digits.length > national + 1) {
    const abroad = digits.slice(3)
    return Result.succeed({ _tag: "Exact", number: abroad, forms: [abroad, `+${abroad}`, digits], possibly: [] })
  }
  const isShort = digits.length < national || (digits.length === national && /^\s*\+1/.test(text))
  return isBeginning || isShort ? prefixSearch(digits) : Result.succeed(exactSearch(digits))
}

/** Returns the number that a stored text stands for: the ten digits behind `+1` or `1`, otherwise the text itself. */
export const canonicalNumber = (stored: string): string => /^\+?1(\d{10})$/.exec(stored)?.[1] ?? stored

const placeholders = new Set(["1234567890", "0123456789"])

/** Returns why a stored number is not one that could have called, or `undefined` if it could. */
export const problemOfNumber = (number: string): "placeholder" | "not a number" | undefined => {
  if (placeholders.has(number) || /^(\d)\1{9}$/.test(number)) return "placeholder"
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(number) ? undefined : "not a number"
}
