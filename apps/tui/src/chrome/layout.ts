/** A terminal's size in cells. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What is on the screen, from top to bottom, in lines; the lines add up to the height of the terminal. */
export interface Layout {
  readonly header: number
  readonly filter: number
  /** The table's frame and titles. */
  readonly tableTop: number
  readonly tableRows: number
  readonly tableBottom: number
  /** The detail pane, or the panel of a failure in its place; 0 where there is no room. */
  readonly pane: number
  readonly status: number
}

const paneRows = 9
const panelRows = 6
const smallPanelRows = 5

const paneLines = (size: Size, showsPane: boolean, hasPanel: boolean): number => {
  if (hasPanel) return size.rows >= 16 ? panelRows : Math.min(smallPanelRows, Math.max(0, size.rows - 4))
  return showsPane && size.rows >= 26 && size.columns >= 80 ? paneRows : 0
}

/**
 * Shares the terminal out.
 *
 * **Gotchas** the smaller the terminal, the fewer the frames: rows stay as long as there is a line for one.
 */
export const layoutOf = (size: Size, showsPane: boolean, hasPanel: boolean): Layout => {
  const isTiny = size.rows < 8
  const pane = paneLines(size, showsPane, hasPanel)
  const rest = {
    header: isTiny ? 0 : 1,
    filter: isTiny ? 0 : 1,
    tableTop: isTiny ? 0 : 2,
    tableBottom: size.rows >= 10 ? 1 : 0,
    pane,
    status: size.rows >= 14 ? 2 : 1
  }
  const taken = rest.header + rest.filter + rest.tableTop + rest.tableBottom + rest.pane + rest.status
  return { ...rest, tableRows: Math.max(1, size.rows - taken) }
}

/** The cells of a table's row: the frame and the marker of the selected row are beside them. */
export const rowWidth = (size: Size): number => Math.max(8, size.columns - 6)
