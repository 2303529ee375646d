import type { PublicRecordsError } from "@public-records/core"
import type { Option } from "effect"
import type { AsyncResult, Atom, AtomRegistry } from "effect/reactivity"
import type { Layout } from "../drawing/layout.ts"
import type { Field, FormState, FormValues } from "../form/FormModel.ts"
import type { FilterSuggestion } from "../form/FilterSuggestion.ts"
import { type Insights, makeInsights } from "../insights/collectionInsights.ts"
import { makeActions } from "./actions.ts"
import type { BrowsableQuery, CollectionDefinition, CollectionName, DetailField } from "./CollectionDefinition.ts"
import { type FormCheck, makeDerived, type TableRow } from "./derived.ts"
import type { Match } from "./find.ts"
import { type Activity, makeCollectionState, type SearchTerm } from "./state.ts"
import type { Summary } from "./Summary.ts"
import { makeRowOutput, type RowOutput } from "./rowOutput.ts"
import type { View } from "./View.ts"

type Registry = AtomRegistry.AtomRegistry

/** A collection as screens and commands see it, independent of its records: state, derived atoms and actions. */
export interface Collection extends RowOutput {
  readonly name: CollectionName
  readonly noun: string
  readonly caveat: { readonly long: string; readonly short: string }
  /** Completions of a search in loaded rows. */
  readonly completions: ReadonlyArray<string>
  readonly fields: ReadonlyArray<Field>
  readonly view: Atom.Writable<View>
  readonly form: Atom.Writable<FormState>
  readonly search: Atom.Writable<SearchTerm>
  readonly insights: Insights

  readonly activity: Atom.Atom<Activity>
  readonly isLoadingAll: Atom.Atom<boolean>
  readonly layout: Atom.Atom<Layout>
  readonly summary: Atom.Atom<Summary>
  /** The position of the cursor in words. */
  readonly positionLabel: Atom.Atom<string>
  /** The running request in words, or an empty text. */
  readonly activityLabel: Atom.Atom<string>
  /** The cost of loading the remaining rows, in words. */
  readonly remainingCost: Atom.Atom<string>
  readonly titles: Atom.Atom<string>
  readonly rows: Atom.Atom<ReadonlyArray<TableRow>>
  /** The record under the cursor; empty if it is not loaded. */
  readonly detail: Atom.Atom<ReadonlyArray<DetailField>>
  readonly formCheck: Atom.Atom<FormCheck>
  /** Suggested filters if nothing matches, otherwise empty. */
  readonly suggestions: Atom.Atom<ReadonlyArray<FilterSuggestion>>
  /** Loads rows while it is mounted. */
  readonly loader: Atom.Atom<AsyncResult.AsyncResult<never, PublicRecordsError>>

  /** Fills the form in from the query. */
  readonly editFilter: (registry: Registry) => void
  /** The query as values of the form. */
  readonly currentFormValues: (registry: Registry) => FormValues
  readonly resetForm: (registry: Registry) => void
  /** Shows the rows of the form's query. Returns `false` if the form has problems. */
  readonly applyForm: (registry: Registry) => boolean
  /** Returns `false` if there is no filter. */
  readonly clearFilter: (registry: Registry) => boolean
  /** Discards rows and history after a change of the source. */
  readonly reset: (registry: Registry) => void
  /** Goes back (-1) or forth in the history. Returns the new position from 1, or `None` at its end. */
  readonly filterBy: (
    registry: Registry,
    by: 1 | -1
  ) => Option.Option<{ readonly place: number; readonly count: number }>
  /** The title of the chosen column, or of the first. */
  readonly chosenColumn: (registry: Registry) => string
  readonly columnBy: (registry: Registry, by: 1 | -1) => void
  /** Sorts the loaded rows by the chosen column: up, down, then the service's order. */
  readonly sortLocally: (registry: Registry) => void
  /** Shows all rows in the service's order. Returns `false` if they are. */
  readonly resetArrangement: (registry: Registry) => boolean
  readonly loadAll: (registry: Registry) => void
  /** Loads the rows on the screen again and discards the others. */
  readonly reload: (registry: Registry) => void
  /** Retries after a failure or a cancellation. Loaded rows stay. */
  readonly retry: (registry: Registry) => void
  /** Cancels the request in flight or the wait for a retry. Returns `false` if nothing is in progress. */
  readonly cancel: (registry: Registry) => boolean
  /** Whether rows on the screen were canceled. */
  readonly isStopped: (registry: Registry) => boolean
  /** The phone number of the record under the cursor, or an empty text. */
  readonly numberAtCursor: (registry: Registry) => string
  /** Finds the next loaded row that matches the search. */
  readonly find: (registry: Registry, from: number, by: 1 | -1) => Option.Option<Match>
}

/** Makes a collection from its definition. */
export const makeCollection = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>
): Collection => {
  const { name, noun, caveat, completions, fields } = definition
  const state = makeCollectionState(definition)
  const derived = makeDerived(definition, state)
  const actions = makeActions(definition, state, derived)
  return {
    name,
    noun,
    caveat,
    completions,
    fields,
    view: state.view,
    form: state.form,
    search: state.search,
    ...derived,
    ...actions,
    insights: makeInsights(definition, state, { ...derived, ...actions }),
    ...makeRowOutput(definition, state, derived)
  }
}
