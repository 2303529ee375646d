/** Returns a string in the form in which filters compare it: without case. */
export const foldCase = (text: string): string => text.toLowerCase()

const word = /[\p{L}\p{N}]+/gu

/** Returns the words of a string, without case. Anything that is neither a letter nor a digit separates words. */
export const wordsOf = (text: string): ReadonlyArray<string> => foldCase(text).match(word) ?? []

/** Compares two strings by their UTF-16 code units. */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Compares two numbers as numbers, anything else as strings. */
export const compareKeys = (left: string | number, right: string | number): number =>
  typeof left === "number" && typeof right === "number" ? left - right : compareText(String(left), String(right))
