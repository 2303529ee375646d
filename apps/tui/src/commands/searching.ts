import type { Command } from "../keys/Command.ts"
import { openSearch, showMatch } from "../panels/search.ts"
import type { Ui } from "../Ui.ts"

const findMatch = (by: 1 | -1) => (ui: Ui) => showMatch(ui, ui.get(ui.collection.view).cursor, by)

const whenSearched = (ui: Ui): string => (ui.get(ui.collection.search).text === "" ? "Press / to search first." : "")

const on = ["table", "detail"] as const

/** Commands that search the loaded rows without a request. */
export const search: ReadonlyArray<Command> = [
  { name: "search", keys: ["/"], help: ["SEARCH", "search rows"], on: ["table"], run: openSearch },
  { name: "next-match", keys: ["n"], help: ["SEARCH", "next, previous"], on, when: whenSearched, run: findMatch(1) },
  {
    name: "previous-match",
    keys: ["N"],
    help: ["SEARCH", "next, previous"],
    on,
    when: whenSearched,
    run: findMatch(-1)
  }
]
