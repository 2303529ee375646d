import type { QuotaState } from "@public-records/core"
import { Option } from "effect"
import type { ReactElement } from "react"
import type { Origin } from "../AppLayer.ts"
import { grouped } from "@public-records/text/counts"
import { clockOf } from "./counts.ts"
import { safeText } from "@public-records/text/safeText"
import { hostOf } from "./Header.tsx"
import { ends, widthOf } from "@public-records/text/fit"
import { Line } from "./Line.tsx"

const requests = (count: number): string => `${grouped(count)} request${count === 1 ? "" : "s"}`

const returnLabel = (nextRequestAt: Option.Option<number>): string =>
  Option.match(nextRequestAt, { onNone: () => "", onSome: (at) => `, next at ${clockOf(at)}` })

/** What is left of the key's budget, as far as the service says it; else what was spent here. */
const quotaLabel = (origin: Origin, quota: QuotaState): string => {
  const spent = `${requests(quota.requestsThisHour)} this hour`
  if (origin.isSample && !origin.hasLimit) return `sample data, no limit · ${spent}`
  const sample = origin.isSample ? "sample data · " : ""
  if (!origin.hasLimit) return `${sample}no limit · ${spent}`
  const left = Option.all({ remaining: quota.remaining, limit: quota.limit })
  return Option.match(left, {
    onNone: () => `${sample}${spent} · limit not known yet`,
    onSome: ({ remaining, limit }) =>
      `${sample}${grouped(remaining)} of ${grouped(limit)} requests left${returnLabel(quota.nextRequestAt)}`
  })
}

/** Where records and key come from, in as many words as there may be room for. */
const placesOf = ({ baseUrl, isSample, keySource }: Origin): ReadonlyArray<string> => {
  if (isSample) return []
  const key = `key: ${safeText(keySource)} `
  return [`${hostOf(baseUrl)} · ${key}`, key]
}

/** The last lines: what is going on and the keys at hand; where one stands with the service. */
export const StatusLine = (props: {
  readonly width: number
  readonly height: number
  readonly left: string
  readonly hints: string
  readonly origin: Origin
  readonly quota: QuotaState
  /** Whether the service answered when it was last asked. */
  readonly isReached: boolean
}): ReactElement => {
  const { width, origin } = props
  const hints = widthOf(props.left) + widthOf(props.hints) + 4 > width ? "" : `${props.hints} `
  const dot = props.isReached ? "●" : "○ not reached ·"
  const budget = ` ${dot} ${quotaLabel(origin, props.quota)}`
  const place = placesOf(origin).find((text) => widthOf(budget) + 2 + widthOf(text) <= width) ?? ""
  return (
    <>
      <Line spans={[{ text: ends(` ${props.left}`, hints, width) }]} />
      {props.height > 1 && <Line spans={[{ text: ends(budget, place, width), role: "faint" }]} />}
    </>
  )
}
