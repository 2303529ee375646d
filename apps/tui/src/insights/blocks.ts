const eighthsAcross = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
const eighthsUp = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
const eighths = 8

/** A bar of at most `width` cells for a part of the largest; what is not nothing is seen. */
export const bar = (count: number, largest: number, width: number): string => {
  if (largest <= 0 || count <= 0 || width <= 0) return ""
  const length = Math.max(1, Math.round((count / largest) * width * eighths))
  return "█".repeat(Math.floor(length / eighths)) + (eighthsAcross[length % eighths] ?? "")
}

/** One character per value: the higher, the larger. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const largest = Math.max(0, ...values)
  return values.map((value) => block(value, largest, eighths)).join("")
}

/** The character for a value among `levels` levels. */
const block = (value: number, largest: number, levels: number): string => {
  if (value <= 0 || largest <= 0) return " "
  return eighthsUp[Math.max(1, Math.min(levels, Math.ceil((value / largest) * levels)))] ?? ""
}

/** Upright bars in `height` lines, top first, each `width` cells wide with a gap of one where it is more than one. */
export const uprightBars = (values: ReadonlyArray<number>, width: number, height: number): ReadonlyArray<string> => {
  const largest = Math.max(0, ...values)
  const levels = values.map((value) =>
    value <= 0 || largest <= 0 ? 0 : Math.max(1, Math.round((value / largest) * height * eighths))
  )
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * eighths
    return levels
      .map((level) => {
        const cell = eighthsUp[Math.max(0, Math.min(eighths, level - below))] ?? " "
        return width === 1 ? cell : cell.repeat(width - 1) + " "
      })
      .join("")
  })
}
