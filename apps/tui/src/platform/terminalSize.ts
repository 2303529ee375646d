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

/** Too narrow for panels side by side, which a screen reader would mix up. */
const screenReaderColumns = 79

/** Calls `resized` with the size to draw on, now and after each resize of the terminal. */
export const onSize = ({ stdout, environment, screenReader }: Terminal, resized: (size: Size) => void): Release => {
  const update = (): void => {
    // Set a size if the terminal has none, such as a serial line. Otherwise Ink would run programs for each frame.
    stdout.columns ||= Number(environment["COLUMNS"]) || usualSize.columns
    stdout.rows ||= Number(environment["LINES"]) || usualSize.rows
    const columns = screenReader ? Math.min(screenReaderColumns, stdout.columns) : stdout.columns
    // Leave one line free on the normal screen, or the first line would scroll away.
    const rows = screenReader ? stdout.rows - 1 : stdout.rows
    resized({ columns: Math.max(smallest.columns, columns), rows: Math.max(smallest.rows, rows) })
  }
  update()
  stdout.on("resize", update)
  return () => stdout.off("resize", update)
}
