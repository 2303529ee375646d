import { findState, states } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { shareText } from "@public-records/text/share"
import { cut, fit, widthOf, wrap } from "@public-records/text/fit"
import { padLines, frame, type Lines, type Span, titleRoom } from "../drawing/frame.ts"
import { safeText } from "@public-records/text/safeText"
import { bar, sparkline, uprightBars } from "./bars.ts"
import type { Chart, Slice } from "./Chart.ts"
import { shadeLegend, shadeOf, tileRows } from "./tileMap.ts"

export interface Panel {
  readonly chart: Chart
  readonly selected: number
  readonly isFocused: boolean
  /** The chart alone, as a list of all of its slices. */
  readonly isExpanded: boolean
  readonly width: number
  readonly height: number
}

const marker = "▶"
const plain = (text: string): Span => ({ text, role: "plain" })
const widestColumn = 4
const tileWidth = 5
const shortestBar = 5
const usualLabel = 32

/** Describes the part of a slice, such as `robocalls 17 of 33`. It is not a percentage, because its total differs. */
const partLabel = ({ partName }: Chart, { part = 0, partOf = 0 }: Slice): string =>
  partName === "" ? "" : `${partName} ${grouped(part)} of ${grouped(partOf)}`

const shortTime = (time: string): string => (time.length > 10 ? time.slice(5) : time)

const annotation = (chart: Chart, slice: Slice, width: number): string => {
  const widest = partLabel(chart, { ...slice, part: chart.total, partOf: chart.total })
  const part = width >= 64 && widest !== "" ? fit(partLabel(chart, slice), widest.length + 2) : ""
  const { first = "", last = "" } = slice
  return part + (width >= 88 && first !== "" ? fit(safeText(`${shortTime(first)} → ${shortTime(last)}`), 26) : "")
}

/** Returns a slice as a line: label, count, share and bar. */
const barLine = (chart: Chart, slice: Slice, largest: number, width: number, isExpanded: boolean): string => {
  const count = grouped(slice.count).padStart(widthOf(grouped(chart.total)))
  const figures = ` ${count} ${shareText(slice.count, chart.total).padStart(5)}  `
  const note = isExpanded ? annotation(chart, slice, width) : ""
  const room = width - figures.length - note.length
  const labelRoom = Math.max(8, Math.min(Math.max(usualLabel, Math.floor(room / 2)), room - shortestBar))
  const start = fit(safeText(slice.label), labelRoom) + figures + note
  return start + bar(slice.key === "" ? 0 : slice.count, largest, width - widthOf(start))
}

const barLines = (
  { chart, selected, isFocused, isExpanded }: Panel,
  width: number,
  room: number
): ReadonlyArray<Span> => {
  const largest = chart.slices.reduce((most, { key, count }) => (key === "" ? most : Math.max(most, count)), 0)
  const from = Math.max(0, Math.min(selected - Math.floor(room / 2), chart.slices.length - room))
  return chart.slices.slice(from, from + room).map((slice, position) => {
    const isSelected = isFocused && from + position === selected
    const line = barLine(chart, slice, largest, width - 2, isExpanded)
    return { text: `${isSelected ? marker : " "} ${line}`, role: isSelected ? "selected" : "plain" }
  })
}

/** Draws the axis below vertical bars: first and last label, and a mark below the selected bar. */
const axis = (slices: ReadonlyArray<Slice>, selected: number, columnWidth: number, isFocused: boolean): string => {
  const width = slices.length * columnWidth
  const first = safeText(slices[0]?.label ?? "")
  const last = safeText(slices.at(-1)?.label ?? "")
  const at = isFocused ? selected * columnWidth : Number.POSITIVE_INFINITY
  const hasLast = widthOf(first) + 1 + widthOf(last) <= width && (at < width - widthOf(last) || !isFocused)
  const start = isFocused && at <= widthOf(first) ? "" : first
  const end = hasLast ? last : ""
  const line = start + " ".repeat(Math.max(0, width - widthOf(start) - widthOf(end))) + end
  return isFocused ? `${line.slice(0, at)}▲${line.slice(at + 1)}` : line
}

const uprightLines = ({ chart, selected, isFocused }: Panel, width: number, room: number): ReadonlyArray<Span> => {
  const from = Math.max(0, Math.min(selected - Math.floor(width / 2), chart.slices.length - width))
  const slices = chart.slices.slice(from, from + width)
  const columnWidth = Math.max(1, Math.min(widestColumn, Math.floor(width / Math.max(1, slices.length))))
  const hasPart = chart.partName !== ""
  const counts = slices.map(({ count }) => count)
  const bars = uprightBars(counts, columnWidth, Math.max(1, room - (hasPart ? 2 : 1)))
  const parts = sparkline(slices.map(({ part = 0 }) => part))
  const partLine = cut(`${Array.from(parts, (block) => fit(block, columnWidth)).join("")}  ${chart.partName}`, width)
  return [...bars, axis(slices, selected - from, columnWidth, isFocused), ...(hasPart ? [partLine] : [])].map(plain)
}

