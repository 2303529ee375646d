/** Folds the case of a string for comparison. */
export const foldCase = (text: string): string => text.toLowerCase()

/** Returns the words of a string, case-folded. All characters except letters and digits separate words. */
export const wordsOf = (text: string): ReadonlyArray<string> => foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Compares two strings by their UTF-16 code units. */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Compares two numbers numerically, other values as strings. */
export const compareKeys = (left: string | number, right: string | number): number =>
  typeof left === "number" && typeof right === "number" ? left - right : compareText(String(left), String(right))

/** Returns the milliseconds since 1970 of a date, or of a date and time. Without a zone it is UTC. */
export const instantOf = (moment: string): number | undefined => {
  const millis = Date.parse(/^\d{4}-\d{2}-\d{2}$|(?:Z|[+-]\d{2}:?\d{2})$/i.test(moment) ? moment : `${moment}Z`)
  return Number.isNaN(millis) ? undefined : millis
}

/** Compares two times, which may have different UTC offsets. */
export const compareInstants = (left: string, right: string): number => (instantOf(left) ?? 0) - (instantOf(right) ?? 0)
