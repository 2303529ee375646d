import type { AtomRegistry } from "effect/reactivity"
import type { Action } from "../keys/Action.ts"
import { openPrompt } from "./prompt.ts"

const rowNumber = /^[1-9]\d{0,8}$/

/** Asks for the number of a row, counted from 1, and goes there. */
export const askForRow = (registry: AtomRegistry.AtomRegistry, perform: (action: Action) => void): void =>
  openPrompt(registry, {
    title: "GO TO A ROW",
    intro: ["Its number and G, typed over the rows, does the same: 123G."],
    label: "Row",
    isSecret: false,
    text: "",
    accept: (_, text) => {
      const typed = text.trim().replaceAll(",", "")
      if (!rowNumber.test(typed)) return `"${text}" is not the number of a row. Type a whole number from 1.`
      perform({ _tag: "GoToRow", row: Number(typed) })
      return ""
    }
  })
