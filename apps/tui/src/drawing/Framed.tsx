import { widthOf } from "@public-records/text/fit"
import type { ReactElement } from "react"
import { frameBottom, framed, frameTop } from "./frame.ts"
import { Line, type Span } from "./Line.tsx"

/** Lines in a frame. A text that begins with ✗ is a warning. */
export const Framed = (props: {
  readonly width: number
  readonly title: string
  readonly remark: string
  readonly lines: ReadonlyArray<string | Span>
}): ReactElement => {
  const { width, title, remark, lines } = props
  const spanOf = (line: string | Span): Span =>
    typeof line === "string" ? { text: line, role: line.startsWith("✗") ? "warning" : "plain" } : line
  return (
    <>
      <Line spans={frameTop(title, width)} />
      {lines.map((line, place) => (
        <Line key={place} spans={framed(spanOf(line), width)} />
      ))}
      <Line spans={frameBottom(remark, width)} />
    </>
  )
}

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
