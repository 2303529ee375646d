import type { Command } from "../keys/Command.ts"
import { openFind, showMatch } from "../panels/find.ts"
import type { Ui } from "../Ui.ts"

const findMatch = (by: 1 | -1) => (ui: Ui) => showMatch(ui, ui.get(ui.collection.view).cursor, by)

const whenSearched = (ui: Ui): string =>
  ui.get(ui.collection.search).text === "" ? "Press / to look for something first." : ""

const whyNoNumber = (ui: Ui): string =>
  ui.collection.numberAtCursor(ui.registry) === "" ? "This row has no telephone number to follow." : ""

const findSameNumber = (ui: Ui): void => {
  ui.set(ui.collection.search, { _tag: "Number", text: ui.collection.numberAtCursor(ui.registry) })
  findMatch(1)(ui)
}

const on = ["table", "detail"] as const

/** Searching the loaded rows, without a request. */
export const finding: ReadonlyArray<Command> = [
  { name: "find", keys: ["/"], help: ["FIND", "in loaded rows"], on: ["table"], run: openFind },
  { name: "next-match", keys: ["n"], help: ["FIND", "next, previous"], on, when: whenSearched, run: findMatch(1) },
  { name: "previous-match", keys: ["N"], help: ["FIND", "next, previous"], on, when: whenSearched, run: findMatch(-1) },
  { name: "same-number", keys: ["#"], help: ["FIND", "same number"], on, when: whyNoNumber, run: findSameNumber }
]