const postalCodes: ReadonlyMap<string, string> = new Map(states.map(({ name, postalCode }) => [name, postalCode]))
const codeOf = ({ key }: Slice): string => postalCodes.get(findState(key) ?? "") ?? "none"

/** Returns a tile: its shade, postal code and share in percent. */
const tile = (chart: Chart, code: string, slice: Slice | undefined, selectedKey: string): string => {
  if (code === "") return " ".repeat(tileWidth)
  if (slice === undefined) return fit(`·${code}`, tileWidth)
  // The number 100 replaces the shade.
  if (slice.count === chart.total) return `${code}100`
  // The shade is that of the share as it is shown.
  const percent = slice.percent < 1 ? 0 : Math.round(slice.percent)
  const mark = slice.key === selectedKey ? marker : shadeOf(percent)
  const figure = percent === 0 ? "<1" : String(Math.min(99, percent)).padStart(2)
  return `${mark}${code}${figure}`
}

const tileLines = ({ chart, selected, isFocused }: Panel): ReadonlyArray<Span> => {
  const selectedKey = isFocused ? (chart.slices[selected]?.key ?? "") : ""
  const slices = new Map(chart.slices.map((slice) => [codeOf(slice), slice]))
  return tileRows.map((row) => plain(row.map((code) => tile(chart, code, slices.get(code), selectedKey)).join("")))
}

/** Returns the legend of the map and the number of records that are not on it. */
const mapRemark = ({ slices }: Chart): string => {
  const codes = new Set(tileRows.flat())
  const off = slices.reduce((sum, slice) => sum + (codes.has(codeOf(slice)) ? 0 : slice.count), 0)
  return off === 0 ? shadeLegend : `${shadeLegend} · ${grouped(off)} off the map`
}

const isMap = ({ chart, isExpanded }: Panel, width: number, room: number): boolean =>
  chart.shape === "tiles" &&
  !isExpanded &&
  chart.total > 0 &&
  room >= tileRows.length &&
  width >= tileWidth * (tileRows[0]?.length ?? 0)

const bodyLines = (panel: Panel, width: number, room: number): ReadonlyArray<Span> => {
  const { chart, isExpanded } = panel
  if (chart.slices.length === 0) return wrap(chart.empty, width - 2).map((line) => plain(`  ${line}`))
  if (isMap(panel, width, room)) return tileLines(panel)
  return !isExpanded && chart.shape === "columns" ? uprightLines(panel, width, room) : barLines(panel, width, room)
}

const countText = (chart: Chart, slice: Slice): string =>
  `${safeText(slice.label)}: ${grouped(slice.count)}, ${shareText(slice.count, chart.total)}`

/** Describes a slice: label, count and share. */
export const sliceText = (chart: Chart, slice: Slice): string => {
  const part = partLabel(chart, slice)
  return `${countText(chart, slice)}${part === "" ? "" : ` · ${part}`}`
}

/** Returns the title of a chart with the number of records that have no slice. */
export const wholeTitle = ({ omitted, title }: Chart): string => (omitted === "" ? title : `${title} · ${omitted}`)

/** Returns the title of a chart, with a description of its selected slice if there is room. */
const titleOf = ({ chart, selected, isFocused, isExpanded, width }: Panel): string => {
  if (isExpanded || !isFocused) {
    const parts = chart.omitted.split(", ")
    const titles = parts.map((_, index) =>
      wholeTitle({ ...chart, omitted: parts.slice(0, parts.length - index).join(", ") })
    )
    return titles.find((title) => widthOf(title) <= titleRoom(width)) ?? chart.title
  }
  const start = `${marker} ${chart.title}`
  const slice = chart.slices[selected]
  const detail = slice === undefined ? [] : [sliceText(chart, slice), countText(chart, slice)]
  return detail.map((text) => `${start} · ${text}`).find((title) => widthOf(title) <= titleRoom(width)) ?? start
}

/** Draws a chart in a frame of exactly `height` lines. */
export const panelLines = (panel: Panel, title = titleOf(panel), remark = ""): Lines => {
  const { width, height } = panel
  const room = Math.max(0, height - 2)
  const lines = padLines(bodyLines(panel, width - 4, room), room, plain(""))
  return frame(width, title, isMap(panel, width - 4, room) ? mapRemark(panel.chart) : remark, lines)
}
