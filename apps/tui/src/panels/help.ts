import { fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { bindingsAtom, keyLabel } from "../keys/bindings.ts"
import type { Command, Group } from "../keys/Command.ts"
import { type PanelName, sessionAtom } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { type Panel, scrolling } from "./Panel.ts"

const leftGroups: ReadonlyArray<Group> = ["NAVIGATE", "FILTER", "COPY & EXPORT"]
const rightGroups: ReadonlyArray<Group> = ["VIEW", "SEARCH", "APP"]
const keyWidth = 9
/** The maximum width of the keys of one line, such as `Tab Shift-Tab`. */
const widestKeys = 13
const gap = 2

/** Returns the keys of commands that share a line: the first key of each, then the second keys if all of them fit. */
const keysOf = (commands: ReadonlyArray<Command>): string => {
  const most = Math.max(...commands.map(({ keys }) => keys.length))
  const rounds = Array.from({ length: most }, (_, round) =>
    commands.flatMap(({ keys }) => keys.slice(round, round + 1))
  )
  return rounds.reduce((text, round) => {
    const longer = `${text} ${round.map(keyLabel).map(safeText).join(" ")}`.trim()
    return text === "" || widthOf(longer) <= keyWidth ? longer : text
  }, "")
}

const groupLines = (group: Group, commands: ReadonlyArray<Command>): ReadonlyArray<string> => {
  const here = commands.filter(({ help, keys }) => help[0] === group && keys.length > 0)
  const lines = [...new Set(here.map(({ help }) => help[1]))].map((label) => ({
    label,
    keys: keysOf(here.filter(({ help }) => help[1] === label))
  }))
  const width = Math.min(widestKeys, Math.max(keyWidth, ...lines.map(({ keys }) => widthOf(keys))))
  return lines.length === 0 ? [] : [group, ...lines.map(({ keys, label }) => `  ${fit(keys, width)} ${label}`)]
}

/** Returns the keys of a panel by group, in two columns if there is room. */
const helpLines = (commands: ReadonlyArray<Command>, panel: PanelName, width: number): ReadonlyArray<string> => {
  const here = commands.filter(({ on }) => on.includes(panel))
  const left = leftGroups.flatMap((group) => groupLines(group, here))
  const right = rightGroups.flatMap((group) => groupLines(group, here))
  const leftWidth = Math.max(0, ...left.map(widthOf)) + gap
  if (leftWidth + Math.max(0, ...right.map(widthOf)) > width) return [...left, ...right]
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, place) => `${fit(left[place] ?? "", leftWidth)}${right[place] ?? ""}`
  )
}

/** The panels that have a help, by their name in its title. */
const titles: Readonly<Partial<Record<PanelName, string>>> = {
  table: "rows",
  detail: "a record",
  form: "the filter form",
  insights: "insights",
  report: "a report"
}

const keysOfPanel = scrolling(({ get, width }) => {
  const { panelBelow } = get(sessionAtom)
  return {
    title: `HELP · ${titles[panelBelow] ?? "here"}`,
    lines: helpLines(get(bindingsAtom).commands, panelBelow, width - 4),
    keys: "? or Esc close",
    more: () => "↑↓ more"
  }
})

const close = (ui: Ui): void => ui.closeOverlay()

/** The help for the panel below it. */
export const help: Panel = {
  ...keysOfPanel,
  // Ctrl-/ reaches the program as Ctrl-_.
  keys: { "?": close, q: close, enter: close, "ctrl-_": close },
  back: close
}
