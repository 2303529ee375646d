import { cut, fit, widthOf } from "@public-records/text/fit"
import type { Role } from "./themes.ts"

/** A part of a line. Its text is safe already. */
export interface Span {
  readonly text: string
  readonly role?: Role
}

/** Lines of the screen. */
export type Lines = ReadonlyArray<ReadonlyArray<Span>>

/** The cells for a title in the edge of a frame of `width` cells. */
export const titleRoom = (width: number): number => Math.max(0, width - 6)

const edge = (left: string, title: string, right: string, width: number): ReadonlyArray<Span> => {
  const shown = cut(title, titleRoom(width))
  if (shown === "") return [{ text: left + "─".repeat(Math.max(0, width - 2)) + right, role: "frame" }]
  return [
    { text: `${left}─ `, role: "frame" },
    { text: shown, role: "title" },
    { text: ` ${"─".repeat(Math.max(1, width - 5 - widthOf(shown)))}${right}`, role: "frame" }
  ]
}

/** The upper edge of a frame, with a title in it. */
export const frameTop = (title: string, width: number): ReadonlyArray<Span> => edge("┌", title, "┐", width)

/** The lower edge of a frame, with a remark in it. */
export const frameBottom = (remark: string, width: number): ReadonlyArray<Span> => edge("└", remark, "┘", width)

/** One line between the sides of a frame. A text that begins with ✗ is a warning. */
export const framed = (content: string | Span, width: number): ReadonlyArray<Span> => {
  const warning = typeof content === "string" && content.startsWith("✗")
  const span: Span = typeof content === "string" ? { text: content, role: warning ? "warning" : "plain" } : content
  return [
    { text: "│ ", role: "frame" },
    { ...span, text: fit(span.text, Math.max(0, width - 4)) },
    { text: " │", role: "frame" }
  ]
}

/** A frame with lines in it. */
export const frame = (width: number, title: string, remark: string, lines: ReadonlyArray<string | Span>): Lines => [
  frameTop(title, width),
  ...lines.map((line) => framed(line, width)),
  frameBottom(remark, width)
]

/** Exactly `height` lines: cut, or filled up with empty ones. */
export const padLines = <Line>(lines: ReadonlyArray<Line>, height: number, empty: Line): ReadonlyArray<Line> => [
  ...lines.slice(0, height),
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => empty)
]

/** The part of a text field around its caret that fits in `room` cells, and the cell of the caret. */
export const fieldWindow = (
  graphemes: ReadonlyArray<string>,
  caret: number,
  room: number
): { readonly text: string; readonly cell: number } => {
  let start = 0
  while (widthOf(graphemes.slice(start, caret).join("")) > room - 1) start++
  return { text: graphemes.slice(start).join(""), cell: widthOf(graphemes.slice(start, caret).join("")) }
}
