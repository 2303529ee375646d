import { widthOf } from "./textWidth.ts"

export { widthOf }

const ellipsis = "…"
const printableAscii = /^[ -~]*$/

let segmenter: Intl.Segmenter | undefined

/** Splits text into graphemes, the units that a caret moves over. */
export const graphemesOf = (text: string): ReadonlyArray<string> => {
  if (printableAscii.test(text)) return [...text]
  // Created when it is needed, because that takes as long as parsing a command line.
  segmenter ??= new Intl.Segmenter("en")
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the longest beginning of a string that fits into `width` cells. */
const head = (text: string, width: number): string => {
  if (printableAscii.test(text)) return text.slice(0, width)
  let result = ""
  let used = 0
  // Each grapheme fills at least one cell and, in ordinary text, rarely has more than 16 code units.
  for (const grapheme of graphemesOf(text.slice(0, width * 16))) {
    used += widthOf(grapheme)
    if (used > width) break
    result += grapheme
  }
  return result
}

/** Truncates a string to at most `width` cells and marks the truncation with `…`. */
export const cut = (text: string, width: number): string => {
  if (width <= 0) return ""
  if (text.length <= width * 16 && widthOf(text) <= width) return text
  return head(text, width - 1) + ellipsis
}

/** Truncates or pads a string to exactly `width` cells. */
export const fit = (text: string, width: number): string => {
  const shown = cut(text, width)
  return shown + " ".repeat(Math.max(0, width - widthOf(shown)))
}

/** Aligns two strings left and right on a line of exactly `width` cells. Truncates the left one if necessary. */
export const justify = (left: string, right: string, width: number): string => {
  const rightWidth = widthOf(right)
  if (rightWidth + 1 >= width) return fit(left, width)
  return rightWidth === 0 ? fit(left, width) : `${fit(left, width - rightWidth - 1)} ${right}`
}

/** Aligns the first pair that fits on a line of `width` cells, as `justify` does. If no pair fits, uses the last one. */
export const justifyFirstFitting = (
  pairs: ReadonlyArray<readonly [left: string, right: string]>,
  width: number
): string => {
  const fitting = pairs.find(([left, right]) => widthOf(left) + 1 + widthOf(right) <= width)
  const [left, right] = fitting ?? pairs.at(-1) ?? ["", ""]
  return justify(left, right, width)
}

/** Wraps text to lines of at most `width` cells, at spaces if possible. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const room = Math.max(1, width)
  const lines: Array<string> = []
  let rest = text
  while (widthOf(rest) > room) {
    const line = head(rest, room) || (graphemesOf(rest)[0] ?? rest)
    const space = rest.charAt(line.length) === " " ? line.length : line.lastIndexOf(" ")
    // A word longer than half a line is broken. Otherwise a long URL would leave lines nearly empty.
    const end = widthOf(rest.slice(0, Math.max(0, space))) > room / 2 ? space : line.length
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === "" && lines.length > 0 ? lines : [...lines, rest]
}

const lineEnd = /[\r\n\t\v\f\u0085\u2028\u2029]+/g

/** Converts pasted text to one line. */
export const pastedLine = (text: string): string => text.replaceAll(lineEnd, " ").trim()
