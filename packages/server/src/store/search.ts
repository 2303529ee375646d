/** The first index in `[0, length)` of which `isPast` is true, or `length`; `isPast` never goes back to false. */
export const firstIndex = (length: number, isPast: (index: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Text order by UTF-16 code units, the one order in which stored texts are compared. */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Numbers as numbers, everything else as text. */
export const compareKeys = (left: string | number, right: string | number): number =>
  typeof left === "number" && typeof right === "number" ? left - right : compareText(String(left), String(right))
