import type { Command } from "../keys/Command.ts"
import { openFind, showMatch } from "../panels/find.ts"
import type { Ui } from "../Ui.ts"

const findFromCursor = (ui: Ui, by: 1 | -1): void => showMatch(ui, ui.get(ui.collection.view).cursor, by)

const whenSought = (ui: Ui): string =>
  ui.get(ui.collection.search).text === "" ? "Press / to look for something first." : ""

const on = ["table", "detail"] as const

/** Searching the loaded rows, without a request. */
export const finding: ReadonlyArray<Command> = [
  { name: "find", keys: ["/"], help: ["FIND", "in loaded rows"], on: ["table"], run: openFind },
  {
    name: "next-match",
    keys: ["n"],
    help: ["FIND", "next, previous"],
    on,
    when: whenSought,
    run: (ui) => findFromCursor(ui, 1)
  },
  {
    name: "previous-match",
    keys: ["N"],
    help: ["FIND", "next, previous"],
    on,
    when: whenSought,
    run: (ui) => findFromCursor(ui, -1)
  },
  {
    name: "same-number",
    keys: ["#"],
    help: ["FIND", "same number"],
    on,
    when: (ui) =>
      ui.collection.numberAtCursor(ui.registry) === "" ? "This row has no telephone number to follow." : "",
    run: (ui) => {
      ui.set(ui.collection.search, { _tag: "Number", text: ui.collection.numberAtCursor(ui.registry) })
      findFromCursor(ui, 1)
    }
  }
]
