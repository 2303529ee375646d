import { numberLabel } from "@public-records/answers/words"
import { widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Atom } from "effect/reactivity"
import { frame, padLines, type Span, titleRoom } from "../drawing/frame.ts"
import { sizeAtom } from "../drawing/layout.ts"
import { drawReportLine, reportLines, rowsOf } from "../report/reportLines.ts"
import { leaveReport, reportAtom, sectionsAtom, updateReport } from "../report/reports.ts"
import type { Ui } from "../Ui.ts"
import { type Move, type Panel, panelView, positionAfterMove, type View } from "./Panel.ts"

/** Returns the kind of the report, and the title of its answer or the text that was asked for. */
const titleOf = ({ get }: View): string => {
  const report = get(reportAtom)
  if (report === undefined) return "REPORT"
  const { question, status } = report
  const title = status._tag === "Answered" ? status.answer.title : numberLabel(question.text)
  return `${question._tag.toUpperCase()} · ${safeText(title)}`
}

/** Returns what to draw before the answer, or instead of it. */
const messageOf = ({ get }: View): string => {
  const status = get(reportAtom)?.status
  if (status?._tag === "Failed") return `✗ ${safeText(status.message)}`
  const percent = status?._tag === "Loading" && status.percent > 0 ? ` ${status.percent} %` : ""
  return `Looking it up…${percent}`
}

/** The keys of a report, the longest texts first. */
const keys = {
  Loading: ["Esc cancel"],
  Failed: ["r try again · p look up another · Esc back", "r try again · Esc back"],
  Answered: ["Enter opens › · Tab next part · Esc back", "Enter opens › · Esc back", "Enter › · Esc back"]
}

/** Returns the keys, with the visible lines if there is room. */
const remarkOf = ({ get, width }: View, lines: string): string => {
  const start = lines === "" ? "" : `${lines} · `
  const remarks = keys[get(reportAtom)?.status._tag ?? "Loading"].map((text) => start + text)
  return remarks.find((text) => widthOf(text) <= titleRoom(width)) ?? lines
}

/** The lines of the report on the screen. */
const linesAtom = Atom.make((get) => reportLines(get(sectionsAtom), get(sizeAtom).columns - 4))

const draw: Panel["draw"] = (view) => {
  const { get, height, width } = view
  const cursor = get(reportAtom)?.cursor ?? 0
  const lines = get(linesAtom)
  const room = Math.max(1, height - 2)
  const selectedLine = lines.findIndex(({ row }) => row === cursor)
  const from = Math.max(0, Math.min(selectedLine - Math.floor(room / 2), lines.length - room))
  const shown = lines.slice(from, from + room).map((line) => drawReportLine(line, cursor))
  const visible = lines.length === 0 ? wrap(messageOf(view), width - 4) : shown
  const range = lines.length > room ? `${from + 1}–${from + room} of ${lines.length}` : ""
  return { lines: frame(width, titleOf(view), remarkOf(view, range), padLines<string | Span>(visible, room, "")) }
}

const move = (ui: Ui, by: Move): void => {
  const cursor = ui.get(reportAtom)?.cursor ?? 0
  const last = rowsOf(ui.get(sectionsAtom)).length - 1
  const { height } = panelView((atom) => ui.get(atom))
  updateReport(ui, { cursor: positionAfterMove(by, cursor, last, Math.max(1, height - 3)) })
}

/** The position in the report, such as `row 3 of 57`. */
export const reportPosition: Atom.Atom<string> = Atom.make((get) => {
  const rows = rowsOf(get(sectionsAtom))
  return rows.length === 0 ? "" : `row ${(get(reportAtom)?.cursor ?? 0) + 1} of ${rows.length}`
})

/** A report about a number or a party, instead of the rows. */
export const report: Panel = { draw, move, back: leaveReport }
