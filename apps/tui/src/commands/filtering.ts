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

const emptyForm = (ui: Ui): void => ui.collection.resetForm(ui.registry)

/** Applies a filter as if it was typed into the form. Returns `false` if it is not valid; then the form shows why. */
export const applyFilter = (ui: Ui, values: FormValues): boolean => {
  const { collection, registry } = ui
  ui.set(collection.form, openForm(collection.fields, values))
  return collection.applyForm(registry)
}

const clearFilter = (ui: Ui): void => {
  const { collection, registry } = ui
  if (!collection.resetArrangement(registry) && !collection.clearFilter(registry)) ui.notify("No filter is set.")
}

const filterBy = (ui: Ui, by: 1 | -1): void => {
  const step = ui.collection.filterBy(ui.registry, by)
  if (Option.isNone(step)) return ui.notify(`No ${by === -1 ? "previous" : "next"} filter.`)
  ui.notify(`Filter ${step.value.place} of ${step.value.count}: ${ui.summary.filter || "none"}`)
}

/** Offers wider filters if nothing matches. */
export const offerWidenings = (ui: Ui): void => {
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

/** The filter form. */
export const filtering: ReadonlyArray<Command> = [
  { name: "filter", keys: ["f"], help: ["FILTER", "filter and sort"], on: screens, run: editFilter },
  { name: "clear-filter", keys: ["x"], help: ["FILTER", "clear filter"], on: ["table"], run: clearFilter },
  { name: "apply-form", keys: ["ctrl-s", "enter"], help: ["FILTER", "apply the form"], on: ["form"], run: applyForm },
  { name: "reset-form", keys: ["ctrl-r"], help: ["FILTER", "reset the form"], on: ["form"], run: emptyForm }
]

const on = ["table", "insights"] as const

/** Earlier and later filters, as in a browser. */
export const filterHistory: ReadonlyArray<Command> = [
  { name: "previous-filter", keys: ["["], help: ["FILTER", "previous, next"], on, run: (ui) => filterBy(ui, -1) },
  { name: "next-filter", keys: ["]"], help: ["FILTER", "previous, next"], on, run: (ui) => filterBy(ui, 1) }
]
