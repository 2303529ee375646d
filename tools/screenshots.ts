import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openScreen, type Screen } from "../apps/tui/test/Screen.ts"
import type headless from "@xterm/headless"
import { Effect } from "effect"
import { parseCommandLine } from "./commandLine.ts"
import { executableFile } from "./drivers.ts"

const usage = `Usage: pnpm screenshots

Builds the executable, and draws the screenshots in docs/tui*.svg: the terminal UI with the sample data.`

parseCommandLine(usage, {})

const columns = 100
const cellWidth = 8.4
const lineHeight = 19
const margin = 14
const foreground = "#d8dee9"
const background = "#1b2028"
/** The eight colors of a terminal, by number. */
const palette = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9"]

const docs = fileURLToPath(new URL("../docs/", import.meta.url))

/** Neighboring cells with the same style. */
interface Run {
  readonly column: number
  readonly width: number
  readonly text: string
  readonly style: string
  readonly isInverse: boolean
}

const styleOf = (cell: headless.IBufferCell): string => {
  const color = cell.isFgPalette() ? palette[cell.getFgColor() % palette.length] : foreground
  return [
    `fill="${cell.isInverse() !== 0 ? background : color}"`,
    ...(cell.isBold() !== 0 ? ['font-weight="bold"'] : []),
    ...(cell.isDim() !== 0 ? ['opacity="0.6"'] : [])
  ].join(" ")
}

const runsOf = (line: headless.IBufferLine): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let column = 0; column < columns; column++) {
    const cell = line.getCell(column)
    if (cell === undefined) continue
    const style = styleOf(cell)
    const isInverse = cell.isInverse() !== 0
    const text = cell.getChars() === "" ? " " : cell.getChars()
    const before = runs.at(-1)
    if (before?.style === style && before.isInverse === isInverse) {
      runs[runs.length - 1] = { ...before, width: before.width + 1, text: before.text + text }
    } else runs.push({ column, width: 1, text, style, isInverse })
  }
  return runs
}

/** Replaces spaces with no-break spaces, because SVG viewers treat others differently. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(" ", "\u00a0")

const drawRun = ({ column, isInverse, style, text, width }: Run, row: number): string => {
  const x = (margin + column * cellWidth).toFixed(1)
  const y = margin + row * lineHeight
  const length = (width * cellWidth).toFixed(1)
  const bar = `<rect x="${x}" y="${y}" width="${length}" height="${lineHeight}" fill="${foreground}"/>`
  const words = `<text x="${x}" y="${y + 14}" textLength="${length}" ${style}>${escaped(text)}</text>`
  return `${isInverse ? bar : ""}${text.trim() === "" ? "" : words}`
}

/** Returns the screen as SVG. Screen readers read its title. */
const drawScreen = ({ buffer, rows }: headless.Terminal, title: string): string => {
  const width = Math.ceil(columns * cellWidth + 2 * margin)
  const height = rows * lineHeight + 2 * margin
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = buffer.active.getLine(row)
    return line === undefined
      ? ""
      : runsOf(line)
          .map((run) => drawRun(run, row))
          .join("")
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="${background}"/>
${lines.filter((line) => line !== "").join("\n")}
</svg>
`
}

const open = (rows: number) =>
  openScreen({ file: executableFile, args: ["tui", "--demo"], environment: { XDG_CONFIG_HOME: docs }, columns, rows })

const shows = (screen: Screen, text: string) => screen.until(text, (lines) => lines.some((line) => line.includes(text)))

const take = (screen: Screen, file: string, title: string) =>
  Effect.sync(() => writeFileSync(`${docs}${file}`, drawScreen(screen.terminal, title)))

const drawTables = Effect.gen(function* () {
  const screen = yield* open(20)
  yield* shows(screen, "row 1 of")
  yield* screen.press("jj")
  yield* shows(screen, "row 3 of")
  yield* take(screen, "tui.svg", "public-records in a terminal: complaints about unwanted calls, the newest first")
  yield* screen.press("f")
  yield* shows(screen, "FILTER")
  yield* screen.press(`${"\t".repeat(7)}Ohio\tColumbus`)
  yield* shows(screen, "city Columbus")
  yield* take(screen, "tui-filter.svg", "The filter form: all filters, and the complaints that they select")
})

const drawInsights = Effect.gen(function* () {
  const screen = yield* open(30)
  yield* shows(screen, "row 1 of")
  yield* screen.press("3")
  yield* shows(screen, "= all")
  const title =
    "The same complaints counted: by hour, by subject, by number, on a map of the states, and the share of robocalls"
  yield* take(screen, "tui-insights.svg", title)
})

await Effect.runPromise(Effect.andThen(Effect.scoped(drawTables), Effect.scoped(drawInsights)))
