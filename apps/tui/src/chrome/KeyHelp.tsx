import type { ReactElement } from "react"
import { type Binding, bindings } from "../keys/keymap.ts"
import { fit, widthOf } from "./fit.ts"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"

const leftGroups: ReadonlyArray<Binding["group"]> = ["MOVE", "FIND"]
const rightGroups: ReadonlyArray<Binding["group"]> = ["LOOK", "FILTER", "APP"]
const keyWidth = 9
const gap = 2
const twoColumnsFrom = 54

const groupLines = (group: Binding["group"]): ReadonlyArray<string> => [
  group,
  ...bindings.filter((binding) => binding.group === group).map(({ keys, does }) => `  ${fit(keys, keyWidth)}${does}`)
]

const left = leftGroups.flatMap(groupLines)
const right = rightGroups.flatMap(groupLines)
const leftWidth = Math.max(...left.map(widthOf))

const besides = (): ReadonlyArray<string> =>
  Array.from(
    { length: Math.max(left.length, right.length) },
    (_, place) => `${fit(left[place] ?? "", leftWidth + gap)}${right[place] ?? ""}`
  )

/** Every key that does something, from the keymap itself. */
const helpLines = (width: number): ReadonlyArray<string> => (width >= twoColumnsFrom ? besides() : [...left, ...right])

/** The help, in place of the table. */
export const KeyHelp = (props: {
  readonly width: number
  readonly height: number
  readonly scroll: number
}): ReactElement => {
  const { width, height } = props
  const room = height - 2
  const all = helpLines(width - 4)
  const from = Math.max(0, Math.min(props.scroll, all.length - room))
  const more = all.length > room ? "↑↓ more · " : ""
  return (
    <>
      <Line spans={frameTop("HELP", width)} />
      {exactly(all.slice(from), room, "").map((text, place) => (
        <Line key={place} spans={framed({ text }, width)} />
      ))}
      <Line spans={frameBottom(`${more}? or Esc closes`, width)} />
    </>
  )
}
