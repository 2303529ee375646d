import type { ReactElement } from "react"
import { InsightsArea } from "../drawing/InsightsArea.tsx"
import { useAtom } from "../drawing/useAtom.tsx"
import { focusedSlice, selectedPlace } from "../insights/collectionInsights.ts"
import type { Ui } from "../Ui.ts"
import { type Move, type Panel, placeAfterMove } from "./Panel.ts"
import { Failure } from "./table.tsx"

const slicesPerPage = 10

/** Moves among the bars of the chart in focus. */
export const moveInChart = (ui: Ui, move: Move): void => {
  const { insights } = ui.collection
  const focus = ui.get(insights.focus)
  const { chart } = focusedSlice(ui.get(insights.charts), focus)
  if (chart === undefined) return
  const place = placeAfterMove(move, selectedPlace(chart, focus), chart.slices.length - 1, slicesPerPage)
  const key = chart.slices[place]?.key
  if (key !== undefined) ui.set(insights.focus, { ...focus, keys: { ...focus.keys, [chart.name]: key } })
}

const Body: Panel["Body"] = ({ width, height, collection }): ReactElement => {
  const hasFailed = useAtom(collection.activity)._tag === "Failed"
  const { pane } = useAtom(collection.layout)
  return (
    <>
      <InsightsArea width={width} height={height - (hasFailed ? pane : 0)} collection={collection} />
      <Failure width={width} collection={collection} />
    </>
  )
}

/** The charts over the loaded rows. */
export const insights: Panel = {
  Body,
  move: moveInChart,
  // From one chart to all of them, and from there to the rows.
  back: (ui) => {
    const { focus } = ui.collection.insights
    if (ui.get(focus).isExpanded) ui.update(focus, (before) => ({ ...before, isExpanded: false }))
    else ui.showHome("table")
  }
}
