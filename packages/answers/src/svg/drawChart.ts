import { grouped } from "@public-records/text/counts"
import { cut } from "@public-records/text/fit"
import { shareText } from "@public-records/text/share"
import { absenceOf, type Chart, type Slice, sliceTexts } from "../charts/Chart.ts"
import { shadeLabels, tileMap } from "../charts/tileMap.ts"
import { colors, shadeColors } from "./colors.ts"
import { element, textElement } from "./markup.ts"

/** Markup of a chart, and its height. */
export interface Drawing {
  readonly height: number
  readonly markup: string
}

export const chartWidth = 720

const label = (x: number, y: number, text: string, attributes = {}): string =>
  textElement("text", { x, y, class: "label", fill: colors.ink, "font-size": 12, ...attributes }, text)

const titled = (slice: Slice, chart: Chart, ...shapes: ReadonlyArray<string>): string =>
  element("g", {}, textElement("title", {}, sliceTexts(chart, slice).join(", ")), ...shapes)

/** The outline of a bar that lacks days. */
const outlineOf = ({ state }: Slice) =>
  state === "cut" ? { "fill-opacity": 0.35, stroke: colors.bar, "stroke-dasharray": "3 2" } : {}

/** Returns round marks of an axis up to a value. */
const marksTo = (largest: number): ReadonlyArray<number> => {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(largest)) - 1)
  const step = [1, 2, 5, 10, 20, 50].map((one) => one * power).find((one) => largest / one <= 5) ?? largest
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => index * step)
}

const columnsHeight = 240
const [left, top, bottom] = [64, 10, 24]
const maxLabels = 8
const widestLabel = 80

const pattern = (id: string, line: Readonly<Record<string, string | number>>): string => {
  const attributes = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }
  const stroke = { class: "hatch", stroke: colors.faint, "stroke-width": 1.5 }
  return element("pattern", attributes, element("line", { x1: 0, y1: 0, x2: 0, y2: 6, ...stroke, ...line }))
}

const patterns = element("defs", {}, pattern("missing", {}), pattern("unpublished", { "stroke-dasharray": "1.5 4.5" }))

/** Draws upright bars with an axis. Days that are not there are hatched over the full height. */
const drawColumns = (chart: Chart): Drawing => {
  const { slices } = chart
  const largest = slices.reduce((most, { count }) => Math.max(most, count), 1)
  const [base, room] = [columnsHeight - bottom, (chartWidth - left) / Math.max(1, slices.length)]
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(1, ((base - top) * count) / largest))
  const every = Math.ceil(slices.length / maxLabels)
  const width = Math.max(1, Math.min(48, room * 0.8))
  const columns = slices.map((slice, index) => {
    const { count, part = 0, state = "complete" } = slice
    const [from, x] = [left + index * room, left + index * room + (room - width) / 2]
    const bar = (height: number, fill: string, attributes = {}): string =>
      element("rect", { x, y: base - height, width, height, fill, ...attributes })
    const gap = { x: from, y: top, width: room, height: base - top, class: "gap", fill: `url(#${state})` }
    const isLast = index > 0 && index + every > slices.length - 1
    const middle = { x: from + room / 2, "text-anchor": "middle" }
    const anchor = room > widestLabel ? middle : isLast ? { x: from + room, "text-anchor": "end" } : {}
    return titled(
      slice,
      chart,
      absenceOf(slice) === ""
        ? bar(heightOf(count), colors.bar, { class: `bar ${state}`, ...outlineOf(slice) })
        : element("rect", gap),
      part === 0 ? "" : bar(heightOf(part), colors.part, { class: "part" }),
      index % every === 0 ? label(x, base + 16, cut(slice.label, 12), anchor) : ""
    )
  })
  const axis = marksTo(largest).map((mark) => {
    const y = base - ((base - top) * mark) / largest
    const line = { x1: left, x2: chartWidth, y1: y, y2: y, class: "grid", stroke: colors.grid }
    return element("line", line) + label(left - 6, y + 4, grouped(mark), { "text-anchor": "end", fill: colors.faint })
  })
  return { height: columnsHeight, markup: [patterns, ...axis, ...columns].join("") }
}

const rowHeight = 22
const labelWidth = 240

/** Draws a bar beside each label. */
const drawBars = (chart: Chart): Drawing => {
  const { slices, total } = chart
  const largest = slices.reduce((most, { count, key }) => (key === "" ? most : Math.max(most, count)), 1)
  const room = chartWidth - labelWidth - 110
  const rows = slices.map((slice, index) => {
    const { count, key, part = 0 } = slice
    const y = index * rowHeight
    const widthOf = (one: number): number => (one === 0 || key === "" ? 0 : Math.max(1, (room * one) / largest))
    const bar = (one: number, fill: string, name: string): string =>
      element("rect", { x: labelWidth, y: y + 3, width: widthOf(one), height: rowHeight - 6, fill, class: name })
    const figures = total === 0 ? grouped(count) : `${grouped(count)}, ${shareText(count, total)}`
    return titled(
      slice,
      chart,
      label(0, y + 15, cut(slice.label, 36)),
      bar(count, colors.bar, "bar"),
      part === 0 ? "" : bar(part, colors.part, "part"),
      label(labelWidth + widthOf(count) + 6, y + 15, figures)
    )
  })
  return { height: slices.length * rowHeight, markup: rows.join("") }
}

const tileSize = 52

/** Draws the tile map with its legend. */
const drawTiles = (chart: Chart): Drawing => {
  const { offMap, rows } = tileMap(chart)
  const tile = (x: number, y: number, shade: number): string =>
    element("rect", {
      x: x + 1,
      y: y + 1,
      width: tileSize - 2,
      height: tileSize - 2,
      rx: 3,
      class: `shade-${shade}`,
      fill: shadeColors[shade]?.fill ?? ""
    })
  const tiles = rows.flatMap((row, line) =>
    row.map(({ code, shade, share, slice }, column) => {
      if (code === "") return ""
      const [x, y] = [column * tileSize, line * tileSize]
      const attributes = {
        "text-anchor": "middle",
        fill: shadeColors[shade]?.ink ?? colors.ink,
        class: `shade-text-${shade}`
      }
      const shapes = [
        tile(x, y, shade),
        label(x + tileSize / 2, y + 23, code, attributes),
        label(x + tileSize / 2, y + 40, share, attributes)
      ]
      return slice === undefined ? shapes.join("") : titled(slice, chart, ...shapes)
    })
  )
  const below = rows.length * tileSize
  const legend = shadeLabels.map((text, shade) => {
    const [x, fill] = [shade * 110, shadeColors[shade]?.fill ?? ""]
    return (
      element("rect", { x, y: below + 8, width: 14, height: 14, class: `shade-${shade}`, fill }) +
      label(x + 20, below + 20, text)
    )
  })
  const off = offMap === 0 ? "" : label(560, below + 20, `${grouped(offMap)} off the map`)
  return { height: below + 30, markup: [...tiles, ...legend, off].join("") }
}

const drawings = { columns: drawColumns, bars: drawBars, tiles: drawTiles }

/** Draws a chart as markup for an SVG, `chartWidth` wide. It has no style, so that any page may contain it. */
export const drawChart = (chart: Chart): Drawing => drawings[chart.shape](chart)
