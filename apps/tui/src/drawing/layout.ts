import { Atom } from "effect/reactivity"

/** A terminal's size in cells. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The size of the terminal. */
export const sizeAtom: Atom.Writable<Size> = Atom.keepAlive(Atom.make<Size>({ columns: 80, rows: 24 }))

/** Whether the detail pane is shown if there is room for it. */
export const showsPaneAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(true))

/** The parts of the screen from top to bottom, in lines. They add up to the height of the terminal. */
export interface Layout {
  readonly header: number
  readonly filter: number
  /** The table's frame and titles. */
  readonly tableTop: number
  readonly tableRows: number
  readonly tableBottom: number
  /** The cells of the table, its frame included. */
  readonly tableWidth: number
  /** The cells of the detail pane beside the table; 0 if it is not there. */
  readonly side: number
  /** The detail pane below the table, or a failure in its place; 0 if there is no room. */
  readonly pane: number
  readonly status: number
}

const paneRows = 9
const panelRows = 6
const smallPanelRows = 5

const sideFrom = 120
const narrowestSide = 40
const widestSide = 60
/** The cells that every column of a table needs. */
const wholeTable = 90

const sideCells = (size: Size, showsPane: boolean): number => {
  if (!showsPane || size.columns < sideFrom || size.rows < 12) return 0
  return Math.max(narrowestSide, Math.min(widestSide, size.columns - wholeTable))
}

const paneLines = (size: Size, showsPane: boolean, hasPanel: boolean): number => {
  if (hasPanel) return size.rows >= 16 ? panelRows : Math.min(smallPanelRows, Math.max(0, size.rows - 4))
  return showsPane && size.rows >= 26 && size.columns >= 80 && size.columns < sideFrom ? paneRows : 0
}

/** Divides the terminal. A small terminal has fewer frames, so that rows stay visible. */
export const layoutOf = (size: Size, showsPane: boolean, hasPanel: boolean): Layout => {
  const isTiny = size.rows < 8
  const pane = paneLines(size, showsPane, hasPanel)
  const side = sideCells(size, showsPane)
  const rest = {
    header: isTiny ? 0 : 1,
    filter: isTiny ? 0 : 1,
    tableTop: isTiny ? 0 : 2,
    tableBottom: size.rows >= 10 ? 1 : 0,
    pane,
    side,
    tableWidth: size.columns - side,
    status: size.rows >= 14 ? 2 : 1
  }
  const taken = rest.header + rest.filter + rest.tableTop + rest.tableBottom + pane + rest.status
  return { ...rest, tableRows: Math.max(1, size.rows - taken) }
}

/** The cells of a row of the table, without the frame and the marker of the selected row. */
export const rowWidth = ({ tableWidth }: Layout): number => Math.max(8, tableWidth - 6)
