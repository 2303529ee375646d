import { Result } from "effect"
import { parsePhoneNumberFromString } from "libphonenumber-js/min"
import { exactSearch, isTenDigits, type NumberSearch } from "./NumberSearch.ts"

// The library takes 20 ms to load: this module is imported when a number is read, not before.

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

interface TelephoneNumber {
  /** Ten digits in North America, `+` and all digits elsewhere. */
  readonly number: string
  readonly hasExtension: boolean
}

/** Reads a telephone number as it is dialed or written in the United States. */
const parse = (text: string): TelephoneNumber | undefined => {
  // Many countries dial 00 before the code of a country.
  const dialable = digitsOf(text).length > 10 ? text.replace(/^00\s*/, "+") : text
  const read = parsePhoneNumberFromString(dialable, { defaultCountry: "US", extract: false })
  if (read === undefined || !read.isPossible()) return undefined
  return {
    number: read.countryCallingCode === "1" ? read.nationalNumber : read.number,
    hasExtension: read.ext !== undefined
  }
}

const scientific = /^(\d)\.?(\d*)e\+?0?(\d{1,2})$/i

/** Returns the digits of a number that a program wrote as a fraction: `3152328257.0`, `3.152328257E9`. */
const withoutFraction = (text: string): string => {
  const [, first = "", others = "", exponent] = scientific.exec(text) ?? []
  if (exponent !== undefined && others.length === Number(exponent)) return first + others
  return text.replace(/^(\d+)\.0+$/, "$1")
}

/** Returns a cell without what spreadsheets and other programs put around numbers. */
const bareCell = (text: string): string =>
  withoutFraction(
    text
      .trim()
      .replace(/^="(.*)"$/, "$1")
      .replace(/^'/, "")
      .trim()
  )

/** Whether a program has rounded a number to a few digits: `3.15233E+09`. */
export const hasLostDigits = (text: string): boolean => scientific.test(text.trim()) && !/^\d+$/.test(bareCell(text))

/**
 * Returns the number in a cell: ten digits for a number of North America, however it is written, and E.164 for a number abroad. What is no
 * such number, or has an extension, is returned as it is.
 */
export const readNumber = (text: string): string => {
  if (text === "" || isTenDigits(text)) return text
  const bare = bareCell(text)
  if (isTenDigits(bare)) return bare
  // Digits that are no number, such as 911, have one spelling, too.
  const other = /^\d+$/.test(bare) ? bare : text
  if (digitsOf(bare).length < 10 && !bare.startsWith("+")) return other
  const read = parse(bare)
  return read === undefined || read.hasExtension ? other : read.number
}

/** Returns the number in a cell that has an integer, such as an area code: `614.0`. */
export const readDigits = (text: string): string => {
  if (/^\d*$/.test(text)) return text
  const bare = bareCell(text)
  return /^\d+$/.test(bare) ? bare : text.trim()
}

const sampleLines = ["2345678", "5001234"]

const knownAreaCodes = new Map<string, boolean>()

/** Whether an area code is assigned, of which some number is valid. */
export const isAreaCode = (code: string): boolean => {
  const isKnown = knownAreaCodes.get(code)
  if (isKnown !== undefined) return isKnown
  const isAssigned = sampleLines.some((line) => parsePhoneNumberFromString(`+1${code}${line}`)?.isValid() ?? false)
  knownAreaCodes.set(code, isAssigned)
  return isAssigned
}

/** The digits of a telephone's keys, from A to Z. */
const keys = "22233344455566677778889999"

const vanity = /^[\s+(]*1?[\s().-]*\d{3}[\s).-]*[a-z0-9][a-z0-9 -]*$/i

/** Replaces letters by the digits of their keys, and cuts what a telephone ignores: `1-800-FLOWERS`. */
const dialed = (text: string): string => {
  if (digitsOf(text).length >= 10 || !/[a-z]/i.test(text) || !vanity.test(text)) return text
  const digits = text.replaceAll(/[a-z]/gi, (letter) => keys[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)
  const plain = digitsOf(digits).replace(/^1/, "")
  return plain.length < 10 ? text : plain.slice(0, 10)
}

const shortestPrefix = 3

const problem = (rule: string): Result.Result<never, string> => Result.fail(rule)

const prefixSearch = (digits: string): Result.Result<NumberSearch, string> => {
  const prefix = digits.length > shortestPrefix && digits.startsWith("1") ? digits.slice(1) : digits
  if (prefix.length < shortestPrefix) return problem(`Type at least three digits of the number, not "${digits}".`)
  return Result.succeed({ _tag: "Prefix", prefix })
}

const mask = /[\s().-]*[*?x_][\s().\-*?x_]*$/i

const maxWords = 40

/** Whether words are two or more numbers. */
const areSeveral = (words: ReadonlyArray<string>): boolean => {
  if (words.length > maxWords) return false
  const isNumber = (some: ReadonlyArray<string>): boolean => isTenDigits(readNumber(some.join(" ")))
  return words.some((_, index) => {
    const others = words.slice(index)
    return isNumber(words.slice(0, index)) && (isNumber(others) || areSeveral(others))
  })
}

/** Reads the digits at the beginning of numbers, or the end of one. */
const readPart = (typed: string, text: string, isMasked: boolean): Result.Result<NumberSearch, string> => {
  const notANumber = `"${typed}" is not a telephone number`
  if (areSeveral(text.split(/[\s,;|/]+/))) return problem(`"${typed}" is more than one number; type one.`)
  if (!/^[\d\s().\-\u2010-\u2015·•/+]*\d[\d\s().\-\u2010-\u2015·•/+]*$/.test(text)) {
    return problem(`${notANumber}; type its digits, such as 213-555-1212.`)
  }
  const digits = digitsOf(text)
  if (/^\+[^1]/.test(text)) {
    return problem(`"${typed}" is only the beginning of a number abroad, or too long; type all its digits.`)
  }
  if (!isMasked && /^[2-9]\d{2}[\s.-]?\d{4}$/.test(text)) return Result.succeed({ _tag: "Suffix", suffix: digits })
  if (digits.replace(/^1/, "").length < 10) return prefixSearch(digits)
  return problem(`${notANumber}; it has ${digits.length} digits, and a number has ten.`)
}

/**
 * Reads a telephone number as people type it. Three to nine digits, or digits before `x`, `*` or `?`, are the beginning of numbers; seven
 * digits are a number without its area code. Fails with a message for anything else.
 */
export const readTypedNumber = (typed: string): Result.Result<NumberSearch, string> => {
  const visible = typed
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .replace(/^tel:/i, "")
  const isMasked = mask.test(visible) && /\d/.test(visible)
  const text = isMasked ? visible.replace(mask, "") : dialed(bareCell(visible))
  const number = isMasked ? undefined : parse(text)?.number
  return number === undefined ? readPart(typed, text, isMasked) : Result.succeed(exactSearch(number))
}
