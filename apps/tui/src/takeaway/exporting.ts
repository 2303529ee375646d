import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import type { Summary } from "../browsing/sayingAtoms.ts"
import type { FileForm } from "../browsing/takingVerbs.ts"
import { grouped, loadedLabel } from "../chrome/counts.ts"
import { outsideAtom } from "../outside/Outside.ts"
import type { Action } from "../keys/Action.ts"
import { type Offer, openMenu } from "../overlays/menu.ts"
import { openPrompt } from "../overlays/prompt.ts"
import { safeText } from "../safeText.ts"
import { activeCollection, note } from "../session.ts"
import { errand } from "./errand.ts"

type Registry = AtomRegistry.AtomRegistry

const formLabels: Readonly<Record<FileForm, string>> = {
  csv: "CSV, safe for spreadsheets",
  ndjson: "NDJSON, a record a line, exact"
}
const safeCells = "Cells that a spreadsheet would run get a ' before them; such a CSV is not for serving again."
const longestName = 60

/** A file's name from what is asked for: small letters, digits and dashes, and nothing else. */
export const fileNameOf = (noun: string, filter: string, form: FileForm): string => {
  const words = `${noun} ${filter}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  return `${words.slice(0, longestName).replace(/^-|-$/g, "")}.${form}`
}

const records = (noun: string, count: number): string => `${grouped(count)} ${count === 1 ? noun.slice(0, -1) : noun}`

const saveLoaded = (registry: Registry, form: FileForm, path: string): void => {
  const collection = activeCollection(registry)
  const taken = collection.shownText(registry, form)
  const unreadable = taken.rejected === 0 ? "" : ` ${grouped(taken.rejected)} unreadable rows are not in it.`
  errand(
    registry,
    Effect.map(
      registry.get(outsideAtom).saveNew(path, taken.text),
      (full) => `Wrote ${records(collection.noun, taken.records)} to ${safeText(full)}.${unreadable}`
    )
  )
}

const askForFile = (registry: Registry, form: FileForm, path: string): void =>
  openPrompt(registry, {
    title: `EXPORT · ${formLabels[form]}`,
    intro: form === "csv" ? [safeCells] : [],
    label: "File",
    isSecret: false,
    text: path,
    accept: (_, typed) => {
      if (typed.trim() === "") return "Type the name of a file."
      saveLoaded(registry, form, typed.trim())
      return ""
    }
  })

const restFirst = (summary: Summary, price: string, perform: (action: Action) => void): ReadonlyArray<Offer> => {
  if (summary.isExtentKnown && summary.loaded >= summary.extent) return []
  const take = (): void => perform({ _tag: "LoadAll" })
  return [{ label: "load the rest first", remark: `${price}; Esc stops, L goes on`, take }]
}

/** Offers to write what is shown to a file, and to load the rest before, with its price. */
export const exportRows = (registry: Registry, perform: (action: Action) => void): void => {
  const collection = activeCollection(registry)
  const summary = registry.get(collection.summary)
  const count = summary.arranged === "" ? summary.loaded : summary.reach
  if (count === 0) return note(registry, "No row is loaded: there is nothing to export.")
  const offers = (["csv", "ndjson"] as const).map((form): Offer => {
    const name = fileNameOf(collection.noun, `${summary.filter} ${summary.arranged}`, form)
    const remark = `${records(collection.noun, count)}, no request`
    return {
      label: formLabels[form],
      remark,
      take: () => askForFile(registry, form, registry.get(outsideAtom).freePath(name))
    }
  })
  const shown = summary.arranged === "" ? "in the service's order" : summary.arranged
  openMenu(registry, {
    title: `EXPORT · ${loadedLabel(summary, false)}`,
    intro: [`The loaded rows go into the file as they are shown: ${shown}. ${collection.caveat.long}`.trim()],
    offers: [...offers, ...restFirst(summary, registry.get(collection.price), perform)]
  })
}
