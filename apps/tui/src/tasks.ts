import type { AtomRegistry } from "effect/reactivity"
import type { Action, TaskName } from "./keys/Action.ts"
import { openPalette } from "./overlays/palette.ts"
import { askForRow } from "./overlays/rowPrompt.ts"
import { nextTheme } from "./settings/themeChoice.ts"
import { openViews, saveView } from "./settings/viewMenus.ts"
import { askForKey } from "./standing/keyEntry.ts"
import { openStanding } from "./standing/standingPanel.ts"
import { browseRecord, copyField, copyRecord, copyRequest } from "./takeaway/copying.ts"
import { exportRows } from "./takeaway/exporting.ts"
import { redraw, suspend } from "./terminalTasks.ts"

type Registry = AtomRegistry.AtomRegistry

/** Does work beside browsing. `perform` does what any other action asks. */
export const runTask = (registry: Registry, name: TaskName, perform: (action: Action) => void): void => {
  switch (name) {
    case "palette":
      return openPalette(registry, perform)
    case "go-to-row":
      return askForRow(registry, perform)
    case "copy-field":
      return copyField(registry)
    case "copy-record":
      return copyRecord(registry)
    case "copy-request":
      return copyRequest(registry)
    case "browse-record":
      return browseRecord(registry)
    case "export":
      return exportRows(registry, perform)
    case "enter-key":
      return askForKey(registry)
    case "standing":
      return openStanding(registry, perform)
    case "save-view":
      return saveView(registry)
    case "views":
      return openViews(registry, perform)
    case "theme":
      return nextTheme(registry)
    case "redraw":
      return redraw(registry)
    case "suspend":
      return suspend(registry)
  }
}
