import { Option } from "effect"
import { type FormValues, openForm } from "../form/FormModel.ts"
import { type Command, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import type { Ui } from "../Ui.ts"

const editFilter = (ui: Ui): void => {
  ui.collection.editFilter(ui.registry)
  ui.change({ panel: "form" })
}

const applyForm = (ui: Ui): void => {
  if (ui.collection.applyForm(ui.registry)) return ui.showBasePanel(ui.session.basePanel)
  ui.notify("Not applied: fix the form first.")
}

const resetForm = (ui: Ui): void => ui.collection.resetForm(ui.registry)

/** Applies a filter as if the user had filled in the form. Returns `false` if it is invalid. The form then shows why. */
export const applyFilter = (ui: Ui, values: FormValues): boolean => {
  const { collection, registry } = ui
  ui.set(collection.form, openForm(collection.fields, values))
  return collection.applyForm(registry)
}

const clearFilter = (ui: Ui): void => {
  const { collection, registry } = ui
  const wasSorted = collection.resetSort(registry)
  if (ui.get(collection.facets).length > 0) return void collection.setFacets(registry, [])
  if (!wasSorted && !collection.clearFilter(registry)) ui.notify("No filter is set.")
}

const filterBy = (ui: Ui, by: 1 | -1): void => {
  const step = ui.collection.filterBy(ui.registry, by)
  if (Option.isNone(step)) return ui.notify(`No ${by === -1 ? "previous" : "next"} filter.`)
  ui.notify(`Filter ${step.value.position} of ${step.value.count}: ${ui.summary.filter || "none"}`)
}

/** Opens a menu of filters that match more. */
export const openSuggestions = (ui: Ui): void => {
  const suggestions = ui.get(ui.collection.suggestions)
  openMenu(ui, {
    title: `NO ${ui.collection.noun.toUpperCase()} MATCH`,
    intro: [ui.summary.filter],
    items: [
      ...suggestions.map(({ label, values }) => ({ label, onSelect: () => void applyFilter(ui, values) })),
      { label: "edit the filter", onSelect: () => editFilter(ui) },
      { label: "previous filter", onSelect: () => filterBy(ui, -1) },
      { label: "clear filter", onSelect: () => clearFilter(ui) }
    ]
  })
}

export const filtering: ReadonlyArray<Command> = [
  { name: "filter", keys: ["f"], help: ["FILTER", "filter and sort"], on: screens, run: editFilter },
  { name: "clear-filter", keys: ["x"], help: ["FILTER", "clear filter"], on: ["table"], run: clearFilter },
  { name: "apply-form", keys: ["ctrl-s", "enter"], help: ["FILTER", "apply the form"], on: ["form"], run: applyForm },
  { name: "reset-form", keys: ["ctrl-r"], help: ["FILTER", "reset the form"], on: ["form"], run: resetForm }
]

const on = ["table", "insights"] as const

/** Commands that go back and forth in the filter history, as in a browser. */
export const filterHistory: ReadonlyArray<Command> = [
  { name: "previous-filter", keys: ["["], help: ["FILTER", "previous, next"], on, run: (ui) => filterBy(ui, -1) },
  { name: "next-filter", keys: ["]"], help: ["FILTER", "previous, next"], on, run: (ui) => filterBy(ui, 1) }
]
