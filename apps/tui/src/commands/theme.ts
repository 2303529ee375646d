import { noColorAtom, themeAtom, themeNames } from "../drawing/themes.ts"
import { type Command, screens } from "../keys/Command.ts"
import type { Ui } from "../Ui.ts"

const nextTheme = (ui: Ui): void => {
  const at = themeNames.indexOf(ui.get(themeAtom))
  const next = themeNames[(at + 1) % themeNames.length] ?? "terminal"
  ui.set(themeAtom, next)
  ui.notify(`Theme ${next}.`)
}

/** The command that switches to the next theme until the user quits. */
export const theme: Command = {
  name: "theme",
  keys: ["T"],
  help: ["APP", "next theme"],
  on: screens,
  when: (ui) => (ui.get(noColorAtom) ? "NO_COLOR is set: there are no colors to choose." : ""),
  run: nextTheme
}
