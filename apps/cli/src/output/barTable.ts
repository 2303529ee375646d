import { cut, fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

/** A row of a table: its cells, and the length of its bar, if it has one. */
export interface BarRow {
  readonly cells: ReadonlyArray<string>
  readonly count?: number | undefined
  /** `true` if the bar must look different, because the count lacks days. */
  readonly isCut?: boolean | undefined
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
const gap = "  "
const minBar = 8
const minFirst = 8
/** The width for which bars are drawn if no line is truncated. */
const usualWidth = 80

const bar = ({ count = 0, isCut = false }: BarRow, most: number, room: number): string => {
  const length = most === 0 ? 0 : Math.round((count / most) * room * 8)
  if (isCut) return "▒".repeat(count > 0 ? Math.max(1, Math.round(length / 8)) : 0)
  // A bar that is too short to see would look like a zero.
  return "█".repeat(Math.floor(length / 8)) + (eighths[count > 0 && length === 0 ? 1 : length % 8] ?? "")
}

/** Figures are aligned right: counts, shares, times, and the words of a missing count. */
const isFigure = (cell: string): boolean => /^([<>\d—–]|missing$|not published$|$)/.test(cell)

/**
 * Formats a table with a bar behind each row. Truncates the first column, then the last one, and omits figures that do not fit. Returns the headings of
 * the omitted columns. Without a width, nothing is truncated.
 */
export const barTable = (header: ReadonlyArray<string>, rows: ReadonlyArray<BarRow>, width?: number) => {
  const lines = [header, ...rows.map(({ cells }) => cells.map(safeText))]
  const columns = header.map((_, column) => ({
    width: lines.reduce((most, line) => Math.max(most, widthOf(line[column] ?? "")), 0),
    isText: column === 0 || !lines.slice(1).every((line) => isFigure(line[column] ?? ""))
  }))
  const { length } = columns
  const widthOfOthers = () => columns.slice(1).reduce((sum, column) => sum + column.width + gap.length, 0)
  const full = width ?? Number.POSITIVE_INFINITY
  while (columns.length > 1 && columns.at(-1)?.isText === false && widthOfOthers() + minFirst > full) columns.pop()
  const others = widthOfOthers()
  const wanted = columns[0]?.width ?? 0
  const hasBars = rows.some(({ count }) => count !== undefined)
  // A text at the end of the line is truncated with the line.
  const last = columns.at(-1)
  const taken = hasBars ? others + gap.length + minBar : others - (last?.isText === true ? last.width : 0)
  const first = Math.min(wanted, Math.max(minFirst, full - taken))
  const room = hasBars ? (width ?? usualWidth) - first - others - gap.length : 0
  const most = rows.reduce((largest, { count = 0 }) => Math.max(largest, count), 0)
  const text = lines.map((cells, index) => {
    const shown = columns.map((column, at) => {
      const cell = cells[at] ?? ""
      if (at === 0) return fit(cell, first)
      return column.isText ? fit(cell, column.width) : cell.padStart(column.width)
    })
    const row = rows[index - 1]
    const line = shown.join(gap) + (row === undefined || room < minBar ? "" : gap + bar(row, most, room))
    return `${width === undefined ? line.trimEnd() : cut(line.trimEnd(), width)}\n`
  })
  return { text: text.join(""), omitted: header.slice(columns.length, length) }
}

/** Joins as many items as fit into the room, followed by `…` if there are more. */
export const joinFitting = (items: ReadonlyArray<string>, separator: string, room: number): string => {
  let text = ""
  for (const [index, item] of items.entries()) {
    const rest = index === items.length - 1 ? 0 : separator.length + 1
    const longer = index === 0 ? cut(item, room - rest) : text + separator + item
    if (widthOf(longer) + rest > room) return `${text}${separator}…`
    text = longer
  }
  return text
}
