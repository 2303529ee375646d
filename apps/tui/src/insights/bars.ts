const eighthsAcross = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
const eighthsUp = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
const eighths = 8

/** Draws a bar of at most `width` cells. A count above 0 is always visible. */
export const bar = (count: number, largest: number, width: number): string => {
  if (largest <= 0 || count <= 0 || width <= 0) return ""
  const length = Math.max(1, Math.round((count / largest) * width * eighths))
  return "█".repeat(Math.floor(length / eighths)) + (eighthsAcross[length % eighths] ?? "")
}

/** Draws a bar of a count that lacks days. */
export const dashedBar = (count: number, largest: number, width: number): string =>
  "╌".repeat(Array.from(bar(count, largest, width)).length)

/** Draws each value as a block character. Larger values are higher. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const largest = Math.max(0, ...values)
  return values.map((value) => (value <= 0 ? " " : (eighthsUp[Math.ceil((value / largest) * eighths)] ?? ""))).join("")
}

/** Draws vertical bars in `height` lines, top first. A bar wider than one cell includes a gap. `cellOf` may replace the cell of a bar. */
export const uprightBars = (
  values: ReadonlyArray<number>,
  width: number,
  height: number,
  cellOf = (block: string, _bar: number): string => block
): ReadonlyArray<string> => {
  const largest = Math.max(0, ...values)
  const levels = values.map((value) => (value <= 0 ? 0 : Math.max(1, Math.round((value / largest) * height * eighths))))
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * eighths
    return levels
      .map((level, index) => {
        const cell = cellOf(eighthsUp[Math.max(0, Math.min(eighths, level - below))] ?? " ", index)
        return width === 1 ? cell : cell.repeat(width - 1) + " "
      })
      .join("")
  })
}
