import { absenceOf, type Chart, legendOf, type Slice, sliceTexts } from "@public-records/answers/charts/Chart"
import { shadeLabels, type Tile, tileMap } from "@public-records/answers/charts/tileMap"
import { sentences } from "@public-records/answers/words"
import { grouped } from "@public-records/text/counts"
import { cut, fit, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { shareText } from "@public-records/text/share"
import { padLines, frame, type Lines, type Span, titleRoom } from "../drawing/frame.ts"
import { bar, dashedBar, sparkline, uprightBars } from "./bars.ts"

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
const mapHeight = 8
const mapWidth = 11 * tileWidth
const shortestBar = 5
const usualLabel = 32

/** Returns the part of a slice, such as `robocalls 17 of 33`. It is not a percentage, because its total differs. */
const partLabel = (chart: Chart, slice: Slice): string =>
  chart.partName === "" ? "" : (sliceTexts(chart, slice).at(-1) ?? "")

const shortTime = (time: string): string => (time.length > 10 ? time.slice(5) : time)

const annotation = (chart: Chart, slice: Slice, width: number): string => {
  const widest = partLabel(chart, { ...slice, part: chart.total, partOf: chart.total })
  const part = width >= 64 && widest !== "" ? fit(partLabel(chart, slice), widest.length + 2) : ""
  const { first = "", last = "" } = slice
  return part + (width >= 88 && first !== "" ? fit(safeText(`${shortTime(first)} → ${shortTime(last)}`), 26) : "")
}

/** Returns a slice as a line: label, count, share and bar. Days that are not there have no figures. */
const barLine = (chart: Chart, slice: Slice, largest: number, width: number, isExpanded: boolean): string => {
  const absence = absenceOf(slice)
  const count = grouped(slice.count).padStart(widthOf(grouped(chart.total)))
  const figures = ` ${count} ${shareText(slice.count, chart.total).padStart(5)}  `
  const note = isExpanded && absence === "" ? annotation(chart, slice, width) : ""
  const room = width - figures.length - note.length
  const labelRoom = Math.max(8, Math.min(Math.max(usualLabel, Math.floor(room / 2)), room - shortestBar))
  const label = fit(safeText(slice.label), labelRoom)
  if (absence !== "") return cut(`${label} ${absence}`, width)
  const start = label + figures + note
  const draw = slice.state === "cut" ? dashedBar : bar
  return start + draw(slice.key === "" ? 0 : slice.count, largest, width - widthOf(start))
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

/** Patterns over the full height instead of a column. */
const patterns: Partial<Record<NonNullable<Slice["state"]>, string>> = { missing: "╱", unpublished: "·" }

/** Returns a cell of a column. The column of a period without some of its days is dashed. */
const cellOf = ({ state = "complete" }: Slice, block: string): string =>
  patterns[state] ?? (state === "cut" && block !== " " ? "┆" : block)

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
  const height = Math.max(1, room - (hasPart ? 2 : 1))
  const bars = uprightBars(counts, columnWidth, height, (block, index) => {
    const slice = slices[index]
    return slice === undefined ? block : cellOf(slice, block)
  })
  const parts = sparkline(slices.map(({ part = 0 }) => part))
  const partLine = cut(`${Array.from(parts, (block) => fit(block, columnWidth)).join("")}  ${chart.partName}`, width)
  return [...bars, axis(slices, selected - from, columnWidth, isFocused), ...(hasPart ? [partLine] : [])].map(plain)
}

/** The shades of the map, from that of a state without a record on. */
const shades = "·░▒▓█"

/** Returns a tile: its shade, postal code and share in percent. */
const tile = ({ code, shade, share, slice }: Tile, selectedKey: string): string => {
  if (code === "") return " ".repeat(tileWidth)
  const start = shades.charAt(shade) + code
  if (slice === undefined) return fit(start, tileWidth)
  const figure = share.replaceAll(/[ %>]/g, "")
  // The number 100 replaces the shade.
  if (figure.length > 2) return code + figure
  return `${slice.key === selectedKey ? marker + code : start}${figure.padStart(2)}`
}

const tileLines = ({ chart, selected, isFocused }: Panel): ReadonlyArray<Span> => {
  const selectedKey = isFocused ? (chart.slices[selected]?.key ?? "") : ""
  return tileMap(chart).rows.map((row) => plain(row.map((one) => tile(one, selectedKey)).join("")))
}

const mapLegend = shadeLabels.map((label, shade) => `${shades.charAt(shade)} ${label}`).join(" ")

const isMap = ({ chart, isExpanded }: Panel, width: number, room: number): boolean =>
  chart.shape === "tiles" && !isExpanded && chart.total > 0 && room >= mapHeight && width >= mapWidth

/** Explains the patterns of a chart, and says which records have no slice. */
const noteOf = (chart: Chart): string => sentences([...legendOf({ ...chart, partName: "" }), chart.note])

/** Returns the sentences about a chart if they leave it enough room. */
const noteLines = ({ chart, isExpanded }: Panel, width: number, room: number): ReadonlyArray<string> => {
  const note = noteOf(chart)
  const lines = note === "" || chart.slices.length === 0 ? [] : wrap(safeText(note), width)
  return lines.length > room / (isExpanded ? 2 : 6) ? [] : lines
}

const bodyLines = (panel: Panel, width: number, room: number): ReadonlyArray<Span> => {
  const { chart, isExpanded } = panel
  const text = chart.note === "" ? chart.sentence : chart.note
  if (chart.slices.length === 0) return wrap(safeText(text), width - 2).map((line) => plain(`  ${line}`))
  if (isMap(panel, width, room)) return tileLines(panel)
  const notes = noteLines(panel, width, room)
  const left = room - notes.length
  const lines =
    !isExpanded && chart.shape === "columns" ? uprightLines(panel, width, left) : barLines(panel, width, left)
  return [...padLines(lines, left, plain("")), ...notes.map(plain)]
}

/** Returns the title of a chart, with the number of records that are not on its map. */
export const wholeTitle = (chart: Chart): string => {
  const title = chart.title.toUpperCase()
  const offMap = chart.shape === "tiles" && chart.total > 0 ? tileMap(chart).offMap : 0
  return offMap === 0 ? title : `${title} · ${grouped(offMap)} off the map`
}

/** Returns the title of a chart, with a description of its selected slice if there is room. */
const titleOf = ({ chart, selected, isFocused, isExpanded, width }: Panel): string => {
  if (isExpanded || !isFocused) return wholeTitle(chart)
  const start = `${marker} ${chart.title.toUpperCase()}`
  const slice = chart.slices[selected]
  const details = slice === undefined ? [] : sliceTexts(chart, slice).map(safeText)
  const titles = details.map((_, index) => `${start} · ${details.slice(0, details.length - index).join(", ")}`)
  return titles.find((title) => widthOf(title) <= titleRoom(width)) ?? start
}

/** Draws a chart in a frame of exactly `height` lines. */
export const panelLines = (panel: Panel, title = titleOf(panel), remark = ""): Lines => {
  const { chart, width, height } = panel
  const room = Math.max(0, height - 2)
  const lines = padLines(bodyLines(panel, width - 4, room), room, plain(""))
  const isShown = chart.slices.length === 0 || noteLines(panel, width - 4, room).length > 0
  const note = isMap(panel, width - 4, room) ? mapLegend : isShown ? "" : safeText(noteOf(chart))
  return frame(width, title, remark || note, lines)
}
