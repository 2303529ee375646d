import { grouped } from "@public-records/text/counts"
import type { Command } from "../keys/Command.ts"
import type { Ui } from "../Ui.ts"

const columnBy = (ui: Ui, by: 1 | -1): void => {
  ui.collection.columnBy(ui.registry, by)
  ui.notify(`Column ${ui.collection.chosenColumn(ui.registry)}. Press S to sort the loaded rows.`)
}

const sortLocally = (ui: Ui): void => {
  ui.collection.sortLocally(ui.registry)
  const { loaded, order, sorted } = ui.summary
  ui.notify(sorted === "" ? `Not sorted locally: ${order}.` : `${grouped(loaded)} loaded rows, ${sorted}`)
}

const on = ["table"] as const

/** Commands that choose a column and sort the loaded rows by it. */
export const sorting: ReadonlyArray<Command> = [
  {
    name: "previous-column",
    keys: ["left", "h"],
    help: ["NAVIGATE", "choose column"],
    on,
    run: (ui) => columnBy(ui, -1)
  },
  { name: "next-column", keys: ["right", "l"], help: ["NAVIGATE", "choose column"], on, run: (ui) => columnBy(ui, 1) },
  { name: "sort-loaded", keys: ["S"], help: ["VIEW", "sort by column"], on, run: sortLocally }
]
