import { type Row } from "./Row.ts"

const headers = ["what", "ours", "peer", "ratio", "goal", "met"]

const met = (isMet: boolean | null): string => {
  if (isMet === null) return "-"
  return isMet ? "yes" : "NO"
}

/** The rows as text, in columns that are as wide as they need to be. */
export const table = (rows: ReadonlyArray<Row>): string => {
  const cells = rows.map(({ what, ours, peer, ratio, goal, isMet }) => [what, ours, peer, ratio, goal, met(isMet)])
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...cells.map((line) => line[column]?.length ?? 0))
  )
  const lineOf = (line: ReadonlyArray<string>): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  const rule = widths.map((width) => "-".repeat(width))
  return [headers, rule, ...cells].map((line) => `${lineOf(line)}\n`).join("")
}
