import { grouped } from "@public-records/text/counts"
import { fit, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import type { Span } from "../drawing/frame.ts"
import { bar } from "../insights/bars.ts"
import type { ReportRow, Section } from "./Report.ts"

const selectedMark = "▶ "
/** Marks the rows on which Enter has an effect. */
const targetMark = "› "
const markWidth = 2
const maxText = 2000
const shortestBar = 3
const longestBar = 50

/** Returns the rows of all sections, in order. The cursor is the index of one of them. */
export const rowsOf = (sections: ReadonlyArray<Section>): ReadonlyArray<ReportRow> =>
  sections.flatMap(({ rows }) => rows)

/** Returns the index of the first row of each section. */
export const sectionStarts = (sections: ReadonlyArray<Section>): ReadonlyArray<number> =>
  sections.map((_, index) => rowsOf(sections.slice(0, index)).length)

const shown = (text: string): string => safeText(text.slice(0, maxText))

/** Returns a function that formats the rows of a section to lines of `width` cells. */
const formatter = (rows: ReadonlyArray<ReportRow>, width: number) => {
  const counted = rows.filter(({ count }) => count !== undefined)
  const largest = counted.reduce((most, { count = 0 }) => Math.max(most, count), 0)
  const countWidth = grouped(largest).length
  const widest = counted.reduce((most, { text }) => Math.max(most, widthOf(shown(text))), 0)
  const labelWidth = Math.min(widest, Math.max(4, width - countWidth - shortestBar - 2))
  return ({ count, text }: ReportRow): ReadonlyArray<string> => {
    if (count === undefined) return wrap(shown(text), width)
    const start = `${fit(shown(text), labelWidth)} ${grouped(count).padStart(countWidth)} `
    return [start + bar(count, largest, Math.min(longestBar, width - widthOf(start)))]
  }
}

/** A line of a report. A heading belongs to no row. */
interface ReportLine {
  readonly text: string
  /** The index of its row. */
  readonly row: number
  readonly kind: "heading" | "start" | "continuation"
  readonly hasTarget: boolean
}

/** Returns a report as lines of `width` cells. */
export const reportLines = (sections: ReadonlyArray<Section>, width: number): ReadonlyArray<ReportLine> => {
  const lines: Array<ReportLine> = []
  let index = 0
  for (const { rows, title } of sections) {
    if (title !== "") lines.push({ text: title, row: -1, kind: "heading", hasTarget: false })
    const format = formatter(rows, Math.max(8, width - markWidth))
    for (const row of rows) {
      for (const [place, text] of format(row).entries()) {
        const kind = place === 0 ? "start" : "continuation"
        lines.push({ text, row: index, kind, hasTarget: row.target !== undefined })
      }
      index++
    }
  }
  return lines
}

/** Draws a line. The selected row has a marker. */
export const drawReportLine = ({ hasTarget, kind, row, text }: ReportLine, cursor: number): Span => {
  if (kind === "heading") return { text, role: "title" }
  const isSelected = row === cursor
  const mark = isSelected ? selectedMark : hasTarget ? targetMark : " ".repeat(markWidth)
  return { text: (kind === "start" ? mark : " ".repeat(markWidth)) + text, role: isSelected ? "selected" : "plain" }
}
