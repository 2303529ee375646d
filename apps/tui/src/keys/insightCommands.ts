import type { Command } from "./Command.ts"

/** What keys do with the charts. */
export const insightCommands: ReadonlyArray<Command> = [
  {
    name: "insights",
    group: "LOOK",
    does: "insights",
    modes: ["table", "detail", "insights"],
    keys: ["3"],
    action: { _tag: "ShowInsights" }
  },
  {
    name: "next-chart",
    group: "MOVE",
    does: "next, previous chart",
    modes: ["insights"],
    keys: ["tab"],
    action: { _tag: "ChartBy", by: 1 }
  },
  {
    name: "previous-chart",
    group: "MOVE",
    does: "next, previous chart",
    modes: ["insights"],
    keys: ["shift-tab"],
    action: { _tag: "ChartBy", by: -1 }
  },
  {
    name: "previous-slice",
    group: "MOVE",
    does: "bar by bar",
    modes: ["insights"],
    keys: ["left", "h"],
    action: { _tag: "MoveBy", rows: -1 }
  },
  {
    name: "next-slice",
    group: "MOVE",
    does: "bar by bar",
    modes: ["insights"],
    keys: ["right", "l"],
    action: { _tag: "MoveBy", rows: 1 }
  },
  {
    name: "drill-down",
    group: "LOOK",
    does: "loaded rows of this",
    modes: ["insights"],
    keys: ["enter"],
    action: { _tag: "DrillDown" }
  },
  {
    name: "ask-for-slice",
    group: "FILTER",
    does: "ask for all of this",
    modes: ["insights"],
    keys: ["a"],
    action: { _tag: "AskForSlice" }
  },
  {
    name: "chart-alone",
    group: "LOOK",
    does: "this chart alone",
    modes: ["insights"],
    keys: ["t"],
    action: { _tag: "ToggleAlone" }
  }
]
