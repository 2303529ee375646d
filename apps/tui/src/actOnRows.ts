import { Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { originAtom } from "./AppLayer.ts"
import type { Summary } from "./collection/Summary.ts"
import type { Collection } from "./collection/Collection.ts"
import { grouped } from "@public-records/text/counts"
import type { Action } from "./keys/Action.ts"
import { openMenu } from "./overlays/menu.ts"
import { quotaAtom } from "./quotaAtom.ts"
import { note } from "./session.ts"

type Registry = AtomRegistry.AtomRegistry

/** What a key can ask of the rows of a collection as a whole. */
export type RowsAction = Extract<Action, { _tag: "FilterBy" | "ColumnBy" | "SortHere" | "LoadAll" | "OfferLoadAll" }>

const filterBy = (registry: Registry, collection: Collection, by: 1 | -1): void =>
  Option.match(collection.filterBy(registry, by), {
    onNone: () =>
      note(registry, by === -1 ? "There is no filter before this one." : "There is no filter after this one."),
    onSome: ({ place, count }) => {
      const { filter } = registry.get(collection.summary)
      note(registry, `Filter ${place} of ${count}: ${filter === "" ? "none" : filter}`)
    }
  })

const sortHere = (registry: Registry, collection: Collection): void => {
  collection.sortHere(registry)
  const { arranged, loaded } = registry.get(collection.summary)
  note(registry, arranged === "" ? "In the service's order again." : `${grouped(loaded)} loaded rows, ${arranged}`)
}

const rowsPerRequest = 50

/** What is left of the limit, and how long it takes where that is not enough. */
const leftOf = (registry: Registry, { loaded, extent, isExtentKnown }: Summary): string => {
  const { limit, remaining } = registry.get(quotaAtom)
  return Option.match(Option.all({ limit, remaining }), {
    onNone: () => "",
    onSome: (left) => {
      const beyond = isExtentKnown ? Math.ceil((extent - loaded) / rowsPerRequest) - left.remaining : 0
      const hours = beyond > 0 ? `: it takes about ${grouped(Math.ceil(beyond / left.limit))} h` : ""
      return ` ${grouped(left.remaining)} are left of the limit${hours}.`
    }
  })
}

/** Says what loading all costs, and asks. */
const offerLoadAll = (registry: Registry, collection: Collection): void => {
  const summary = registry.get(collection.summary)
  const { loaded, extent, isExtentKnown } = summary
  if (isExtentKnown && loaded >= extent) return note(registry, "Everything is loaded.")
  const price = registry.get(collection.price)
  openMenu(registry, {
    title: `LOAD ALL ${collection.noun.toUpperCase()}`,
    intro: [
      `${grouped(loaded)} rows are loaded. The rest: ${price}, one after the other.${leftOf(registry, summary)}`,
      "Esc stops it at any time, and keeps what came."
    ],
    offers: [
      { label: "Load all", remark: price, take: collection.loadAll },
      { label: "Leave it", remark: "", take: () => undefined }
    ]
  })
}

const manyRows = 500

/** Asks again for what is shown; before, where many rows would go that were paid for with requests. */
export const reloadRows = (registry: Registry, collection: Collection): void => {
  const { loaded } = registry.get(collection.summary)
  if (loaded <= manyRows || !registry.get(originAtom).hasLimit) return collection.reload(registry)
  openMenu(registry, {
    title: `RELOAD ${collection.noun.toUpperCase()}`,
    intro: [
      `${grouped(loaded)} rows are loaded. Those on the screen are asked for again; the others go, and are asked for when you get there.`
    ],
    offers: [
      { label: "Leave it", remark: `keeps the ${grouped(loaded)} rows`, take: () => undefined },
      { label: "Reload", remark: "", take: collection.reload }
    ]
  })
}

/** Does what a key asked of the rows. */
export const actOnRows = (registry: Registry, collection: Collection, action: RowsAction): void => {
  switch (action._tag) {
    case "FilterBy":
      return filterBy(registry, collection, action.by)
    case "ColumnBy":
      collection.columnBy(registry, action.by)
      return note(registry, `Column ${collection.chosenColumn(registry)}: S sorts loaded rows by it.`)
    case "SortHere":
      return sortHere(registry, collection)
    case "LoadAll":
      return collection.loadAll(registry)
    case "OfferLoadAll":
      return offerLoadAll(registry, collection)
  }
}
