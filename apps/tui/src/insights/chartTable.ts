import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import type { Chart, Slice } from "./counting.ts"

/** Returns the figures of a chart as CSV, safe for spreadsheets. `base` describes the records that are 100 %. */
export const chartTable = ({ title, slices, partName }: Chart, base: string): string => {
  const partTitles = partName === "" ? [] : [partName, `${partName} or not`]
  const partCells = ({ part, partOf }: Slice): ReadonlyArray<number> => (partName === "" ? [] : [part, partOf])
  const header = [title.toLowerCase(), "count", `percent of ${base}`, ...partTitles, "first", "last"]
  const lines = slices.map((slice) =>
    [slice.label, slice.count, slice.percent, ...partCells(slice), slice.first, slice.last].map(String)
  )
  return [header, ...lines].map((cells) => csvLine(cells.map(spreadsheetSafe))).join("")
}
