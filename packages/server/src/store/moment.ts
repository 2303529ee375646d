/**
 * A civil date-time as a whole number below 2^40 that orders as its text does: year, month, day, hour, minute and second
 * side by side in bits.
 *
 * **Gotchas** the text must have been checked; a date-time is read and printed without dividing, and takes 32 bits where
 * all of a column lie within 64 years.
 */
export const momentOf = (text: string): number => {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const withinYear =
    (twoDigits(text, 5) << 22) |
    (twoDigits(text, 8) << 17) |
    (twoDigits(text, 11) << 12) |
    (twoDigits(text, 14) << 6) |
    twoDigits(text, 17)
  return year * momentsPerYear + withinYear
}

/** What a year counts in a moment. */
export const momentsPerYear = 2 ** 26

const twoDigits = (text: string, place: number): number =>
  text.charCodeAt(place) * 10 + text.charCodeAt(place + 1) - 11 * digitZero

const digitZero = 48

const padded = (part: number, digits: number): string => String(part).padStart(digits, "0")

/** The text of a moment; the inverse of `momentOf`. */
export const momentText = (moment: number): string => {
  const year = Math.floor(moment / momentsPerYear)
  const rest = moment % momentsPerYear
  const date = `${padded(year, 4)}-${padded(rest >>> 22, 2)}-${padded((rest >>> 17) & 31, 2)}`
  return `${date} ${padded((rest >>> 12) & 31, 2)}:${padded((rest >>> 6) & 63, 2)}:${padded(rest & 63, 2)}`
}
