import type { PanelName } from "../session.ts"
import type { Ui } from "../Ui.ts"

/** The headings of the help. */
export type Group = "NAVIGATE" | "VIEW" | "SEARCH" | "FILTER" | "COPY & EXPORT" | "APP"

/** A command of the terminal UI. Help, palette, key bindings, `docs/terminal.md` are generated from the commands. */
export interface Command {
  /** Shown in the palette and used in the configuration file. A renamed command stays readable there: see `renamed`. */
  readonly name: string
  /** Default keys, by the names in `KeyPress`. */
  readonly keys: ReadonlyArray<string>
  /** Commands with the same label share a line of the help. */
  readonly help: readonly [group: Group, label: string]
  /** The panels in which the command works. */
  readonly on: ReadonlyArray<PanelName>
  /** Returns the reason why the command cannot run now, or an empty string. */
  readonly when?: (ui: Ui) => string
  readonly run: (ui: Ui) => void
}

/** The panels that show records or what is known of them. */
export const screens: ReadonlyArray<PanelName> = ["table", "detail", "insights", "report"]

export const everywhere: ReadonlyArray<PanelName> = [...screens, "form", "search", "help", "menu", "prompt"]

/** Runs a command, or shows the reason why it cannot run now. */
export const runCommand = (ui: Ui, command: Command): void => {
  const reason = command.when?.(ui) ?? ""
  if (reason === "") command.run(ui)
  else ui.notify(reason)
}
