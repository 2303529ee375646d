import type { Command } from "../keys/Command.ts"
import { goToRow } from "../panels/cursor.ts"
import { focusedPanel } from "../panels/index.ts"
import type { Move } from "../panels/Panel.ts"
import { openPrompt } from "../panels/prompt.ts"
import type { PanelName } from "../session.ts"
import type { Ui } from "../Ui.ts"

const rowNumber = /^[1-9]\d{0,8}$/

const promptForRow = (ui: Ui): void =>
  openPrompt(ui, {
    title: "GO TO A ROW",
    intro: [],
    label: "Row",
    accept: (text) => {
      const typed = text.trim().replaceAll(",", "")
      if (!rowNumber.test(typed)) return `"${text}" is not a row number. Enter an integer from 1.`
      goToRow(ui, Number(typed))
      return ""
    }
  })

const on: ReadonlyArray<PanelName> = ["table", "detail", "insights", "report", "help"]

// Stryker disable next-line OptionalChaining: all of these panels can be moved in.
const move = (by: Move) => (ui: Ui) => focusedPanel(ui).move?.(ui, by)

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
