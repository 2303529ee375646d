import { graphemesOf, widthOf } from "@public-records/text/fit"

/** A cell: its text and the codes of its style. */
interface Cell {
  readonly text: string
  readonly looks: string
}

/** The known cells of a line, starting at `from`. Cells after the last are blank. */
interface KnownLine {
  readonly from: number
  readonly cells: ReadonlyArray<Cell>
}

const escape = "\u001B"
const frameStart = new RegExp(`^${escape}\\[(\\d+)A`)
/** Sequences that draw nothing: frame markers, and hiding or showing the cursor. */
const still = new RegExp(`^(?:${escape}\\[\\?(?:25|2026)[hl])*$`)
const wholeFrame = new RegExp(`^(?:${escape}\\[[\\d;]*m|[^${escape}])*$`)
const stepDown = new RegExp(`${escape}\\[(\\d*)E`, "y")
const lineWrite = new RegExp(`${escape}\\[(\\d+)G${escape}\\[K((?:${escape}\\[[\\d;]*m|[^${escape}\\n])*)(\\n|$)`, "y")
const looksOrText = new RegExp(`${escape}\\[([\\d;]*)m|[^${escape}]+`, "g")
const blank: Cell = { text: " ", looks: "" }

/** Returns the code that ends a style. */
const endOf = (code: string): string => {
  if (code === "1" || code === "2") return "22"
  if (/^[34579]$/.test(code)) return `2${code}`
  if (/^(?:3[0-7]|9[0-7]|38;.*)$/.test(code)) return "39"
  return /^(?:4[0-7]|10[0-7]|48;.*)$/.test(code) ? "49" : ""
}

/** Returns the cells of a text; `undefined` if it has wide characters or unknown styles. */
const cellsOf = (text: string): ReadonlyArray<Cell> | undefined => {
  const on = new Map<string, string>()
  const cells: Array<Cell> = []
  for (const [part, code] of text.matchAll(looksOrText)) {
    if (code === undefined) {
      const looks = [...on.values()].join(";")
      for (const grapheme of graphemesOf(part)) {
        if (widthOf(grapheme) !== 1) return undefined
        cells.push({ text: grapheme, looks })
      }
    } else if (endOf(code) !== "") {
      on.set(endOf(code), code)
    } else if (!on.delete(code) && !/^2[2-9]$|^[34]9$/.test(code)) {
      return undefined
    }
  }
  return cells
}

const isSame = (a: Cell, b: Cell): boolean => a.text === b.text && a.looks === b.looks

const written = (cells: ReadonlyArray<Cell>): string => {
  let text = ""
  let looks = ""
  for (const cell of cells) {
    if (cell.looks !== looks) text += cell.looks === "" ? `${escape}[m` : `${escape}[0;${cell.looks}m`
    looks = cell.looks
    text += cell.text
  }
  return looks === "" ? text : `${text}${escape}[m`
}

/** Cost of a cursor movement, in cells: up to this many unchanged cells are rewritten instead of skipped. */
const worthAMove = 5

/** Returns the changed cells from `from` on, with the cursor movements between them. */
const changes = (before: KnownLine, after: ReadonlyArray<Cell>, from: number): string => {
  const oldEnd = before.from + before.cells.length
  const end = Math.max(from + after.length, oldEnd)
  const cellAt = (column: number): Cell => after[column - from] ?? blank
  const isShown = (column: number): boolean =>
    column >= before.from && isSame(before.cells[column - before.from] ?? blank, cellAt(column))
  let text = ""
  let column = from
  while (column < end) {
    if (isShown(column)) {
      column++
      continue
    }
    let last = column
    for (let next = column + 1; next < end && next - last <= worthAMove; next++) if (!isShown(next)) last = next
    const cells = Array.from({ length: last - column + 1 }, (_, place) => cellAt(column + place))
    text += `${escape}[${column + 1}G${written(cells)}`
    column = last + 1
  }
  return text
}

/**
 * The lines that a terminal shows, so that only changed cells are sent. Anything else than a frame of changed lines from Ink,
 * and every line with wide characters, is sent unchanged and forgotten.
 */
export class ShownLines {
  #lines = new Map<number, KnownLine>()
  #height = ""

  forget(): void {
    this.#lines.clear()
  }

  /** Returns what to send for a frame. */
  update(frame: string): string {
    if (still.test(frame)) return frame
    const [start, height = ""] = frameStart.exec(frame) ?? []
    if (start === undefined) return this.#whole(frame)
    if (height !== this.#height) this.forget()
    this.#height = height
    let sent = start
    let row = 0
    let at = start.length
    while (at < frame.length) {
      stepDown.lastIndex = at
      lineWrite.lastIndex = at
      const step = stepDown.exec(frame)
      const line = step === null ? lineWrite.exec(frame) : null
      const [token] = step ?? line ?? []
      if (token === undefined) {
        this.forget()
        return frame
      }
      sent += line === null ? token : this.#line(row, token, Number(line[1]) - 1, line)
      row += step === null ? 1 : Number(step[1] || "1")
      at += token.length
    }
    return sent
  }

  /** A complete frame, line by line. */
  #whole(frame: string): string {
    this.forget()
    const lines = frame.split("\n")
    if (!wholeFrame.test(frame) || lines.length < 2) return frame
    this.#height = String(lines.length - 1)
    for (const [row, line] of lines.entries()) {
      const cells = cellsOf(line)
      if (cells !== undefined) this.#lines.set(row, { from: 0, cells })
    }
    return frame
  }

  #line(row: number, token: string, from: number, [, , text = "", end = ""]: ReadonlyArray<string>): string {
    const before = this.#lines.get(row)
    const cells = cellsOf(text)
    if (cells === undefined) {
      this.#lines.delete(row)
      return token
    }
    const kept = before !== undefined && before.from <= from ? before.cells.slice(0, from - before.from) : []
    const missing = before !== undefined && before.from <= from ? from - before.from - kept.length : 0
    const filled = [...kept, ...Array.from({ length: Math.max(0, missing) }, () => blank), ...cells]
    this.#lines.set(row, { from: Math.min(from, before?.from ?? from), cells: filled })
    if (before === undefined) return token
    const shorter = changes(before, cells, from) + end
    return shorter.length < token.length ? shorter : token
  }
}
