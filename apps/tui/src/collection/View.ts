/** The position in a result: the row under the cursor and the first row of the window. **Units** rows count from 0. */
export interface View {
  readonly cursor: number
  readonly top: number
  /** The direction of movement; 0 at the start and after a jump. */
  readonly direction: -1 | 0 | 1
}

export const startOfView: View = { cursor: 0, top: 0, direction: 0 }

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))

const jumpThreshold = 2

const headingOf = (view: View, row: number, height: number): View["direction"] => {
  const rows = row - view.cursor
  if (rows === 0) return view.direction
  if (Math.abs(rows) > height * jumpThreshold) return 0
  return rows > 0 ? 1 : -1
}

/** Moves the cursor to a row of the result, and scrolls the window of `height` rows to it. */
export const viewAt = (view: View, cursor: number, rowCount: number, height: number): View => {
  const row = between(0, cursor, Math.max(0, rowCount - 1))
  const top = between(row - height + 1, view.top, row)
  const direction = headingOf(view, row, height)
  return { cursor: row, top: between(0, top, Math.max(0, rowCount - height)), direction }
}

export const viewByPages = (view: View, pages: number, rowCount: number, height: number): View => {
  const rows = pages * Math.max(1, height - 1)
  return viewAt({ ...view, top: view.top + rows }, view.cursor + rows, rowCount, height)
}
