import { cut, fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

/** A row of a table with bars. All cells but the last are texts, the last one is a number. */
export interface BarRow {
  readonly cells: ReadonlyArray<string>
  /** The number that the bar shows. */
  readonly value: number
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
const gap = "  "
const minBar = 8

const bar = (value: number, most: number, room: number): string => {
  const length = most === 0 ? 0 : Math.round((value / most) * room * 8)
  // A bar that is too short to see would look like a zero.
  return "█".repeat(Math.floor(length / 8)) + (eighths[value > 0 && length === 0 ? 1 : length % 8] ?? "")
}

/**
 * Formats rows with a bar behind each of them. The first `texts` columns are aligned left, and the first of them is truncated to
 * make room. If bars would be too short, they are omitted.
 */
export const barTable = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<BarRow>,
  { texts, width }: { readonly texts: number; readonly width: number }
): string => {
  const lines = [header, ...rows.map(({ cells }) => cells.map(safeText))]
  const widths = header.map((_, column) => lines.reduce((most, line) => Math.max(most, widthOf(line[column] ?? "")), 0))
  const others = widths.slice(1).reduce((sum, cells) => sum + cells + gap.length, 0)
  const first = Math.min(widths[0] ?? 0, Math.max(8, width - others - gap.length - minBar))
  const room = width - first - others - gap.length
  const most = rows.reduce((largest, { value }) => Math.max(largest, value), 0)
  const line = (cells: ReadonlyArray<string>): string =>
    cells
      .map((cell, column) => {
        if (column === 0) return fit(cell, first)
        return column < texts ? fit(cell, widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
      })
      .join(gap)
  const shown = (text: string): string => `${cut(text.trimEnd(), width)}\n`
  const body = lines.slice(1).map((cells, index) => {
    const length = room < minBar ? "" : gap + bar(rows[index]?.value ?? 0, most, room)
    return shown(line(cells) + length)
  })
  return shown(line(header)) + body.join("")
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
