import type { Command } from "./Command.ts"

/** What keys do with the rows of a collection as a whole. */
export const rowCommands: ReadonlyArray<Command> = [
  {
    name: "previous-column",
    group: "MOVE",
    does: "column",
    modes: ["table"],
    keys: ["left", "h"],
    action: { _tag: "ColumnBy", by: -1 }
  },
  {
    name: "next-column",
    group: "MOVE",
    does: "column",
    modes: ["table"],
    keys: ["right", "l"],
    action: { _tag: "ColumnBy", by: 1 }
  },
  {
    name: "sort-here",
    group: "LOOK",
    does: "sort loaded rows",
    modes: ["table"],
    keys: ["S"],
    action: { _tag: "SortHere" }
  },
  {
    name: "earlier-filter",
    group: "FILTER",
    does: "earlier, later",
    modes: ["table", "insights"],
    keys: ["["],
    action: { _tag: "FilterBy", by: -1 }
  },
  {
    name: "later-filter",
    group: "FILTER",
    does: "earlier, later",
    modes: ["table", "insights"],
    keys: ["]"],
    action: { _tag: "FilterBy", by: 1 }
  },
  {
    name: "load-all",
    group: "FILTER",
    does: "load all rows",
    modes: ["table", "insights"],
    keys: ["L"],
    action: { _tag: "OfferLoadAll" }
  },
  {
    name: "previous-record",
    group: "MOVE",
    does: "record before, after",
    modes: ["detail"],
    keys: ["left", "h"],
    action: { _tag: "RecordBy", by: -1 }
  },
  {
    name: "next-record",
    group: "MOVE",
    does: "record before, after",
    modes: ["detail"],
    keys: ["right", "l"],
    action: { _tag: "RecordBy", by: 1 }
  }
]
