import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import type { Chart, Slice } from "./Chart.ts"

/** Shares in a table have this many digits, so that the smallest one is not 0. */
const digits = 6

/** Returns the figures of a chart as CSV, safe for spreadsheets. `base` describes the records that are 100 %, with their filter. */
export const chartTable = (chart: Chart, base: string): string => {
  const { beside: besideName, partName, slices, timeName, title } = chart
  // Not every answer has the times of each slice.
  const hasTimes = slices.some(({ first = "" }) => first !== "")
  const columns: ReadonlyArray<readonly [name: string, cell: (slice: Slice) => string | number]> = [
    [title.toLowerCase(), ({ label }) => label],
    ["count", ({ count }) => count],
    [`percent of ${base}`, ({ percent }) => Number(percent.toPrecision(digits))],
    ...(besideName === undefined ? [] : [[besideName, ({ beside = 0 }: Slice) => beside] as const]),
    ...(partName === ""
      ? []
      : [
          [partName, ({ part = 0 }: Slice) => part] as const,
          [`${partName} or not`, ({ partOf = 0 }: Slice) => partOf] as const
        ]),
    ...(hasTimes
      ? [
          [`first ${timeName}`, ({ first = "" }: Slice) => first] as const,
          [`last ${timeName}`, ({ last = "" }: Slice) => last] as const
        ]
      : [])
  ]
  const lines = [
    columns.map(([name]) => name),
    ...slices.map((slice) => columns.map(([, cell]) => String(cell(slice))))
  ]
  return lines.map((cells) => csvLine(cells.map(spreadsheetSafe))).join("")
}
