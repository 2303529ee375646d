import type { PublicRecordsError } from "@public-records/core"
import type { Option } from "effect"
import type { AsyncResult, Atom, AtomRegistry } from "effect/reactivity"
import type { Layout } from "../drawing/layout.ts"
import type { Field, FormState, FormValues } from "../form/FormModel.ts"
import { type Insights, makeInsights } from "../insights/collectionInsights.ts"
import type { Widening } from "../form/Widening.ts"
import type { CollectionName } from "./CollectionDefinition.ts"
import { type BrowsableQuery, type CollectionDefinition, type DetailField } from "./CollectionDefinition.ts"
import { makeCollectionAtoms, type FormCheck, type TableRow } from "./derived.ts"
import type { Summary } from "./Summary.ts"
import { type Activity, makeCollectionState, type Sought } from "./state.ts"
import { makeCollectionVerbs } from "./actions.ts"
import { type Match } from "./find.ts"
import { makeTakingVerbs, type TakingVerbs } from "./takingVerbs.ts"
import { type View } from "./View.ts"

/** A collection as the screen and the keys see it, whatever its records are. */
export interface Collection extends TakingVerbs {
  readonly name: CollectionName
  readonly noun: string
  readonly caveat: { readonly long: string; readonly short: string }
  /** What a search in loaded rows may be completed to. */
  readonly completions: ReadonlyArray<string>
  readonly fields: ReadonlyArray<Field>
  readonly view: Atom.Writable<View>
  readonly form: Atom.Writable<FormState>
  readonly sought: Atom.Writable<Sought>
  readonly activity: Atom.Atom<Activity>
  readonly layout: Atom.Atom<Layout>
  readonly summary: Atom.Atom<Summary>
  /** Which row the cursor is on, in words. */
  readonly where: Atom.Atom<string>
  /** What is being loaded, in words; empty while nothing is. */
  readonly doing: Atom.Atom<string>
  /** Whether everything is being loaded, or was. */
  readonly isLoadingAll: Atom.Atom<boolean>
  /** What loading the rest costs, in words. */
  readonly price: Atom.Atom<string>
  readonly titles: Atom.Atom<string>
  readonly rows: Atom.Atom<ReadonlyArray<TableRow>>
  /** The record under the cursor; nothing where it is not loaded. */
  readonly detail: Atom.Atom<ReadonlyArray<DetailField>>
  readonly insights: Insights
  readonly formCheck: Atom.Atom<FormCheck>
  /** What might be asked where nothing matches; nothing where something does. */
  readonly widenings: Atom.Atom<ReadonlyArray<Widening>>
  /** Mounted while the collection is on the screen. */
  readonly loader: Atom.Atom<AsyncResult.AsyncResult<never, PublicRecordsError>>
  /** Opens the form as the query stands. */
  readonly editFilter: (registry: AtomRegistry.AtomRegistry) => void
  /** What is asked, as the form's fields have it. */
  readonly askedValues: (registry: AtomRegistry.AtomRegistry) => FormValues
  /** Empties the form. */
  readonly resetForm: (registry: AtomRegistry.AtomRegistry) => void
  /** Asks what the form asks; false where it does not make a query. */
  readonly applyForm: (registry: AtomRegistry.AtomRegistry) => boolean
  /** Asks without a filter; false where that is asked already. */
  readonly clearFilter: (registry: AtomRegistry.AtomRegistry) => boolean
  /** Forgets all that came from where the records were, and asks again. */
  readonly startAnew: (registry: AtomRegistry.AtomRegistry) => void
  /** Goes back (-1) or forth among what was asked, rows and cursor kept; nothing where that ends. Counted from the first. */
  readonly filterBy: (
    registry: AtomRegistry.AtomRegistry,
    by: 1 | -1
  ) => Option.Option<{ readonly place: number; readonly count: number }>
  /** The title of the column that the reader chose, or the first. */
  readonly chosenColumn: (registry: AtomRegistry.AtomRegistry) => string
  readonly columnBy: (registry: AtomRegistry.AtomRegistry, by: 1 | -1) => void
  /** Sorts the loaded rows by the chosen column: up, down, and the service's order again. */
  readonly sortHere: (registry: AtomRegistry.AtomRegistry) => void
  /** Shows rows as the service gave them; false where that is so already. */
  readonly unarrange: (registry: AtomRegistry.AtomRegistry) => boolean
  /** Asks for everything that is not loaded, one page after the other. */
  readonly loadAll: (registry: AtomRegistry.AtomRegistry) => void
  /** Forgets what is loaded, and a failure, and asks again where the reader is. */
  readonly reload: (registry: AtomRegistry.AtomRegistry) => void
  /** Tries again after a failure or a cancellation, and keeps what is loaded. */
  readonly retry: (registry: AtomRegistry.AtomRegistry) => void
  /** Interrupts the request in flight, or the wait for the next; false where there is none. */
  readonly cancel: (registry: AtomRegistry.AtomRegistry) => boolean
  /** Whether the reader stopped waiting for rows that the screen would show. */
  readonly isStopped: (registry: AtomRegistry.AtomRegistry) => boolean
  /** The telephone number of the record under the cursor; empty where there is none. */
  readonly numberAtCursor: (registry: AtomRegistry.AtomRegistry) => string
  /** The next loaded row that matches what is sought. */
  readonly find: (registry: AtomRegistry.AtomRegistry, from: number, by: 1 | -1) => Option.Option<Match>
}

/** Makes a collection from its definition. */
export const makeCollection = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>
): Collection => {
  const state = makeCollectionState(definition)
  const atoms = makeCollectionAtoms(definition, state)
  const verbs = makeCollectionVerbs(definition, state, atoms)
  return {
    name: definition.name,
    noun: definition.noun,
    caveat: definition.caveat,
    completions: definition.completions,
    fields: definition.fields,
    view: state.view,
    form: state.form,
    sought: state.sought,
    ...atoms,
    ...verbs,
    insights: makeInsights(definition, state, { ...atoms, ...verbs }),
    ...makeTakingVerbs(definition, state, atoms)
  }
}
