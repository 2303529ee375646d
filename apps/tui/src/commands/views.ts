import { safeText } from "@public-records/text/safeText"
import { Effect, Result } from "effect"
import { type Command, screens } from "../keys/Command.ts"
import { type Menu, menuAtom, type MenuItem, openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { deleteView, storeView, loadViews, type SavedView, savedViewsAtom } from "../savedViews.ts"
import { collections } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { applyFilter } from "./filtering.ts"
import { showRows } from "./navigation.ts"

const longestName = 60
const title = "SAVED VIEWS"

/** Prompts for a name and saves the current filter and sort order. */
const saveView = (ui: Ui): void => {
  const { collection, registry } = ui
  const { filter } = ui.summary
  const members = collection.currentFilter(registry)
  openPrompt(ui, {
    title: "SAVE VIEW",
    intro: [`Saves filter and sort order of the ${collection.noun} (rows are not saved): ${filter || "no filter"}.`],
    label: "Name",
    text: filter.slice(0, longestName),
    accept: (typed) => {
      const name = typed.trim()
      if (name === "") return "Type a name."
      if (name.length > longestName) return `A name has at most ${longestName} characters. Make it shorter.`
      const isNew = ui.get(savedViewsAtom).views.every((view) => view.name !== name)
      const saving = storeView(registry, { name, collection: collection.name, filter: members })
      ui.runInBackground(
        Effect.as(saving, `${isNew ? "Saved" : "Replaced"} the view ${safeText(name)}. Press 4 to list saved views.`)
      )
      return ""
    }
  })
}

/** Applies a view. Opens it in the form if the source cannot answer it. Refuses one that is no query, such as one of another version. */
const showView = (ui: Ui, { name, collection, filter }: SavedView): void => {
  const values = Effect.runSync(Effect.result(collections[collection].readFilter(filter)))
  if (Result.isFailure(values)) {
    const [problem] = values.failure.problems
    const why = safeText(problem?.rule ?? "")
    return ui.notify(`The view ${safeText(name)} is invalid: remove it and save it again. ${why}`)
  }
  showRows(collection)(ui)
  if (applyFilter(ui, values.success)) return ui.notify(`View ${safeText(name)}.`)
  ui.change({ panel: "form", notification: `The service cannot answer the view ${safeText(name)}.` })
}

const removeView = (ui: Ui, { name }: SavedView): void =>
  ui.runInBackground(Effect.as(deleteView(ui.registry, name), `Removed the view ${safeText(name)}.`))

const viewsMenu = (ui: Ui) => {
  const { isRead, problem, views } = ui.get(savedViewsAtom)
  const none = isRead
    ? "No saved views. Press s to save the current filter and sort order."
    : "Reading the saved views…"
  const saved = `Saved in ${ui.platform.viewsPath}`
  const items = (onSelect: (ui: Ui, view: SavedView) => void): ReadonlyArray<MenuItem> =>
    views.map((view) => ({ label: view.name, hint: view.collection, onSelect: () => onSelect(ui, view) }))
  const openRemoval = (): void => openMenu(ui, { title: "REMOVE A SAVED VIEW", items: items(removeView) })
  const removal = { label: "remove a view…", onSelect: openRemoval }
  return {
    title,
    intro: problem === "" ? [...(views.length === 0 ? [none] : []), saved] : [problem],
    items: views.length === 0 ? [] : [...items(showView), removal]
  }
}

/** Opens a menu of the saved views. Shows the known views immediately, then reads the file again. */
const openViews = (ui: Ui): void => {
  openMenu(ui, viewsMenu(ui))
  const refresh = (menu: Menu): Menu => (menu.title === title ? { ...menu, ...viewsMenu(ui) } : menu)
  Effect.runFork(Effect.map(loadViews(ui.registry), () => ui.update(menuAtom, refresh)))
}

export const views: ReadonlyArray<Command> = [
  { name: "views", keys: ["4"], help: ["VIEW", "saved views"], on: screens, run: openViews },
  { name: "save-view", keys: ["s"], help: ["FILTER", "save view"], on: screens, run: saveView }
]
