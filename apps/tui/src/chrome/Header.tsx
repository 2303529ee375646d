import { Option } from "effect"
import type { ReactElement } from "react"
import type { Origin } from "../AppLayer.ts"
import type { Summary } from "../browsing/collectionAtoms.ts"
import type { CollectionName } from "../keys/Action.ts"
import { safeText } from "../safeText.ts"
import { cut, ends, fit, widthOf } from "./fit.ts"
import { Line } from "./Line.tsx"

const hostOf = (baseUrl: string): string => safeText(baseUrl.replace(/^[a-z]+:\/\//, ""))

/** What the records are: a sample (its day is that of the complaints), or the data up to a time where the first row shows it, else their place. */
const dataLabel = (origin: Origin, summary: Summary, active: CollectionName): string => {
  if (origin.isSample) return active === "complaints" ? safeText(origin.sampleNote) : "sample data"
  return Option.match(summary.newest, {
    onNone: () => hostOf(origin.baseUrl),
    onSome: (newest) => `data to ${safeText(newest)}`
  })
}

const tab = (name: CollectionName, key: string, label: string, active: CollectionName): string =>
  name === active ? `[${key}] ${label}` : ` ${key}  ${label}`

/** The first line: the program, its two collections, and what the data is. */
export const Header = (props: {
  readonly width: number
  readonly active: CollectionName
  readonly origin: Origin
  readonly summary: Summary
}): ReactElement => {
  const { width, active } = props
  const name = width >= 76 ? " public-records  " : " "
  const gap = width >= 50 ? "  " : " "
  const complaints = tab("complaints", "1", width >= 50 ? "complaints" : "DNC", active)
  const notices = tab("notices", "2", width >= 50 ? "notices" : "HSR", active)
  const tabs = `${complaints}${gap}${notices}`
  const label = cut(dataLabel(props.origin, props.summary, active), Math.max(0, width - widthOf(name + tabs) - 3))
  return (
    <Line
      spans={[
        { text: name, role: "title" },
        { text: ends(fit(tabs, widthOf(tabs)), `${label} `, width - widthOf(name)) }
      ]}
    />
  )
}
