import { credit } from "@public-records/core"
import { wrap } from "@public-records/text/fit"
import type { Answer } from "../Answer.ts"
import { legendOf, makeChart } from "../charts/Chart.ts"
import { colors } from "./colors.ts"
import { chartWidth, drawChart } from "./drawChart.ts"
import { element, textElement } from "./markup.ts"

const margin = 24
const lineHeight = 18
const charactersPerLine = 104

/** The parts of an answer that a picture has. */
export interface Picture extends Omit<Answer, "data" | "basis"> {
  readonly basis: Pick<Answer["basis"], "text">
}

/** Draws an answer as a picture to keep: title, summary, chart, basis and source, complete without anything around it. */
export const picture = ({
  basis,
  chart = makeChart({ title: "", shape: "bars", counts: [] }),
  sections,
  summary,
  title
}: Picture): string => {
  let y = margin + 12
  const lines = (texts: ReadonlyArray<string>, attributes: Readonly<Record<string, string | number>>): string =>
    texts
      .flatMap((text) => wrap(text, charactersPerLine))
      .map((text) => {
        const line = textElement("text", { x: margin, y, "font-size": 13, ...attributes }, text)
        y += lineHeight
        return line
      })
      .join("")
  const head = lines([title], { "font-size": 18, "font-weight": "bold", fill: colors.ink })
  const sentences = summary.flatMap(({ target, text }) => (target?._tag === "Complaints" ? [] : [text]))
  const above = lines(sentences, { fill: colors.ink })
  const { height, markup } = drawChart(chart)
  const drawn = element("g", { transform: `translate(${margin} ${y})` }, markup)
  y += height + lineHeight
  const notes = sections.flatMap(({ note = "" }) => (note === "" ? [] : [note]))
  const below = lines(
    [legendOf(chart).join(" "), ...notes, basis.text, credit].filter((text) => text !== ""),
    { fill: colors.faint }
  )
  const [width, full] = [chartWidth + 2 * margin, y + margin - lineHeight]
  const background = element("rect", { width, height: full, fill: colors.paper })
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${full}`,
    width,
    height: full,
    role: "img",
    "font-family": "system-ui, sans-serif"
  }
  const described = textElement("title", {}, title) + textElement("desc", {}, chart.sentence)
  return `${element("svg", attributes, described, background, head, above, drawn, below)}\n`
}
