import { graphemesOf, widthOf } from "@public-records/text/fit"

interface Cell {
  readonly text: string
  readonly looks: string
}

const escape = "\u001B"
/** Sequences that draw nothing: frame markers, and hiding or showing the cursor. */
const nonDrawingSequence = new RegExp(`^(?:${escape}\\[\\?(?:25|2026)[hl])*$`)
const wholeFrame = new RegExp(`^(?:${escape}\\[[\\d;]*m|[^${escape}])*$`)
const step = `${escape}\\[(\\d*)E`
const lineWrite = `${escape}\\[(\\d+)G${escape}\\[K((?:${escape}\\[[\\d;]*m|[^${escape}\\n])*)(\\n|$)`
const changedFrame = new RegExp(`^${escape}\\[\\d+A(?:${step}|${lineWrite})*$`)
const stepOrLineWrite = new RegExp(`${step}|${lineWrite}`, "g")
const looksOrText = new RegExp(`${escape}\\[([\\d;]*)m|[^${escape}]+`, "g")
const blank: Cell = { text: " ", looks: "" }
const unknown: Cell = { text: "", looks: "" }

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

/** Returns the cells from the first to the last change, after a cursor movement to them. */
const changes = (before: ReadonlyArray<Cell>, after: ReadonlyArray<Cell>): string => {
  const length = Math.max(before.length, after.length)
  const cells = Array.from({ length }, (_, column) => after[column] ?? blank)
  const isChanged = (cell: Cell, column: number): boolean => !isSame(cell, before[column] ?? blank)
  const first = cells.findIndex(isChanged)
  const last = cells.findLastIndex(isChanged)
  return first === -1 ? "" : `${escape}[${first + 1}G${written(cells.slice(first, last + 1))}`
}

/**
 * The lines that a terminal shows, so that only changed cells are sent. Anything else than a frame of changed lines from Ink,
 * and every line with wide characters, is sent unchanged and forgotten.
 */
export class ScreenBuffer {
  #lines = new Map<number, ReadonlyArray<Cell>>()

  forget(): void {
    this.#lines.clear()
  }

  /** Returns what to send for a frame. */
  update(frame: string): string {
    if (nonDrawingSequence.test(frame)) return frame
    if (!changedFrame.test(frame)) return this.#whole(frame)
    let row = 0
    return frame.replaceAll(stepOrLineWrite, (whole, steps = "", column = "", text = "", end = "") => {
      if (column !== "") return this.#line(row++, whole, Number(column) - 1, text, end)
      row += Number(steps || "1")
      return whole
    })
  }

  /** A complete frame, line by line. */
  #whole(frame: string): string {
    this.forget()
    const lines = frame.split("\n")
    if (!wholeFrame.test(frame) || lines.length < 2) return frame
    for (const [row, line] of lines.entries()) {
      const cells = cellsOf(line)
      if (cells !== undefined) this.#lines.set(row, cells)
    }
    return frame
  }

  #line(row: number, sent: string, from: number, text: string, end: string): string {
    const before = this.#lines.get(row)
    const cells = cellsOf(text)
    if (cells === undefined) {
      this.#lines.delete(row)
      return sent
    }
    const rest = before === undefined ? unknown : blank
    const after = [...Array.from({ length: from }, (_, column) => before?.[column] ?? rest), ...cells]
    this.#lines.set(row, after)
    if (before === undefined) return sent
    const shorter = changes(before, after) + end
    return shorter.length < sent.length ? shorter : sent
  }
}
