import { Atom } from "effect/reactivity"

export interface Size {
  readonly columns: number
  readonly rows: number
}

export const sizeAtom: Atom.Writable<Size> = Atom.keepAlive(Atom.make<Size>({ columns: 80, rows: 24 }))

/** Whether to show the detail pane if there is room. */
export const showsPaneAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(true))

const paneRows = 9
const panelRows = 6
const smallPanelRows = 5
/** The height at which a failure panel of three lines leaves room for two rows. */
const smallestWithPanel = 6

const sideFrom = 120
const narrowestSide = 40
const widestSide = 60
/** The width at which a table shows all columns. */
const wholeTable = 90

const sideCells = (size: Size, showsPane: boolean): number => {
  if (!showsPane || size.columns < sideFrom || size.rows < 12) return 0
  return Math.max(narrowestSide, Math.min(widestSide, size.columns - wholeTable))
}

const paneLines = (size: Size, showsPane: boolean, hasPanel: boolean): number => {
  if (hasPanel && size.rows < smallestWithPanel) return 0
  if (hasPanel) return size.rows >= 16 ? panelRows : Math.min(smallPanelRows, size.rows - 3)
  return showsPane && size.rows >= 26 && size.columns >= 80 && size.columns < sideFrom ? paneRows : 0
}

/**
 * Divides the terminal from top to bottom. The heights add up to the height of the terminal. A small terminal has fewer frames,
 * so that rows stay visible.
 */
export const layoutOf = (size: Size, showsPane: boolean, hasPanel: boolean) => {
  const isTiny = size.rows < (hasPanel ? 12 : 8)
  const side = sideCells(size, showsPane)
  const rest = {
    header: isTiny ? 0 : 1,
    filter: isTiny ? 0 : 1,
    /** The table's frame and titles. */
    tableTop: isTiny ? 0 : 2,
    tableBottom: size.rows >= 10 ? 1 : 0,
    /** The detail pane or the failure panel below the table. */
    pane: paneLines(size, showsPane, hasPanel),
    /** The width of the detail pane next to the table. */
    side,
    tableWidth: size.columns - side,
    status: size.rows >= 14 ? 2 : 1
  }
  const taken = rest.header + rest.filter + rest.tableTop + rest.tableBottom + rest.pane + rest.status
  return { ...rest, tableRows: Math.max(1, size.rows - taken) }
}

/** Returns the width of a row of the table, without the frame and the marker. */
export const rowWidth = ({ tableWidth }: { readonly tableWidth: number }): number => Math.max(8, tableWidth - 6)
