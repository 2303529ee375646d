import type { Size } from "../drawing/layout.ts"
import type { Environment } from "./clipboard.ts"
import type { Release } from "./process.ts"

interface Terminal {
  readonly stdout: NodeJS.WriteStream
  readonly environment: Environment
  readonly screenReader: boolean
}

const usualSize: Size = { columns: 80, rows: 24 }
const smallest: Size = { columns: 20, rows: 2 }

/** Narrow enough that a screen reader finds nothing side by side. */
const screenReaderColumns = 79

/** Sets the size of a terminal that does not know its own, such as a serial line. Without it, Ink runs programs for each frame. */
const setFallbackSize = ({ stdout, environment: { COLUMNS, LINES } }: Terminal): void => {
  stdout.columns ||= Number(COLUMNS) || usualSize.columns
  stdout.rows ||= Number(LINES) || usualSize.rows
}

/** The cells to draw on. The normal screen keeps one free line, or the first line would scroll away. */
const sizeOf = ({ screenReader, stdout: { columns, rows } }: Terminal): Size => ({
  columns: Math.max(smallest.columns, screenReader ? Math.min(screenReaderColumns, columns) : columns),
  rows: Math.max(smallest.rows, screenReader ? rows - 1 : rows)
})

/** Calls `resized` with the size of the terminal, now and after each change. */
export const onSize = (terminal: Terminal, resized: (size: Size) => void): Release => {
  const update = (): void => {
    setFallbackSize(terminal)
    resized(sizeOf(terminal))
  }
  update()
  terminal.stdout.on("resize", update)
  return () => terminal.stdout.off("resize", update)
}
