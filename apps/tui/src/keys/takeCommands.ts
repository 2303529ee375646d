import type { Command } from "./Command.ts"

/** What keys take away from the program. */
export const takeCommands: ReadonlyArray<Command> = [
  {
    name: "copy-field",
    group: "TAKE AWAY",
    does: "copy a field",
    modes: ["table", "detail"],
    keys: ["y"],
    action: { _tag: "Task", name: "copy-field" }
  },
  {
    name: "copy-record",
    group: "TAKE AWAY",
    does: "copy as JSON",
    modes: ["table", "detail"],
    keys: ["Y"],
    action: { _tag: "Task", name: "copy-record" }
  },
  {
    name: "copy-request",
    group: "TAKE AWAY",
    does: "copy as curl",
    modes: ["table", "detail"],
    keys: ["c"],
    action: { _tag: "Task", name: "copy-request" }
  },
  {
    name: "browse-record",
    group: "TAKE AWAY",
    does: "in a browser",
    modes: ["table", "detail"],
    keys: ["o"],
    action: { _tag: "Task", name: "browse-record" }
  },
  {
    name: "export",
    group: "TAKE AWAY",
    does: "export",
    modes: ["table", "detail"],
    keys: ["e"],
    action: { _tag: "Task", name: "export" }
  }
]
