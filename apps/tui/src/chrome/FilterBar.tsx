import type { ReactElement } from "react"
import type { Summary } from "../browsing/Summary.ts"
import { safeText } from "../safeText.ts"
import { ends } from "./fit.ts"
import { Line } from "./Line.tsx"

/** The line under the header: what is asked for, in words. */
export const FilterBar = (props: { readonly width: number; readonly summary: Summary }): ReactElement => {
  const { filter, order } = props.summary
  const asked = filter === "" ? "no filter" : safeText(filter)
  const hint = filter === "" ? "f filter " : "f filter  x none "
  return <Line spans={[{ text: ends(` ${asked} · ${order}`, hint, props.width) }]} />
}
