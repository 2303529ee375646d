import type { Action, Edit, Mode, TaskName } from "./Action.ts"
import type { Command } from "./Command.ts"
import { insightCommands } from "./insightCommands.ts"
import { rowCommands } from "./rowCommands.ts"
import { takeCommands } from "./takeCommands.ts"

const browsing: ReadonlyArray<Mode> = ["table", "detail"]
const screens: ReadonlyArray<Mode> = ["table", "detail", "insights"]
const scrolling: ReadonlyArray<Mode> = ["table", "detail", "insights", "help"]
const everywhere: ReadonlyArray<Mode> = ["table", "detail", "insights", "form", "find", "help", "menu", "prompt"]

const task = (name: TaskName): Action => ({ _tag: "Task", name })

const moving: ReadonlyArray<Command> = [
  {
    name: "row-up",
    group: "MOVE",
    does: "row by row",
    modes: scrolling,
    keys: ["up", "k"],
    action: { _tag: "MoveBy", rows: -1 }
  },
  {
    name: "row-down",
    group: "MOVE",
    does: "row by row",
    modes: scrolling,
    keys: ["down", "j"],
    action: { _tag: "MoveBy", rows: 1 }
  },
  {
    name: "page-up",
    group: "MOVE",
    does: "page by page",
    modes: scrolling,
    keys: ["page-up", "ctrl-u"],
    action: { _tag: "PageBy", pages: -1 }
  },
  {
    name: "page-down",
    group: "MOVE",
    does: "page by page",
    modes: scrolling,
    keys: ["page-down", "ctrl-d", " "],
    action: { _tag: "PageBy", pages: 1 }
  },
  {
    name: "first-row",
    group: "MOVE",
    does: "first, last",
    modes: scrolling,
    keys: ["g", "home"],
    action: { _tag: "GoFirst" }
  },
  {
    name: "last-row",
    group: "MOVE",
    does: "first, last",
    modes: scrolling,
    keys: ["G", "end"],
    action: { _tag: "GoLast" }
  },
  {
    name: "go-to-row",
    group: "MOVE",
    does: "asks for the number",
    modes: ["table"],
    keys: [],
    action: task("go-to-row")
  }
]

const looking: ReadonlyArray<Command> = [
  {
    name: "open-record",
    group: "LOOK",
    does: "whole record",
    modes: ["table"],
    keys: ["enter"],
    action: { _tag: "OpenDetail" }
  },
  {
    name: "back",
    group: "LOOK",
    does: "back, or cancel",
    modes: everywhere,
    keys: ["escape"],
    action: { _tag: "Back" }
  },
  {
    name: "detail-pane",
    group: "LOOK",
    does: "detail pane",
    modes: ["table"],
    keys: ["d"],
    action: { _tag: "TogglePane" }
  },
  {
    name: "complaints",
    group: "LOOK",
    does: "collections",
    modes: screens,
    keys: ["1"],
    action: { _tag: "Show", collection: "complaints" }
  },
  {
    name: "notices",
    group: "LOOK",
    does: "collections",
    modes: screens,
    keys: ["2"],
    action: { _tag: "Show", collection: "notices" }
  }
]

const finding: ReadonlyArray<Command> = [
  {
    name: "find",
    group: "FIND",
    does: "in loaded rows",
    modes: ["table"],
    keys: ["/"],
    action: { _tag: "OpenFind" }
  },
  {
    name: "next-match",
    group: "FIND",
    does: "next, previous",
    modes: browsing,
    keys: ["n"],
    action: { _tag: "FindBy", by: 1 }
  },
  {
    name: "previous-match",
    group: "FIND",
    does: "next, previous",
    modes: browsing,
    keys: ["N"],
    action: { _tag: "FindBy", by: -1 }
  },
  {
    name: "same-number",
    group: "FIND",
    does: "same number",
    modes: browsing,
    keys: ["#"],
    action: { _tag: "SameNumber" }
  }
]

const filtering: ReadonlyArray<Command> = [
  {
    name: "filter",
    group: "FILTER",
    does: "filter and order",
    modes: screens,
    keys: ["f"],
    action: { _tag: "OpenForm" }
  },
  {
    name: "no-filter",
    group: "FILTER",
    does: "no filter",
    modes: ["table"],
    keys: ["x"],
    action: { _tag: "ClearFilter" }
  },
  {
    name: "apply-form",
    group: "FILTER",
    does: "apply the form",
    modes: ["form"],
    keys: ["ctrl-s", "enter"],
    action: { _tag: "ApplyForm" }
  },
  {
    name: "empty-form",
    group: "FILTER",
    does: "empty the form",
    modes: ["form"],
    keys: ["ctrl-r"],
    action: { _tag: "ResetForm" }
  }
]

