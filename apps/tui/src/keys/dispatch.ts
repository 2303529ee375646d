import { Atom } from "effect/reactivity"
import { pastedLine } from "@public-records/text/fit"
import { useInput, usePaste } from "ink"
import type { Ui } from "../Ui.ts"
import { bindingsAtom } from "./bindings.ts"
import { editingKey } from "./editing.ts"
import { isText, type KeyPress, keyPresses } from "./KeyPress.ts"
import { typeRowNumber } from "./rowNumber.ts"

/** Runs what a key does on the panel that has the keys: a command, a key of the panel itself, or an edit of its text. */
const dispatch = (ui: Ui, key: KeyPress): void => {
  const name = isText(key) ? key.text : key.name
  const command = ui.get(bindingsAtom).commandOn(ui.session.panel, name)
  if (command !== undefined) return ui.run(command)
  const { keys, type } = ui.panel
  const own = keys?.[name]
  if (own !== undefined) return own(ui)
  if (isText(key) || editingKey.test(name)) type?.(ui, key)
}

/** Handles one key. **Units** `now` in milliseconds. */
export const press = (ui: Ui, key: KeyPress, now: number): void =>
  Atom.batch(() => {
    const isInterrupt = !isText(key) && key.name === "ctrl-c"
    ui.change({ notification: "", interrupts: isInterrupt ? ui.session.interrupts + 1 : 0 })
    if (!typeRowNumber(ui, key, now)) dispatch(ui, key)
  })

/** Handles pasted text: it goes into a text field as one line, and is never read as keys. */
const paste = (ui: Ui, text: string): void => {
  const { type } = ui.panel
  if (type === undefined) return ui.notify("Paste only works in a text field.")
  type(ui, { text: pastedLine(text) })
}

/** Handles every key and every paste of the terminal, in order. */
export const useKeys = (ui: Ui): void => {
  useInput((input, key) => {
    if (key.eventType === "release") return
    for (const one of keyPresses(input, key)) press(ui, one, performance.now())
  })
  usePaste((text) => paste(ui, text))
}
