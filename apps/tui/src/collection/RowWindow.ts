/**
 * The window on a result: the row under the cursor and the first visible row. After a resize, the row under the cursor stays visible.
 *
 * **Units** rows count from 0.
 */
export interface RowWindow {
  readonly cursor: number
  readonly top: number
  /** The direction of movement; 0 at the start and after a jump. */
  readonly direction: -1 | 0 | 1
}

export const startOfWindow: RowWindow = { cursor: 0, top: 0, direction: 0 }

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))

const jumpThreshold = 2

const headingOf = (window: RowWindow, row: number, height: number): RowWindow["direction"] => {
  const rows = row - window.cursor
  if (rows === 0) return window.direction
  if (Math.abs(rows) > height * jumpThreshold) return 0
  return rows > 0 ? 1 : -1
}

/** Moves the cursor to a row of the result, and scrolls the window of `height` rows to it. */
export const windowAt = (window: RowWindow, cursor: number, rowCount: number, height: number): RowWindow => {
  const row = between(0, cursor, Math.max(0, rowCount - 1))
  const top = between(row - height + 1, window.top, row)
  const direction = headingOf(window, row, height)
  return { cursor: row, top: between(0, top, Math.max(0, rowCount - height)), direction }
}

export const windowByPages = (window: RowWindow, pages: number, rowCount: number, height: number): RowWindow => {
  const rows = pages * Math.max(1, height - 1)
  return windowAt({ ...window, top: window.top + rows }, window.cursor + rows, rowCount, height)
}
