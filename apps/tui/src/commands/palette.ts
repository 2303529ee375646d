import { bindingsAtom, keyLabel } from "../keys/bindings.ts"
import { type Command, runCommand, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import type { Ui } from "../Ui.ts"

const openPalette = (ui: Ui): void => {
  const { panel } = ui.session
  const here = ui.get(bindingsAtom).commands.filter(({ name, on }) => name !== "commands" && on.includes(panel))
  openMenu(ui, {
    title: "COMMANDS",
    items: here.map((command) => ({
      label: command.name.replaceAll("-", " "),
      hint: `${command.keys.map(keyLabel).join(" ")}  ${command.help[1]}`.trim(),
      onSelect: () => runCommand(ui, command)
    }))
  })
}

/** The command palette: a menu of all commands of the panel. */
export const palette: Command = {
  name: "commands",
  keys: [":"],
  help: ["APP", "all commands"],
  on: screens,
  run: openPalette
}
