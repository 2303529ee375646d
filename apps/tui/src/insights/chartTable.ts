import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { absenceOf, type Chart, type Slice } from "@public-records/answers/charts/Chart"

/** Shares in a table have this many digits, so that the smallest one is not 0. */
const digits = 6

/** Returns the figures of a chart as CSV, safe for spreadsheets. `base` describes the records that are 100 %, with their filter and basis. */
export const chartTable = (chart: Chart, base: string): string => {
  const { besideName, partName, slices, timeName, title } = chart
  const figure = (of: (slice: Slice) => number) => (slice: Slice) => (absenceOf(slice) === "" ? of(slice) : "")
  // Not every answer has the times of each slice.
  const hasTimes = slices.some(({ first = "" }) => first !== "")
  const hasDays = slices.some(({ of }) => of !== undefined)
  const columns: ReadonlyArray<readonly [name: string, cell: (slice: Slice) => string | number]> = [
    [title.toLowerCase(), ({ label }) => label],
    ["count", figure(({ count }) => count)],
    [`percent of ${base}`, figure(({ percent }) => Number(percent.toPrecision(digits)))],
    ...(besideName === "" ? [] : [[besideName, figure(({ beside = 0 }) => beside)] as const]),
    ...(partName === ""
      ? []
      : [
          [partName, figure(({ part = 0 }) => part)] as const,
          [`${partName} or not`, figure(({ partOf = 0 }) => partOf)] as const
        ]),
    ...(hasTimes
      ? [
          [`first ${timeName}`, ({ first = "" }: Slice) => first] as const,
          [`last ${timeName}`, ({ last = "" }: Slice) => last] as const
        ]
      : []),
    ...(hasDays ? [["days", ({ days = 0 }: Slice) => days] as const, ["of", ({ of = 0 }: Slice) => of] as const] : [])
  ]
  const lines = [
    columns.map(([name]) => name),
    ...slices.map((slice) => columns.map(([, cell]) => String(cell(slice))))
  ]
  return lines.map((cells) => csvLine(cells.map(spreadsheetSafe))).join("")
}
