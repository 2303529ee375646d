import { Option } from "effect"
import { isExporting } from "../backgroundExport.ts"
import { type Command, everywhere, screens } from "../keys/Command.ts"
import { terminalControlAtom } from "../platform/suspension.ts"
import { focusedPanel } from "../panels/index.ts"
import { openMenu } from "../panels/menu.ts"
import { exitCodeAtom } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { cancelWork } from "./loading.ts"

const exitCodeOfInterrupt = 130

const exit = (ui: Ui, code: number): void => ui.set(exitCodeAtom, Option.some(code))

/** Quits. Asks for confirmation if an export is running. */
const quit = (ui: Ui): void => {
  if (!isExporting(ui)) return exit(ui, 0)
  openMenu(ui, {
    title: "EXPORT IN PROGRESS",
    intro: ["The export can be resumed later by exporting to the same file."],
    items: [
      { label: "keep exporting", hint: "stay here", onSelect: () => undefined },
      { label: "quit", hint: "stop the export", onSelect: () => exit(ui, 0) }
    ]
  })
}

/** Cancels or goes back like Esc. The second Ctrl-C in a row quits. */
const interrupt = (ui: Ui): void => {
  const { panel, basePanel, interrupts } = ui.session
  if (interrupts > 1) return exit(ui, exitCodeOfInterrupt)
  if (!cancelWork(ui) && panel !== basePanel) focusedPanel(ui).back(ui)
  ui.notify("Press Ctrl-C again to quit.")
}

/** Releases the terminal while `work` runs, then draws the screen again. */
const releaseTerminal = (ui: Ui, work = (): Promise<void> => Promise.resolve()): void =>
  void ui.get(terminalControlAtom).releaseWhile(work)

export const program: ReadonlyArray<Command> = [
  { name: "help", keys: ["?"], help: ["APP", "this help"], on: screens, run: (ui) => ui.openOverlay("help") },
  { name: "quit", keys: ["q"], help: ["APP", "quit"], on: screens, run: quit },
  { name: "redraw", keys: ["ctrl-l"], help: ["APP", "redraw"], on: everywhere, run: (ui) => releaseTerminal(ui) },
  {
    name: "suspend",
    keys: ["ctrl-z"],
    help: ["APP", "suspend (fg)"],
    on: everywhere,
    when: (ui) => (ui.platform.suspend === undefined ? "This system cannot suspend a program." : ""),
    run: (ui) => releaseTerminal(ui, ui.platform.suspend)
  },
  { name: "interrupt", keys: ["ctrl-c"], help: ["APP", "cancel, 2× quit"], on: everywhere, run: interrupt }
]
