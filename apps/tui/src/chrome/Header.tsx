import { Option } from "effect"
import type { ReactElement } from "react"
import type { Origin } from "../AppLayer.ts"
import type { Summary } from "../browsing/Summary.ts"
import type { CollectionName } from "../keys/Action.ts"
import { safeText } from "../safeText.ts"
import { cut, ends, fit, widthOf } from "./fit.ts"
import { Line } from "./Line.tsx"

/** The place of a service without its scheme. */
export const hostOf = (baseUrl: string): string => safeText(baseUrl.replace(/^[a-z]+:\/\//, ""))

/** What the records are: a sample (its day is that of the complaints), or the data up to a time where the first row shows it, else their place. */
const dataLabel = (origin: Origin, summary: Summary, active: CollectionName): string => {
  if (origin.isSample) return active === "complaints" ? safeText(origin.sampleNote) : "sample data"
  return Option.match(summary.newest, {
    onNone: () => hostOf(origin.baseUrl),
    onSome: (newest) => `data to ${safeText(newest)}`
  })
}

const tab = (key: string, label: string, isShown: boolean): string =>
  isShown ? `[${key}] ${label}` : ` ${key}  ${label}`

/** The first line: the program, its two collections, and what the data is. */
export const Header = (props: {
  readonly width: number
  readonly active: CollectionName
  /** Whether what is counted of the collection is shown, and not its rows. */
  readonly isInsights: boolean
  readonly origin: Origin
  readonly summary: Summary
}): ReactElement => {
  const { width, active, isInsights } = props
  const name = width >= 76 ? " public-records  " : " "
  const gap = width >= 50 ? "  " : " "
  const shows = (name: CollectionName): boolean => !isInsights && name === active
  const tabs = [
    tab("1", width >= 50 ? "complaints" : "DNC", shows("complaints")),
    tab("2", width >= 50 ? "notices" : "HSR", shows("notices")),
    ...(width >= 70 || isInsights ? [tab("3", width >= 70 ? "insights" : "Ins", isInsights)] : [])
  ].join(gap)
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
