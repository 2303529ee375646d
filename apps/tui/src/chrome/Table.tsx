import type { ReactElement } from "react"
import type { TableRow } from "../collection/derived.ts"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import type { Layout } from "./layout.ts"
import { Line, type Span } from "./Line.tsx"
import type { Role } from "./themes.ts"

const marker = "▶"

const roleOf = (row: TableRow, isSelected: boolean): Role => {
  if (isSelected) return "selected"
  if (row.kind === "rejected") return "warning"
  return row.kind === "missing" ? "faint" : "plain"
}

const rowSpans = (row: TableRow, isSelected: boolean, width: number): ReadonlyArray<Span> =>
  framed({ text: `${isSelected ? marker : " "} ${row.text}`, role: roleOf(row, isSelected) }, width)

/**
 * The rows in the window, and nothing else: what is not visible is not drawn.
 *
 * **Gotchas** the selected row has a mark beside its colour; the text of rows is safe and fits already.
 */
export const Table = (props: {
  readonly width: number
  readonly layout: Layout
  readonly title: string
  readonly titles: string
  readonly rows: ReadonlyArray<TableRow>
  readonly cursor: number
  /** What is said in place of rows where a result has none. */
  readonly whenEmpty: ReadonlyArray<string>
  readonly remark: string
}): ReactElement => {
  const { width, layout, rows } = props
  const drawn = rows.map((row) => rowSpans(row, row.index === props.cursor, width))
  const empty = props.whenEmpty.map((text) => framed({ text: `  ${text}` }, width))
  const body = drawn.length > 0 ? drawn : empty
  const lines = exactly(body, layout.tableRows, framed({ text: "" }, width))
  return (
    <>
      {layout.tableTop > 0 && <Line spans={frameTop(props.title, width)} />}
      {layout.tableTop > 1 && <Line spans={framed({ text: ` ${props.titles}`, role: "faint" }, width)} />}
      {lines.map((spans, place) => (
        // The window's lines are places, filled with other rows as one moves.
        <Line key={place} spans={spans} />
      ))}
      {layout.tableBottom > 0 && <Line spans={frameBottom(props.remark, width)} />}
    </>
  )
}
