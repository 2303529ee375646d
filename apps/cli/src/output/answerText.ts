import { type Answer, folded, type Section } from "@public-records/answers/Answer"
import { named } from "@public-records/answers/words"
import { widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { barTable, joinFitting } from "./barTable.ts"
import { defaultWidth } from "./printers.ts"

const indent = "  "

/** Breaks a sentence into lines. One with a command stays in one line, so that the command can be copied. */
const sentence = (text: string, width: number): string => {
  const room = text.includes('"public-records ') ? Number.POSITIVE_INFINITY : width - indent.length
  return wrap(safeText(text), room)
    .map((line) => `${indent}${line}\n`)
    .join("")
}

/** Draws the first rows of a section in one line: `  States (17): Texas 15 · California 5 · …`. */
const briefLine = ({ rows, title }: Section, width: number): string => {
  const start = `${indent}${title} (${rows.length}): `
  const items = rows.map(({ cells = [], text }) => safeText([text, ...cells].join(" ")))
  return `${start}${joinFitting(items, " · ", Math.max(10, width - start.length))}\n`
}

const sectionText = (section: Section, width: number, tableWidth: number | undefined): string => {
  const { brief = false, header, note = "", rows } = folded(section)
  if (brief) return briefLine(section, width)
  const notes =
    note === ""
      ? ""
      : wrap(safeText(note), width)
          .map((line) => `${line}\n`)
          .join("")
  if (header === undefined) return rows.map(({ text }) => sentence(text, width)).join("") + notes
  const lines = rows.map(({ cells = [], text, ...row }) => Object.assign(row, { cells: [text, ...cells] }))
  const { omitted, text } = barTable(header, lines, tableWidth)
  const hidden = `Hidden columns: ${named(omitted)}. Use a wider terminal or --format csv to see them.\n`
  return text + (omitted.length === 0 ? "" : hidden) + notes
}

/** Draws an answer as text, `width` cells wide. Truncates tables to `tableWidth`, if there is one. */
export const answerText = ({ basis, sections, summary, title }: Answer, tableWidth: number | undefined): string => {
  const width = tableWidth ?? defaultWidth
  // A row that only leads to complaints says nothing itself.
  const texts = summary.flatMap(({ target, text }) => (target?._tag === "Complaints" ? [] : [text]))
  const first = safeText(`${title}   ${texts[0] ?? ""}`).trimEnd()
  const isShort = widthOf(first) <= width
  return [
    `${isShort ? first : safeText(title)}\n`,
    ...texts.slice(isShort ? 1 : 0).map((text) => sentence(text, width)),
    ...sections.map((section) => sectionText(section, width, tableWidth)),
    ...wrap(safeText(basis.text), width).map((line) => `${line}\n`)
  ].join("")
}
