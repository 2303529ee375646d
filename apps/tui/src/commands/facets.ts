import type { Facet } from "../collection/facets.ts"
import type { Command } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import type { Ui } from "../Ui.ts"

/** Removes one of the facets. The others stay. */
const removeFacet = (ui: Ui, removed: Facet): void => {
  const { collection, registry } = ui
  const others = ui.get(collection.facets).filter((facet) => facet !== removed)
  collection.setFacets(registry, others)
  ui.notify(`Removed the facet ${removed.label}. Press [ to go back.`)
}

/** Removes the facet that was added last, if any. */
export const removeLastFacet = (ui: Ui): void => {
  const last = ui.get(ui.collection.facets).at(-1)
  if (last !== undefined) removeFacet(ui, last)
}

const openFacets = (ui: Ui): void =>
  openMenu(ui, {
    title: "REMOVE A FACET",
    items: ui.get(ui.collection.facets).map((facet) => ({
      label: facet.label,
      onSelect: () => removeFacet(ui, facet)
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
