import type { Chart } from "./Chart.ts"

interface Place {
  readonly chart: number
  readonly width: number
}

/** A row of charts. */
export interface PanelRow {
  readonly height: number
  readonly places: ReadonlyArray<Place>
}

const narrowestGrid = 90
const columnsHeight = 7
const tilesHeight = 10
const tilesWidth = 64
const lowestBars = 5

const heightOf = (charts: ReadonlyArray<Chart>, row: ReadonlyArray<number>): number => {
  const shapes = row.map((place) => charts[place]?.shape)
  if (shapes.includes("tiles")) return tilesHeight
  return shapes.every((shape) => shape === "columns") ? columnsHeight : 0
}

const placesOf = (charts: ReadonlyArray<Chart>, row: ReadonlyArray<number>, width: number): ReadonlyArray<Place> => {
  const first = charts[row[0] ?? 0]?.shape === "tiles" ? tilesWidth : Math.floor(width / row.length)
  const rest = Math.floor((width - first) / Math.max(1, row.length - 1))
  return row.map((chart, place) => ({ chart, width: place === 0 ? (row.length === 1 ? width : first) : rest }))
}

/** Places all charts in a grid. Returns an empty list if there is not enough room. */
export const gridIn = (
  charts: ReadonlyArray<Chart>,
  grid: ReadonlyArray<ReadonlyArray<number>>,
  width: number,
  height: number
): ReadonlyArray<PanelRow> => {
  const fixed = grid.map((row) => heightOf(charts, row))
  const left = height - fixed.reduce((sum, one) => sum + one, 0)
  const share = Math.floor(left / Math.max(1, fixed.filter((one) => one === 0).length))
  if (width < narrowestGrid || share < lowestBars) return []
  return grid.map((row, place) => ({ height: fixed[place] || share, places: placesOf(charts, row, width) }))
}
