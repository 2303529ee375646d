import { useCursor } from "ink"
import type { ReactElement } from "react"
import { promptAtom } from "../overlays/prompt.ts"
import { safeText } from "@public-records/text/safeText"
import { graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"
import { useAtom } from "./useAtom.tsx"

const dot = "•"

/** The end of the text before the caret and what follows it, in so many cells. */
const windowOf = (shown: ReadonlyArray<string>, caret: number, room: number) => {
  let start = 0
  while (widthOf(shown.slice(start, caret).join("")) > room - 1) start++
  return { text: shown.slice(start).join(""), cell: widthOf(shown.slice(start, caret).join("")) }
}

/** A question and a line for its answer, in place of the table; a secret is shown as dots. */
export const PromptPanel = (props: {
  readonly width: number
  readonly height: number
  /** The line of the screen that the panel begins at. */
  readonly top: number
}): ReactElement => {
  const { width, height, top } = props
  const { title, intro, label, isSecret, typed, isOffered, problem } = useAtom(promptAtom)
  const { setCursorPosition } = useCursor()
  const inner = width - 4
  const room = Math.max(1, height - 2)
  const wrapped = intro.flatMap((line) => wrap(safeText(line), inner))
  const said = wrapped.slice(0, Math.max(0, room - 3))
  const shown = graphemesOf(typed.text).map((grapheme) => (isSecret ? dot : safeText(grapheme)))
  const { text, cell } = windowOf(shown, typed.caret, inner - widthOf(label) - 2)
  setCursorPosition({ x: 2 + widthOf(label) + 2 + cell, y: top + 1 + said.length })
  const offered = isOffered ? ["", "Type another; ← changes this one."] : []
  const wrong = problem === "" ? [] : wrap(`✗ ${safeText(problem)}`, inner)
  const lines = exactly([...said, `${label}: ${text}`, ...wrong, ...offered], room, "")
  return (
    <>
      <Line spans={frameTop(safeText(title), width)} />
      {lines.map((line, place) => (
        <Line key={place} spans={framed({ text: line, role: line.startsWith("✗") ? "warning" : "plain" }, width)} />
      ))}
      <Line spans={frameBottom("Enter takes · Esc back", width)} />
    </>
  )
}
