import type { AtomRegistry } from "effect/reactivity"
import { actOnRows, type RowsAction } from "../actOnRows.ts"
import type { Collection } from "../collection/Collection.ts"
import type { Action } from "../keys/Action.ts"
import { note, showHome } from "../session.ts"
import { focusedSlice, selectedPlace } from "./collectionInsights.ts"

type Registry = AtomRegistry.AtomRegistry

const slicesPerPage = 10

const selectBy = (registry: Registry, { insights }: Collection, by: number): void => {
  const focus = registry.get(insights.focus)
  const { chart } = focusedSlice(registry.get(insights.charts), focus)
  if (chart === undefined) return
  const place = Math.max(0, Math.min(selectedPlace(chart, focus) + by, chart.slices.length - 1))
  const key = chart.slices[place]?.key
  if (key !== undefined) registry.set(insights.focus, { ...focus, keys: { ...focus.keys, [chart.name]: key } })
}

/** Moves among the slices of the chart in focus. */
export const moveInInsights = (registry: Registry, collection: Collection, action: Action): void => {
  if (action._tag === "MoveBy") selectBy(registry, collection, action.rows)
  if (action._tag === "PageBy") selectBy(registry, collection, action.pages * slicesPerPage)
  if (action._tag === "GoFirst") selectBy(registry, collection, Number.NEGATIVE_INFINITY)
  if (action._tag === "GoLast") selectBy(registry, collection, Number.POSITIVE_INFINITY)
}

const chartBy = (registry: Registry, { insights }: Collection, by: 1 | -1): void => {
  const count = registry.get(insights.charts).length
  registry.update(insights.focus, (focus) => ({ ...focus, chart: (focus.chart + by + count) % count }))
}

/** From one chart to all of them, from there to the rows. */
export const backInInsights = (registry: Registry, { insights }: Collection): void => {
  if (!registry.get(insights.focus).isAlone) return showHome(registry, "table")
  registry.update(insights.focus, (focus) => ({ ...focus, isAlone: false }))
}

const drillDown = (registry: Registry, { insights, noun }: Collection): void => {
  if (!insights.drillDown(registry)) return note(registry, `There are no ${noun} here.`)
  showHome(registry, "table")
  note(registry, "Loaded rows only. Esc all rows · 3 insights")
}

const askForSlice = (registry: Registry, { insights }: Collection): void => {
  if (!insights.askForSlice(registry)) return note(registry, "The service has no filter for this. Enter: loaded rows")
  showHome(registry, "table")
  note(registry, "Asked: a request per 50 rows. [ goes back")
}

/** What a key can ask of the charts. */
export type InsightAction = Extract<
  Action,
  { _tag: "ShowInsights" | "ChartBy" | "ToggleAlone" | "DrillDown" | "AskForSlice" }
>

/** Does what a key asked of the charts, or of the rows that they count. */
export const actOnInsights = (registry: Registry, collection: Collection, action: InsightAction | RowsAction): void => {
  switch (action._tag) {
    case "ShowInsights":
      return showHome(registry, "insights")
    case "ChartBy":
      return chartBy(registry, collection, action.by)
    case "ToggleAlone":
      return registry.update(collection.insights.focus, (focus) => ({ ...focus, isAlone: !focus.isAlone }))
    case "DrillDown":
      return drillDown(registry, collection)
    case "AskForSlice":
      return askForSlice(registry, collection)
    default:
      return actOnRows(registry, collection, action)
  }
}
