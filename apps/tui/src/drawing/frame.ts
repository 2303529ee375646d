import { cut, fit, widthOf } from "@public-records/text/fit"
import type { Span } from "./Line.tsx"

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

/** One line between the sides of a frame. */
export const framed = (content: Span, width: number): ReadonlyArray<Span> => [
  { text: "│ ", role: "frame" },
  { ...content, text: fit(content.text, Math.max(0, width - 4)) },
  { text: " │", role: "frame" }
]

/** Exactly `height` lines: cut, or filled up with empty ones. */
export const exactly = <Line>(lines: ReadonlyArray<Line>, height: number, empty: Line): ReadonlyArray<Line> => [
  ...lines.slice(0, height),
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => empty)
]
