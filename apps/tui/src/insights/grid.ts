import type { Chart } from "@public-records/answers/charts/Chart"

export interface PanelRow {
  readonly height: number
  readonly cells: ReadonlyArray<{ readonly chart: number; readonly width: number }>
}

const narrowestGrid = 90
const columnsHeight = 7
const tilesHeight = 10
const tilesWidth = 64
const lowestBars = 5

const chartsPerRow = 2

const heightOf = (pair: ReadonlyArray<Chart>): number => {
  if (pair.some(({ shape }) => shape === "tiles")) return tilesHeight
  return pair.every(({ shape }) => shape === "columns") ? columnsHeight : 0
}

/** Arranges all charts in rows of two. Returns an empty array if there is not enough room. */
export const gridIn = (charts: ReadonlyArray<Chart>, width: number, height: number): ReadonlyArray<PanelRow> => {
  const rows = Array.from({ length: charts.length / chartsPerRow }, (_, row) => {
    const start = row * chartsPerRow
    const pair = charts.slice(start, start + chartsPerRow)
    return { start, fixedHeight: heightOf(pair), hasTiles: pair[0]?.shape === "tiles" }
  })
  const left = rows.reduce((rest, { fixedHeight }) => rest - fixedHeight, height)
  const share = Math.floor(left / Math.max(1, rows.filter(({ fixedHeight }) => fixedHeight === 0).length))
  if (width < narrowestGrid || share < lowestBars) return []
  return rows.map(({ start, fixedHeight, hasTiles }) => {
    const first = hasTiles ? tilesWidth : Math.floor(width / chartsPerRow)
    const cells = [
      { chart: start, width: first },
      { chart: start + 1, width: width - first }
    ]
    return { height: fixedHeight || share, cells }
  })
}
