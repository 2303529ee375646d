import type { Complaint, ComplaintQuery } from "@public-records/core"
import { makeInsights } from "../insights/Insights.ts"
import { makeActions } from "./actions.ts"
import type { CollectionDefinition } from "./CollectionDefinition.ts"
import { makeDerived } from "./derived.ts"
import { makeRowOutput } from "./output.ts"
import { makeCollectionState } from "./state.ts"

/** Creates a collection from its definition: state, derived atoms and actions. None of them exposes the record type. */
export const makeCollection = <Query, Record>(definition: CollectionDefinition<Query, Record>) => {
  const { name, caveat } = definition
  const state = makeCollectionState(definition)
  const derived = makeDerived(definition, state)
  const actions = makeActions(definition, state, derived)
  const { formQuery: _formQuery, rowOrder: _rowOrder, shownAt: _shownAt, ...shown } = derived
  return {
    name,
    noun: name,
    caveat,
    view: state.view,
    fields: definition.form.fields,
    form: state.form,
    search: state.search,
    ...shown,
    ...actions,
    insights: makeInsights(definition, state, actions),
    ...makeRowOutput(definition, state, derived)
  }
}

/** A collection as used by panels and commands. */
export type Collection = ReturnType<typeof makeCollection<ComplaintQuery, Complaint>>
