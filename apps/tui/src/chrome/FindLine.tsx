import { useCursor } from "ink"
import type { ReactElement } from "react"
import { sizeAtom } from "../collection/screenAtoms.ts"
import type { TextState } from "../form/FormModel.ts"
import { safeText } from "@public-records/text/safeText"
import { fit, graphemesOf, widthOf } from "@public-records/text/fit"
import { Line } from "./Line.tsx"
import { useAtom } from "./useAtom.tsx"

const prompt = " / "

/** The last lines while one types what to find. */
export const FindLine = (props: {
  readonly width: number
  readonly height: number
  readonly find: TextState
  readonly remark: string
  /** What Tab completes the text to; empty for nothing. */
  readonly completion: string
}): ReactElement => {
  const { width, height, find } = props
  const { rows } = useAtom(sizeAtom)
  const { setCursorPosition } = useCursor()
  const before = graphemesOf(find.text).slice(0, find.caret).map(safeText).join("")
  setCursorPosition({ x: Math.min(width - 1, widthOf(prompt + before)), y: rows - height })
  const said = props.remark === "" ? "type to find in loaded rows" : props.remark
  const remark = props.completion === "" ? said : `Tab: ${props.completion} · ${said}`
  const keys = width >= 80 ? " · Enter keep · Esc back" : ""
  const text = `${prompt}${safeText(find.text)}`
  return (
    <>
      <Line spans={[{ text: fit(text, width) }]} />
      {height > 1 && <Line spans={[{ text: fit(` ${safeText(remark)}${keys}`, width), role: "faint" }]} />}
    </>
  )
}
