import { Atom } from "effect/reactivity"
import { pastedLine } from "@public-records/text/fit"
import { useInput, usePaste } from "ink"
import { focusedPanel } from "../panels/index.ts"
import type { Ui } from "../Ui.ts"
import { bindingsAtom } from "./bindings.ts"
import { runCommand } from "./Command.ts"
import { editingKey } from "./editing.ts"
import { isText, type KeyPress, keyPresses } from "./KeyPress.ts"

/** Handles a key in the focused panel: as a command, as a fixed key of the panel, or as input. */
const dispatch = (ui: Ui, key: KeyPress): void => {
  const name = isText(key) ? key.text : key.name
  const command = ui.get(bindingsAtom).commandOn(ui.session.panel, name)
  if (command !== undefined) return runCommand(ui, command)
  const { keys, type } = focusedPanel(ui)
  const own = keys?.[name]
  if (own !== undefined) return own(ui)
  if (isText(key) || editingKey.test(name)) type?.(ui, key)
}

/** Handles one key. */
export const press = (ui: Ui, key: KeyPress): void =>
  Atom.batch(() => {
    const isInterrupt = !isText(key) && key.name === "ctrl-c"
    ui.change({ notification: "", interrupts: isInterrupt ? ui.session.interrupts + 1 : 0 })
    dispatch(ui, key)
  })

/** Inserts pasted text into a text field as one line. It is never interpreted as keys. */
const paste = (ui: Ui, text: string): void =>
  Atom.batch(() => {
    ui.change({ notification: "", interrupts: 0 })
    const { type } = focusedPanel(ui)
    if (type === undefined) return ui.notify("Paste only works in a text field.")
    type(ui, { text: pastedLine(text) })
  })

/** Handles every key and every paste of the terminal, in order. */
export const useKeys = (ui: Ui): void => {
  useInput((input, key) => {
    if (key.eventType === "release") return
    for (const one of keyPresses(input, key)) press(ui, one)
  })
  usePaste((text) => paste(ui, text))
}
