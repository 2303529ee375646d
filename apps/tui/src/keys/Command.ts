import type { PanelName } from "../session.ts"
import type { Ui } from "../Ui.ts"

/** The headings of the help. */
export type Group = "NAVIGATE" | "VIEW" | "SEARCH" | "FILTER" | "COPY & EXPORT" | "APP"

/** Something that a key does. Help, palette, key bindings, `docs/terminal.md` and the man page are made from these. */
export interface Command {
  /** Listed in the palette and used in the configuration file, so it never changes. */
  readonly name: string
  /** Default keys, as `KeyPress` names them. */
  readonly keys: ReadonlyArray<string>
  /** Commands with the same label share a line of the help. */
  readonly help: readonly [group: Group, label: string]
  /** The panels on which the command works. */
  readonly on: ReadonlyArray<PanelName>
  /** Returns a sentence that says why the command cannot run now; empty if it can. */
  readonly when?: (ui: Ui) => string
  readonly run: (ui: Ui) => void
}

/** The panels that show records. */
export const screens: ReadonlyArray<PanelName> = ["table", "detail", "insights"]

/** All panels. */
export const everywhere: ReadonlyArray<PanelName> = [...screens, "form", "search", "help", "menu", "prompt"]