const running: ReadonlyArray<Command> = [
  {
    name: "reload",
    group: "APP",
    does: "reload, retry",
    modes: screens,
    keys: ["r"],
    action: { _tag: "Reload" }
  },
  {
    name: "commands",
    group: "APP",
    does: "all commands",
    modes: screens,
    keys: [":"],
    action: task("palette")
  },
  {
    name: "enter-key",
    group: "APP",
    does: "enter a key",
    modes: screens,
    keys: ["K"],
    action: task("enter-key")
  },
  {
    name: "views",
    group: "LOOK",
    does: "saved views",
    modes: screens,
    keys: ["4"],
    action: task("views")
  },
  {
    name: "save-view",
    group: "FILTER",
    does: "save this view",
    modes: screens,
    keys: ["s"],
    action: task("save-view")
  },
  { name: "theme", group: "APP", does: "next theme", modes: screens, keys: ["T"], action: task("theme") },
  {
    name: "standing",
    group: "APP",
    does: "where you stand",
    modes: screens,
    keys: ["i"],
    action: task("standing")
  },
  { name: "help", group: "APP", does: "this help", modes: screens, keys: ["?"], action: { _tag: "OpenHelp" } },
  { name: "quit", group: "APP", does: "quit", modes: screens, keys: ["q"], action: { _tag: "Quit" } },
  { name: "redraw", group: "APP", does: "draw anew", modes: everywhere, keys: ["ctrl-l"], action: task("redraw") },
  { name: "suspend", group: "APP", does: "suspend; fg", modes: everywhere, keys: ["ctrl-z"], action: task("suspend") },
  {
    name: "interrupt",
    group: "APP",
    does: "cancel; 2× quits",
    modes: everywhere,
    keys: ["ctrl-c"],
    action: { _tag: "Interrupt" }
  }
]

const edit = (change: Edit): Action => ({ _tag: "Edit", edit: change })

const own = (modes: ReadonlyArray<Mode>, key: string, action: Action): Command => ({
  name: "",
  group: "APP",
  does: "",
  modes,
  keys: [key],
  action
})

const typing: ReadonlyArray<Mode> = ["form", "find", "menu", "prompt"]

/** Keys of what has the focus. */
const ownKeys: ReadonlyArray<Command> = [
  // Ctrl-/, as terminals send it: where text is typed, `?` is text.
  own(["form"], "ctrl-_", { _tag: "OpenHelp" }),
  own(["help"], "ctrl-_", { _tag: "Back" }),
  own(["help"], "?", { _tag: "Back" }),
  own(["help"], "q", { _tag: "Back" }),
  own(["help", "detail"], "enter", { _tag: "Back" }),
  own(["find"], "enter", { _tag: "AcceptFind" }),
  own(["find"], "tab", { _tag: "CompleteFind" }),
  own(["menu"], "enter", { _tag: "Choose" }),
  own(["prompt"], "enter", { _tag: "AcceptPrompt" }),
  own(["menu"], "up", { _tag: "ChooseBy", by: -1 }),
  own(["menu"], "shift-tab", { _tag: "ChooseBy", by: -1 }),
  own(["menu"], "down", { _tag: "ChooseBy", by: 1 }),
  own(["menu"], "tab", { _tag: "ChooseBy", by: 1 }),
  own(["form"], "tab", { _tag: "FieldBy", by: 1 }),
  own(["form"], "down", { _tag: "FieldBy", by: 1 }),
  own(["form"], "shift-tab", { _tag: "FieldBy", by: -1 }),
  own(["form"], "up", { _tag: "FieldBy", by: -1 }),
  own(typing, "backspace", edit({ _tag: "DeleteBefore" })),
  own(typing, "delete", edit({ _tag: "DeleteAfter" })),
  own(typing, "left", edit({ _tag: "CaretBy", by: -1 })),
  own(typing, "right", edit({ _tag: "CaretBy", by: 1 })),
  own(typing, "home", edit({ _tag: "CaretToStart" })),
  own(typing, "ctrl-a", edit({ _tag: "CaretToStart" })),
  own(typing, "end", edit({ _tag: "CaretToEnd" })),
  own(typing, "ctrl-e", edit({ _tag: "CaretToEnd" })),
  own(typing, "ctrl-u", edit({ _tag: "DeleteAllBefore" })),
  own(typing, "ctrl-w", edit({ _tag: "DeleteWordBefore" }))
]

/** Everything that keys do, in the order of the help: keys, help, palette and the names in the configuration come from here. */
export const commands: ReadonlyArray<Command> = [
  ...moving,
  ...looking,
  ...insightCommands,
  ...finding,
  ...filtering,
  ...rowCommands,
  ...takeCommands,
  ...running,
  ...ownKeys
]
