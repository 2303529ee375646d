import { widthOf } from "./textWidth.ts"

export { widthOf }

const ellipsis = "…"
const printableAscii = /^[ -~]*$/
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The graphemes of a text: what a caret moves over. */
export const graphemesOf = (text: string): ReadonlyArray<string> =>
  printableAscii.test(text) ? [...text] : Array.from(graphemes.segment(text), ({ segment }) => segment)

/** As much of the beginning of a text as `width` cells hold. */
const head = (text: string, width: number): string => {
  if (printableAscii.test(text)) return text.slice(0, width)
  let taken = ""
  let used = 0
  // A cell holds at most one grapheme; a grapheme of honest text rarely has more than 16 code units.
  for (const grapheme of graphemesOf(text.slice(0, width * 16))) {
    used += widthOf(grapheme)
    if (used > width) break
    taken += grapheme
  }
  return taken
}

/** A text cut to at most `width` cells, with `…` where something is missing. */
export const cut = (text: string, width: number): string => {
  if (width <= 0) return ""
  if (text.length <= width * 16 && widthOf(text) <= width) return text
  return head(text, width - 1) + ellipsis
}

/** A text cut or filled with spaces to exactly `width` cells. */
export const fit = (text: string, width: number): string => {
  const shown = cut(text, width)
  return shown + " ".repeat(Math.max(0, width - widthOf(shown)))
}

/** Two texts at the ends of a line of exactly `width` cells, with a space between them; the left one gives way. */
export const justify = (left: string, right: string, width: number): string => {
  const rightWidth = widthOf(right)
  if (rightWidth + 1 >= width) return fit(left, width)
  return rightWidth === 0 ? fit(left, width) : `${fit(left, width - rightWidth - 1)} ${right}`
}

/** The first of these pairs that has room for both its texts at the ends of a line of exactly `width` cells, or the last. */
export const justifyFirstFitting = (
  pairs: ReadonlyArray<readonly [left: string, right: string]>,
  width: number
): string => {
  const fitting = pairs.find(([left, right]) => widthOf(left) + 1 + widthOf(right) <= width)
  const [left, right] = fitting ?? pairs.at(-1) ?? ["", ""]
  return justify(left, right, width)
}

/** Breaks a text into lines of at most `width` cells, at spaces where there are some. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const room = Math.max(1, width)
  const lines: Array<string> = []
  let rest = text
  while (widthOf(rest) > room) {
    const line = head(rest, room) || (graphemesOf(rest)[0] ?? rest)
    const space = rest.charAt(line.length) === " " ? line.length : line.lastIndexOf(" ")
    // A word longer than half a line is broken: an address would leave lines nearly empty.
    const end = space > room / 2 ? space : line.length
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === "" && lines.length > 0 ? lines : [...lines, rest]
}

const lineEnd = /[\r\n\t\v\f\u0085\u2028\u2029]+/g

/** What was pasted, on one line. */
export const pastedLine = (text: string): string => text.replaceAll(lineEnd, " ").trim()
