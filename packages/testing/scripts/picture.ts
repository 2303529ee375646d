/**
 * Draws the pictures in README.md, `docs/tui*.svg`: the terminal UI on the sample data, as a terminal shows it. It needs the
 * built executable; `pnpm picture` builds it first.
 */
import { spawn } from "@lydell/node-pty"
import headless from "@xterm/headless"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const columns = 100
const cellWidth = 8.4
const lineHeight = 19
const margin = 14
const foreground = "#d8dee9"
const background = "#1b2028"
/** The sixteen colours of a terminal, by their numbers. */
const palette = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9"]

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Cells of a line that look the same. */
interface Run {
  readonly column: number
  readonly width: number
  readonly text: string
  readonly style: string
  readonly isInverse: boolean
}

const styleOf = (cell: headless.IBufferCell): string => {
  const colour = cell.isFgPalette() ? palette[cell.getFgColor() % palette.length] : foreground
  return [
    `fill="${cell.isInverse() !== 0 ? background : colour}"`,
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

/** Spaces that count, as no viewer of SVG agrees with another on the others. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(" ", "\u00a0")
const xOf = (column: number): string => (margin + column * cellWidth).toFixed(1)

const drawn = ({ column, isInverse, style, text, width }: Run, row: number): string => {
  const y = margin + row * lineHeight
  const length = (width * cellWidth).toFixed(1)
  const bar = `<rect x="${xOf(column)}" y="${y}" width="${length}" height="${lineHeight}" fill="${foreground}"/>`
  const words = `<text x="${xOf(column)}" y="${y + 14}" textLength="${length}" ${style}>${escaped(text)}</text>`
  return `${isInverse ? bar : ""}${text.trim() === "" ? "" : words}`
}

/** The screen as a picture; its title is read out to those who do not see it. */
const pictureOf = (terminal: headless.Terminal, title: string): string => {
  const width = Math.ceil(columns * cellWidth + 2 * margin)
  const height = terminal.rows * lineHeight + 2 * margin
  const lines = Array.from({ length: terminal.rows }, (_, row) => {
    const line = terminal.buffer.active.getLine(row)
    return line === undefined
      ? ""
      : runsOf(line)
          .map((run) => drawn(run, row))
          .join("")
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="${background}"/>
${lines.filter((line) => line !== "").join("\n")}
</svg>
`
}

/** How a terminal is told that a frame begins and ends. */
const frame = { start: "\u001B[?2026h", end: "\u001B[?2026l" }

/** What is waited for, the picture that is taken of it, if any, and what is pressed then. */
interface Step {
  readonly shown: string
  readonly picture?: { readonly file: string; readonly title: string }
  readonly press: string
}

/** Plays steps on a terminal of so many lines. */
const play = (rows: number, steps: ReadonlyArray<Step>): Promise<void> => {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 })
  const program = spawn(process.execPath, [at("apps/cli/dist/public-records.js"), "tui", "--demo"], {
    name: "xterm-256color",
    cols: columns,
    rows,
    env: { ...process.env, TERM: "xterm-256color", XDG_CONFIG_HOME: at("docs") }
  })
  const shows = (text: string): boolean =>
    Array.from({ length: rows }, (_, row) => terminal.buffer.active.getLine(row)?.translateToString() ?? "").some(
      (line) => line.includes(text)
    )
  const left = [...steps]
  program.onData((data) =>
    terminal.write(data, () => {
      const [step] = left
      // Half a frame is no picture.
      const isWhole = data.lastIndexOf(frame.end) > data.lastIndexOf(frame.start)
      if (step === undefined || !isWhole || !shows(step.shown)) return
      left.shift()
      if (step.picture !== undefined) {
        writeFileSync(at(`docs/${step.picture.file}`), pictureOf(terminal, step.picture.title))
      }
      program.write(step.press)
    })
  )
  return new Promise((resolve, reject) =>
    program.onExit(() => {
      terminal.dispose()
      if (left.length === 0) resolve()
      else reject(new Error(`The screen never showed "${left[0]?.shown}".`))
    })
  )
}

await play(18, [
  { shown: "row 1 of", press: "jj" },
  {
    shown: "row 3 of",
    picture: {
      file: "tui.svg",
      title: "public-records in a terminal: complaints about unwanted calls, the newest first"
    },
    press: "f"
  },
  { shown: "FILTER", press: "\t\u001B[C\tOhio\tColumbus" },
  {
    shown: "city=Columbus",
    picture: {
      file: "tui-filter.svg",
      title: "The filter form: what may be combined, and the request that it sends"
    },
    press: "\u001B"
  },
  { shown: "row 3 of", press: "q" }
])
await play(30, [
  { shown: "row 1 of", press: "L" },
  { shown: "LOAD ALL", press: "\r" },
  { shown: "14,034 of 14,034 loaded", press: "3" },
  {
    shown: "PER HOUR OF THE DAY",
    picture: {
      file: "tui-insights.svg",
      title:
        "The same complaints counted: by hour, by subject, by number, on a map of the states, and the share of robocalls"
    },
    press: "q"
  }
])
