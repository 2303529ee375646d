import type { ReactElement } from "react"
import type { Summary } from "../collection/Summary.ts"
import { safeText } from "@public-records/text/safeText"
import { endsThatFit } from "@public-records/text/fit"
import { Line } from "./Line.tsx"

/** The line under the header: what is asked for, in words. */
export const FilterBar = (props: { readonly width: number; readonly summary: Summary }): ReactElement => {
  const { filter, order } = props.summary
  const asked = filter === "" ? " no filter" : ` ${safeText(filter)}`
  const hint = filter === "" ? "f filter " : "f filter  x none "
  // The order is over the rows too, and the keys are in the help: the filter is here alone.
  const pairs = [[`${asked} · ${order}`, hint] as const, [asked, hint] as const, [asked, ""] as const]
  return <Line spans={[{ text: endsThatFit(pairs, props.width) }]} />
}
