import type { Row, Section } from "@public-records/answers/Answer"
import { fit, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import type { Span } from "../drawing/frame.ts"
import { bar, dashedBar } from "../insights/bars.ts"

const selectedMark = "▶ "
/** Marks the rows on which Enter has an effect. */
const targetMark = "› "
const markWidth = 2
const maxText = 2000
const shortestBar = 3
const longestBar = 50

/** Returns the rows of all sections, in order. The cursor is the index of one of them. */
export const rowsOf = (sections: ReadonlyArray<Section>): ReadonlyArray<Row> => sections.flatMap(({ rows }) => rows)

/** Returns the index of the first row of each section. */
export const sectionStarts = (sections: ReadonlyArray<Section>): ReadonlyArray<number> =>
  sections.map((_, index) => rowsOf(sections.slice(0, index)).length)

const shown = (text: string): string => safeText(text.slice(0, maxText))

/** Returns functions that format the heading and the rows of a section to lines of `width` cells. */
const formatter = ({ header = [], rows, title }: Section, width: number) => {
  const tabular = rows.filter(({ cells }) => cells !== undefined)
  const hasBars = tabular.some(({ count }) => count !== undefined)
  const headings = header.slice(1)
  const widths = headings.map((heading, column) =>
    tabular.reduce((most, { cells = [] }) => Math.max(most, widthOf(cells[column] ?? "")), widthOf(heading))
  )
  const cellsWidth = widths.reduce((sum, one) => sum + one + 1, 0)
  // A heading has no mark.
  const titleWidth = widthOf(title) - markWidth
  const widest = tabular.reduce((most, { text }) => Math.max(most, widthOf(shown(text))), titleWidth)
  const labelWidth = Math.min(widest, Math.max(4, width - cellsWidth - shortestBar - 1))
  const line = (text: string, textWidth: number, cells: ReadonlyArray<string>): string =>
    [fit(text, textWidth), ...widths.map((one, column) => (cells[column] ?? "").padStart(one))].join(" ")
  const largest = tabular.reduce((most, { count = 0 }) => Math.max(most, count), 0)
  return {
    heading:
      hasBars && title !== "" ? line(title.toUpperCase(), labelWidth + markWidth, headings) : title.toUpperCase(),
    linesOf: ({ cells = [], count = 0, isCut = false, text }: Row): ReadonlyArray<string> => {
      if (!hasBars || cells.length === 0) {
        return wrap(shown([text, ...cells].filter((cell) => cell !== "").join("  ")), width)
      }
      const start = `${line(shown(text), labelWidth, cells)} `
      const room = Math.min(longestBar, width - widthOf(start))
      return [start + (isCut ? dashedBar(count, largest, room) : bar(count, largest, room))]
    }
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
  for (const section of sections) {
    const { heading, linesOf } = formatter(section, Math.max(8, width - markWidth))
    if (heading !== "") lines.push({ text: heading, row: -1, kind: "heading", hasTarget: false })
    for (const row of section.rows) {
      for (const [place, text] of linesOf(row).entries()) {
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
