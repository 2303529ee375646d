import type { Command } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import type { Ui } from "../Ui.ts"

/** Removes one of the facets. The others stay. */
const removeFacet = (ui: Ui, position: number): void => {
  const { collection, registry } = ui
  const facets = ui.get(collection.facets)
  collection.setFacets(registry, facets.toSpliced(position, 1))
  ui.notify(`Removed the facet ${facets[position]?.label ?? ""}. Press [ to go back.`)
}

/** Removes the facet that was added last. Returns `false` if no facet is set. */
export const removeLastFacet = (ui: Ui): boolean => {
  const { length } = ui.get(ui.collection.facets)
  if (length > 0) removeFacet(ui, length - 1)
  return length > 0
}

const openFacets = (ui: Ui): void =>
  openMenu(ui, {
    title: "REMOVE A FACET",
    items: ui.get(ui.collection.facets).map(({ label }, position) => ({
      label,
      onSelect: () => removeFacet(ui, position)
    }))
  })

const whyNoFacet = (ui: Ui): string =>
  ui.get(ui.collection.facets).length === 0 ? "There is no facet. Enter on a bar of a chart adds one." : ""

const on = ["table", "insights"] as const

const help = ["FILTER", "remove facets"] as const

/** Commands that remove facets. Enter on a bar of a chart adds them. */
export const facets: ReadonlyArray<Command> = [
  { name: "remove-facet", keys: ["-", "backspace"], help, on, when: whyNoFacet, run: removeLastFacet },
  { name: "facets", keys: ["F"], help, on, when: whyNoFacet, run: openFacets }
]
