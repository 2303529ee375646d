import type { PublicRecordsError } from "@public-records/core"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { openForm } from "../form/FormModel.ts"
import type { CollectionDefinition } from "./CollectionDefinition.ts"
import { withoutFacets } from "./facets.ts"
import { type History, noHistory } from "./history.ts"
import type { RowSort } from "./localSort.ts"
import { emptyStore, type RowRequest, type RowStore } from "./RowStore.ts"
import { startOfWindow } from "./RowWindow.ts"

/** Status of the loader of a collection. `secondsLeft` counts down to an automatic retry. */
export type Activity =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Loading"; readonly request: RowRequest }
  | {
      readonly _tag: "Failed"
      readonly error: PublicRecordsError
      readonly secondsLeft: Option.Option<number>
      readonly request: RowRequest
    }

/** No request is in flight or wanted. */
export const idle: Activity = { _tag: "Idle" }

/** A search in loaded rows for a string or for a phone number. */
export interface SearchTerm {
  readonly _tag: "Text" | "Number"
  readonly text: string
}

const retained = <A>(value: A): Atom.Writable<A> => Atom.keepAlive(Atom.make<A>(value))

/** Creates the initial state of a collection. Everything else on the screen is derived from it. */
export const makeCollectionState = <Query, Record>({ form, initialQuery }: CollectionDefinition<Query, Record>) => {
  const narrowed = retained(withoutFacets(initialQuery))
  return {
    narrowed,
    query: Atom.make((get) => get(narrowed).query),
    store: retained<RowStore<Record>>(emptyStore),
    view: retained(startOfWindow),
    sort: retained<RowSort>(Option.none()),
    /** The title of the chosen column, if any. */
    column: retained(Option.none<string>()),
    history: retained<History<Query, Record>>(noHistory),
    /** If set, the rows are loaded again. They stay until their replacements arrive. */
    isStale: retained(false),
    /** Set when the user chose to load all rows. */
    wantsAll: retained(false),
    form: retained(openForm(form.fields, form.formOf(initialQuery))),
    search: retained<SearchTerm>({ _tag: "Text", text: "" }),
    loaderStatus: retained<Activity>(idle),
    /** The page whose request the user canceled. */
    canceledPage: retained(Option.none<number>()),
    /** Incremented to interrupt the request in flight and restart the loader. */
    generation: retained(0)
  }
}

export type CollectionState<Query, Record> = ReturnType<typeof makeCollectionState<Query, Record>>
