import type { ReactElement } from "react"
import type { DetailField } from "../collection/CollectionDefinition.ts"
import { fullDetail, shortDetail } from "./detailLines.ts"
import { wrap } from "@public-records/text/fit"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"

interface DetailProps {
  readonly width: number
  readonly height: number
  readonly fields: ReadonlyArray<DetailField>
  /** What must be said about the content; empty for nothing. */
  readonly caveat: string
}

const frameLines = 2
const notLoaded = "No record is loaded here."

const Framed = (props: {
  readonly width: number
  readonly title: string
  readonly remark: string
  readonly lines: ReadonlyArray<string>
}): ReactElement => (
  <>
    <Line spans={frameTop(props.title, props.width)} />
    {props.lines.map((text, place) => (
      // A line's place is what tells it from others.
      <Line key={place} spans={framed({ text }, props.width)} />
    ))}
    <Line spans={frameBottom(props.remark, props.width)} />
  </>
)

const caveatLines = (caveat: string, width: number): ReadonlyArray<string> =>
  caveat === "" ? [] : wrap(`⚠ ${caveat}`, width)

/** The record under the cursor, below the table. */
export const DetailPane = ({ width, height, fields, caveat }: DetailProps): ReactElement => {
  const room = height - frameLines
  const warning = caveatLines(caveat, width - 4)
  const text = fields.length === 0 ? [notLoaded] : shortDetail(fields, width - 4, room - warning.length)
  const lines = [...exactly(text, room - warning.length, ""), ...warning]
  return <Framed width={width} title="DETAIL · Enter whole record · d hide" remark="" lines={lines} />
}

/** The record under the cursor, beside the table: every field, as far as there is room. */
export const SidePane = ({ width, height, fields, caveat }: DetailProps): ReactElement => {
  const room = height - frameLines
  const warning = caveatLines(caveat, width - 4)
  const text = fields.length === 0 ? [notLoaded] : fullDetail(fields, width - 4)
  const fieldRoom = Math.max(1, room - warning.length)
  const isCut = text.length > fieldRoom
  const shown = isCut ? [...text.slice(0, fieldRoom - 1), "… Enter shows all"] : text
  const lines = exactly([...exactly(shown, fieldRoom, ""), ...warning], room, "")
  return <Framed width={width} title="DETAIL · Enter whole · d hide" remark="" lines={lines} />
}

/** How far a text of so many lines can be scrolled in so much room. */
const boundScroll = (scroll: number, lines: number, room: number): number => Math.max(0, Math.min(scroll, lines - room))

/** The whole record in place of the table. */
export const WholeRecord = (props: DetailProps & { readonly title: string; readonly scroll: number }): ReactElement => {
  const { width, height, fields } = props
  const room = height - frameLines
  const text = fields.length === 0 ? [notLoaded] : fullDetail(fields, width - 4)
  const all = [...text, ...(props.caveat === "" ? [] : ["", ...caveatLines(props.caveat, width - 4)])]
  const from = boundScroll(props.scroll, all.length, room)
  const more = all.length > room ? `lines ${from + 1} to ${Math.min(all.length, from + room)} of ${all.length} · ` : ""
  const lines = exactly(all.slice(from), room, "")
  return <Framed width={width} title={props.title} remark={`${more}← → records · Esc back`} lines={lines} />
}
