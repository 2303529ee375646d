import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { openForm } from "../form/FormModel.ts"
import type { Action } from "../keys/Action.ts"
import { outsideAtom } from "../outside/Outside.ts"
import { type Menu, menuAtom, type Offer, openMenu } from "../overlays/menu.ts"
import { openPrompt } from "../overlays/prompt.ts"
import { safeText } from "@public-records/text/safeText"
import { activeCollection, note, sessionAtom } from "../session.ts"
import { errand } from "../takeaway/errand.ts"
import { forgetView, keepView, loadViews, type SavedView, savedViewsAtom } from "./savedViews.ts"

type Registry = AtomRegistry.AtomRegistry

const longestName = 60

/** Asks for a name under which filter and order of what is shown are kept. */
export const saveView = (registry: Registry): void => {
  const collection = activeCollection(registry)
  const { filter } = registry.get(collection.summary)
  const asked = collection.askedValues(registry)
  openPrompt(registry, {
    title: "SAVE THIS VIEW",
    intro: [
      `Filter and order of the ${collection.noun} are kept, not the rows: ${filter === "" ? "no filter" : filter}.`
    ],
    label: "Name",
    isSecret: false,
    text: filter.slice(0, longestName),
    accept: (_, typed) => {
      const name = typed.trim()
      if (name === "") return "Type a name."
      if (name.length > longestName) return `A name has at most ${longestName} characters. Make it shorter.`
      const isNew = registry.get(savedViewsAtom).views.every((view) => view.name !== name)
      errand(
        registry,
        Effect.as(
          keepView(registry, { name, collection: collection.name, filter: asked }),
          `${isNew ? "Saved" : "Replaced"} the view ${safeText(name)}. 4 lists them.`
        )
      )
      return ""
    }
  })
}

/** Asks what a view asks; a view that the service cannot answer any more opens in the form. */
const showView = (registry: Registry, view: SavedView, perform: (action: Action) => void): void => {
  perform({ _tag: "Show", collection: view.collection })
  const collection = activeCollection(registry)
  registry.set(collection.form, openForm(collection.fields, view.filter))
  if (collection.applyForm(registry)) return note(registry, `View ${safeText(view.name)}.`)
  registry.update(sessionAtom, (session) => ({ ...session, mode: "form" as const }))
  note(registry, `The view ${safeText(view.name)} asks what cannot be asked.`)
}

const offerRemoval = (registry: Registry, views: ReadonlyArray<SavedView>): void =>
  openMenu(registry, {
    title: "REMOVE A SAVED VIEW",
    intro: [],
    offers: views.map(({ name, collection }) => ({
      label: name,
      remark: collection,
      take: () => errand(registry, Effect.as(forgetView(registry, name), `Removed the view ${safeText(name)}.`))
    }))
  })

const title = "SAVED VIEWS"

/** What is known of the saved views, and what can be done with them. */
const viewsMenu = (registry: Registry, perform: (action: Action) => void) => {
  const { isRead, problem, views } = registry.get(savedViewsAtom)
  const none = isRead ? "No view is saved yet: s keeps filter and order of what is shown." : "Reading the saved views."
  const shown = views.map((view): Offer => ({
    label: view.name,
    remark: view.collection,
    take: () => showView(registry, view, perform)
  }))
  const removal: Offer = { label: "remove a view…", remark: "", take: () => offerRemoval(registry, views) }
  const kept = `Kept in ${registry.get(outsideAtom).ownPath("views.json")}`
  return {
    title,
    intro: problem === "" ? [...(views.length === 0 ? [none] : []), kept] : [problem],
    offers: views.length === 0 ? [] : [...shown, removal]
  }
}

/** Lists the saved views, to be shown again or removed: those that are known at once, then those that the file has now. */
export const openViews = (registry: Registry, perform: (action: Action) => void): void => {
  openMenu(registry, viewsMenu(registry, perform))
  const refresh = (menu: Menu): Menu => (menu.title === title ? { ...menu, ...viewsMenu(registry, perform) } : menu)
  Effect.runFork(Effect.map(loadViews(registry), () => registry.update(menuAtom, refresh)))
}
