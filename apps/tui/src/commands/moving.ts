import { grouped } from "@public-records/text/counts"
import { viewAt, viewByPages } from "../collection/View.ts"
import type { Command } from "../keys/Command.ts"
import { type Move, positionAfterMove } from "../panels/Panel.ts"
import { openPrompt } from "../panels/prompt.ts"
import type { PanelName } from "../session.ts"
import type { Ui } from "../Ui.ts"

/** Moves the cursor to a row, counted from 0. */
export const goTo = (ui: Ui, row: number): void => {
  const { collection, summary } = ui
  const { tableRows } = ui.get(collection.layout)
  ui.update(collection.view, (view) => viewAt(view, row, summary.navigableRows, tableRows))
}

const pageBy = (ui: Ui, pages: 1 | -1): void => {
  const { collection, summary } = ui
  const { tableRows } = ui.get(collection.layout)
  ui.update(collection.view, (view) => viewByPages(view, pages, summary.navigableRows, tableRows))
}

const goToLast = (ui: Ui): void => {
  const { navigableRows, isRowCountKnown, arranged } = ui.summary
  if (isRowCountKnown || arranged !== "") return goTo(ui, navigableRows - 1)
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
  const { navigableRows, isRowCountKnown, arranged } = ui.summary
  if (row > navigableRows && !isRowCountKnown && arranged === "") return goToLast(ui)
  goTo(ui, row - 1)
  if (row > navigableRows) ui.notify(`There is no row ${grouped(row)}. This is the last one.`)
}

const rowNumber = /^[1-9]\d{0,8}$/

const promptForRow = (ui: Ui): void =>
  openPrompt(ui, {
    title: "GO TO A ROW",
    intro: ["Shortcut: type 123G in the table."],
    label: "Row",
    accept: (text) => {
      const typed = text.trim().replaceAll(",", "")
      if (!rowNumber.test(typed)) return `"${text}" is not a row number. Enter an integer from 1.`
      goToRow(ui, Number(typed))
      return ""
    }
  })

const on: ReadonlyArray<PanelName> = ["table", "detail", "insights", "report", "help"]

const move = (by: Move) => (ui: Ui) => ui.panel.move?.(ui, by)

/** Commands that move in rows, records, charts and the help. */
export const moving: ReadonlyArray<Command> = [
  { name: "row-up", keys: ["up", "k"], help: ["NAVIGATE", "move by row"], on, run: move("up") },
  { name: "row-down", keys: ["down", "j"], help: ["NAVIGATE", "move by row"], on, run: move("down") },
  { name: "page-up", keys: ["page-up", "ctrl-u"], help: ["NAVIGATE", "move by page"], on, run: move("page-up") },
  {
    name: "page-down",
    keys: ["page-down", "ctrl-d", " "],
    help: ["NAVIGATE", "move by page"],
    on,
    run: move("page-down")
  },
  { name: "first-row", keys: ["g", "home"], help: ["NAVIGATE", "first, last row"], on, run: move("first") },
  { name: "last-row", keys: ["G", "end"], help: ["NAVIGATE", "first, last row"], on, run: move("last") },
  { name: "go-to-row", keys: [], help: ["NAVIGATE", "go to a row…"], on: ["table"], run: promptForRow }
]
