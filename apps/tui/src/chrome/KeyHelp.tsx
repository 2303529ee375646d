import type { ReactElement } from "react"
import type { Mode } from "../keys/Action.ts"
import type { Command, Group } from "../keys/Command.ts"
import { keyLabel, keyLookupAtom } from "../keys/KeyLookup.ts"
import { safeText } from "@public-records/text/safeText"
import { fit, widthOf } from "@public-records/text/fit"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"
import { useAtom } from "./useAtom.tsx"

const groups: ReadonlyArray<Group> = ["MOVE", "FIND", "TAKE AWAY", "LOOK", "FILTER", "APP"]
const keyWidth = 9
/** Keys that belong together and are longer than that, such as `Tab Shift-Tab`. */
const widestKeys = 13
const gap = 2
const rowNumber = { keys: "123G", does: "row 123" }

/** The keys of commands that share a line: the first of each, then the second of each, as far as there is room for all. */
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

const groupLines = (group: Group, commands: ReadonlyArray<Command>, mode: Mode): ReadonlyArray<string> => {
  const here = commands.filter((command) => command.group === group && command.keys.length > 0)
  const lines = [...new Set(here.map(({ does }) => does))].map((does) => ({
    does,
    keys: keysOf(here.filter((command) => command.does === does))
  }))
  const all = group === "MOVE" && mode === "table" ? [...lines, rowNumber] : lines
  const width = Math.min(widestKeys, Math.max(keyWidth, ...all.map(({ keys }) => widthOf(keys))))
  return all.length === 0 ? [] : [group, ...all.map(({ keys, does }) => `  ${fit(keys, width)} ${does}`)]
}

/** Every key that does something in a mode, from the commands themselves. */
const helpLines = (commands: ReadonlyArray<Command>, mode: Mode, width: number): ReadonlyArray<string> => {
  const here = commands.filter(({ name, modes }) => name !== "" && modes.includes(mode))
  const left = groups.slice(0, 3).flatMap((group) => groupLines(group, here, mode))
  const right = groups.slice(3).flatMap((group) => groupLines(group, here, mode))
  const leftWidth = Math.max(0, ...left.map(widthOf)) + gap
  if (leftWidth + Math.max(0, ...right.map(widthOf)) > width) return [...left, ...right]
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, place) => `${fit(left[place] ?? "", leftWidth)}${right[place] ?? ""}`
  )
}

const paneNames: Readonly<Partial<Record<Mode, string>>> = {
  table: "rows",
  detail: "a record",
  form: "the filter form",
  insights: "insights"
}

/** The help for what had the keys, in place of the table. */
export const KeyHelp = (props: {
  readonly width: number
  readonly height: number
  readonly scroll: number
  /** What had the keys before the help took them. */
  readonly mode: Mode
}): ReactElement => {
  const { width, height, mode } = props
  const { commands } = useAtom(keyLookupAtom)
  const room = height - 2
  const all = helpLines(commands, mode, width - 4)
  const from = Math.max(0, Math.min(props.scroll, all.length - room))
  const more = all.length > room ? "↑↓ more · " : ""
  return (
    <>
      <Line spans={frameTop(`HELP · ${paneNames[mode] ?? "here"}`, width)} />
      {exactly(all.slice(from), room, "").map((text, place) => (
        <Line key={place} spans={framed({ text }, width)} />
      ))}
      <Line spans={frameBottom(`${more}? or Esc closes`, width)} />
    </>
  )
}
