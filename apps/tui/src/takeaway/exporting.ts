import type { QuotaState } from "@public-records/core"
import { Effect, Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import type { Collection } from "../collection/Collection.ts"
import type { Summary } from "../collection/Summary.ts"
import type { FileForm } from "../collection/takingVerbs.ts"
import { grouped } from "@public-records/text/counts"
import { loadedLabel } from "../chrome/counts.ts"
import { outsideAtom } from "../outside/Outside.ts"
import type { Action } from "../keys/Action.ts"
import { type Offer, openMenu } from "../overlays/menu.ts"
import { openPrompt } from "../overlays/prompt.ts"
import { quotaAtom } from "../quotaAtom.ts"
import { safeText } from "@public-records/text/safeText"
import { activeCollection, note } from "../session.ts"
import { errand } from "./errand.ts"
import type { WholeForm } from "./RecordFormat.ts"
import { isExporting, startExport } from "./wholeExport.ts"

type Registry = AtomRegistry.AtomRegistry

const formLabels: Readonly<Record<FileForm, string>> = {
  csv: "CSV, safe for spreadsheets",
  ndjson: "NDJSON, a record a line, exact"
}
const wholeLabels: Readonly<Record<WholeForm, string>> = {
  csv: "CSV, safe for spreadsheets",
  ndjson: "NDJSON",
  parquet: "Parquet"
}
const rowsPerRequest = 50
const safeCells = "Cells that a spreadsheet would run get a ' before them; such a CSV is not for serving again."
const longestName = 60

/** A file's name from what is asked for: small letters, digits and dashes, and nothing else. */
export const fileNameOf = (noun: string, filter: string, form: WholeForm): string => {
  const words = `${noun} ${filter}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  return `${words.slice(0, longestName).replace(/^-|-$/g, "")}.${form}`
}

const records = (noun: string, count: number): string => `${grouped(count)} ${count === 1 ? noun.slice(0, -1) : noun}`

const saveShown = (registry: Registry, form: FileForm, path: string): void => {
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

const taken = "There is a file of that name already. Type another name."

const askForFile = (registry: Registry, title: string, path: string, save: (path: string) => void): void =>
  openPrompt(registry, {
    title,
    intro: title.includes("CSV") ? [safeCells] : [],
    label: "File",
    isSecret: false,
    text: path,
    accept: (_, typed) => {
      const file = typed.trim()
      if (file === "") return "Type the name of a file."
      if (registry.get(outsideAtom).freePath(file) !== file) return taken
      save(file)
      return ""
    }
  })

/** What everything costs: a page more where the last one is full, as a walk asks. */
const costOf = ({ extent, isExtentKnown }: Summary, { limit, remaining }: QuotaState): string => {
  if (!isExtentKnown) return "total unknown, so is the cost"
  const requests = Math.floor(extent / rowsPerRequest) + 1
  const cost = `${grouped(requests)} ${requests === 1 ? "request" : "requests"}`
  const beyond = Option.map(Option.all({ limit, remaining }), (left) => (requests - left.remaining) / left.limit)
  return Option.match(
    Option.filter(beyond, (hours) => hours > 0),
    { onNone: () => cost, onSome: (hours) => `${cost}, more than is left: about ${Math.ceil(hours)} h` }
  )
}

/** Offers to write everything that matches, whatever is loaded, in the background. */
const everything = (registry: Registry, collection: Collection, summary: Summary): ReadonlyArray<Offer> => {
  const cost = costOf(summary, registry.get(quotaAtom))
  return (["csv", "ndjson", "parquet"] as const).map((form) => ({
    label: `everything as ${wholeLabels[form]}`,
    remark: cost,
    take: () => {
      const path = registry.get(outsideAtom).freePath(fileNameOf(collection.noun, `all ${summary.filter}`, form))
      askForFile(registry, `EXPORT EVERYTHING · ${wholeLabels[form]} · ${cost}`, path, (file) =>
        startExport(registry, { noun: collection.noun, path: file }, collection.exportAll(registry, file, form))
      )
    }
  }))
}

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
  if (isExporting(registry)) return note(registry, "An export is running. Esc stops it.")
  if (count === 0) return note(registry, "No row is loaded: there is nothing to export.")
  const offers = (["csv", "ndjson"] as const).map((form): Offer => {
    const name = fileNameOf(collection.noun, `${summary.filter} ${summary.arranged}`, form)
    const remark = `${records(collection.noun, count)}, no request`
    const take = (): void =>
      askForFile(registry, `EXPORT · ${formLabels[form]}`, registry.get(outsideAtom).freePath(name), (path) =>
        saveShown(registry, form, path)
      )
    return { label: formLabels[form], remark, take }
  })
  const shown = summary.arranged === "" ? "in the service's order" : summary.arranged
  openMenu(registry, {
    title: `EXPORT · ${loadedLabel(summary, false)}`,
    intro: [`The loaded rows go into the file as they are shown: ${shown}. ${collection.caveat.long}`.trim()],
    offers: [
      ...offers,
      ...restFirst(summary, registry.get(collection.price), perform),
      ...everything(registry, collection, summary)
    ]
  })
}
