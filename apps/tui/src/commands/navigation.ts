import type { CollectionName } from "../collection/CollectionDefinition.ts"
import { type Command, everywhere, screens } from "../keys/Command.ts"
import { showsPaneAtom } from "../drawing/layout.ts"
import { moveCursor } from "../panels/cursor.ts"
import { focusedPanel } from "../panels/index.ts"
import type { Ui } from "../Ui.ts"
import { openSuggestions } from "./filtering.ts"
import { cancelWork } from "./loading.ts"

const openRecord = (ui: Ui): void => {
  const { filter, rowCount } = ui.summary
  if (rowCount === 0 && filter !== "") return openSuggestions(ui)
  ui.change({ panel: "detail", scroll: 0 })
}

/** Goes back one level. In the rows and insights, first cancels a running request or export. */
const goBack = (ui: Ui): void => {
  const { panel, basePanel } = ui.session
  if (panel !== basePanel || !cancelWork(ui)) focusedPanel(ui).back(ui)
}

const togglePane = (ui: Ui): void => ui.update(showsPaneAtom, (shows) => !shows)

export const showRows = (active: CollectionName) => (ui: Ui) =>
  ui.change({ active, panel: "table", basePanel: "table", scroll: 0 })

/** Shows the previous or next record from its first line. */
const showRecord = (move: "up" | "down") => (ui: Ui) => {
  moveCursor(ui, move)
  ui.change({ scroll: 0 })
}

const on = ["detail"] as const

/** Commands that open records, go back and switch collections. */
export const navigation: ReadonlyArray<Command> = [
  { name: "open-record", keys: ["enter"], help: ["VIEW", "open record"], on: ["table"], run: openRecord },
  { name: "back", keys: ["escape"], help: ["VIEW", "back, cancel"], on: everywhere, run: goBack },
  { name: "detail-pane", keys: ["d"], help: ["VIEW", "detail pane"], on: ["table"], run: togglePane },
  { name: "complaints", keys: ["1"], help: ["VIEW", "collections"], on: screens, run: showRows("complaints") },
  { name: "notices", keys: ["2"], help: ["VIEW", "collections"], on: screens, run: showRows("notices") },
  {
    name: "previous-record",
    keys: ["left", "h"],
    help: ["NAVIGATE", "previous, next record"],
    on,
    run: showRecord("up")
  },
  {
    name: "next-record",
    keys: ["right", "l"],
    help: ["NAVIGATE", "previous, next record"],
    on,
    run: showRecord("down")
  }
]
