import { grouped } from "@public-records/text/counts"
import { windowAt, windowByPages } from "../collection/RowWindow.ts"
import type { Ui } from "../Ui.ts"
import { type Move, positionAfterMove } from "./Panel.ts"

/** Moves the cursor to a row, counted from 0. */
export const goTo = (ui: Ui, row: number): void => {
  const { collection, summary } = ui
  const { tableRows } = ui.get(collection.layout)
  ui.update(collection.view, (view) => windowAt(view, row, summary.navigableRows, tableRows))
}

const pageBy = (ui: Ui, pages: 1 | -1): void => {
  const { collection, summary } = ui
  const { tableRows } = ui.get(collection.layout)
  ui.update(collection.view, (view) => windowByPages(view, pages, summary.navigableRows, tableRows))
}

const goToLast = (ui: Ui): void => {
  const { navigableRows, isRowCountKnown, sorted } = ui.summary
  if (isRowCountKnown || sorted !== "") return goTo(ui, navigableRows - 1)
  // Without a total, the last row is a placeholder for rows that may follow.
  goTo(ui, navigableRows - 2)
  ui.notify("Total unknown. Last loaded row.")
}

/** Moves the cursor of the table. */
export const moveCursor = (ui: Ui, move: Move): void => {
  if (move === "page-up") return pageBy(ui, -1)
  if (move === "page-down") return pageBy(ui, 1)
  if (move === "last") return goToLast(ui)
  goTo(ui, positionAfterMove(move, ui.get(ui.collection.view).cursor, Infinity, 0))
}

/** Moves the cursor to a row, counted from 1. */
export const goToRow = (ui: Ui, row: number): void => {
  const { navigableRows, isRowCountKnown, sorted } = ui.summary
  if (row > navigableRows && !isRowCountKnown && sorted === "") return goToLast(ui)
  goTo(ui, row - 1)
  if (row > navigableRows) ui.notify(`There is no row ${grouped(row)}. This is the last one.`)
}
