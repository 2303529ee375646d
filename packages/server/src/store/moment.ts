/**
 * A civil date-time as a number that orders as its text does: `2021-07-07 00:01:15` is 20210707000115.
 *
 * **Gotchas** the text must have been checked; half the memory of a text, and comparing costs a tenth.
 */
export const momentOf = (text: string): number => {
  let moment = 0
  for (let place = 0; place < text.length; place++) {
    const digit = text.charCodeAt(place) - 48
    if (digit >= 0 && digit <= 9) moment = moment * 10 + digit
  }
  return moment
}

/** The text of a moment; the inverse of `momentOf`. */
export const momentText = (moment: number): string => {
  const digits = String(moment).padStart(14, "0")
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return `${date} ${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12)}`
}
