import type { ReactElement } from "react"
import type { FailureText } from "./failure.ts"
import { wrap } from "@public-records/text/fit"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"

/** What went wrong and what to do, in place of the detail; the rows stay usable. The keys are never cut off. */
export const FailurePanel = (props: {
  readonly width: number
  readonly height: number
  readonly text: FailureText
}): ReactElement => {
  const { width, height, text } = props
  const room = Math.max(0, height - 3)
  const long = wrap(text.sentence, width - 4)
  const sentence = exactly(long.length <= room ? long : wrap(text.short, width - 4), room, "")
  return (
    <>
      <Line spans={frameTop(`✗ ${text.title}`, width)} />
      {sentence.map((line, place) => (
        <Line key={place} spans={framed({ text: line, role: "warning" }, width)} />
      ))}
      <Line spans={framed({ text: text.keys, role: "key" }, width)} />
      <Line spans={frameBottom("", width)} />
    </>
  )
}
