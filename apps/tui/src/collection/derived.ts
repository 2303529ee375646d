import { PublicRecords } from "@public-records/core"
import { safeText } from "@public-records/text/safeText"
import { Effect, Result } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { rowWidth } from "../drawing/layout.ts"
import { latestDates } from "../form/dateField.ts"
import { type Problem, formMessages, withCompletion } from "../form/FormModel.ts"
import type { FilterSuggestion } from "../form/suggestions.ts"
import { appRuntime, mirrorAtom, sourceInfoAtom } from "../source.ts"
import type { CollectionDefinition, FilterForm } from "./CollectionDefinition.ts"
import { rowText, titleText } from "./tableColumns.ts"
import { labelAtoms } from "./labels.ts"
import { type Answers, type VisibleRows, visibleRowAtoms } from "./visibleRows.ts"
import { isRowCountKnown, type Row, rowCountOf } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"

/** A line of the table. Its text is safe to draw. */
export interface TableRow {
  readonly index: number
  readonly kind: "record" | "rejected" | "missing"
  readonly text: string
}

/** Says what a form asks for, or has the messages about its problems. */
export type FormCheck = Result.Result<string, ReturnType<typeof formMessages>>

/** Returns a request as text: its path and decoded parameters. */
export const requestText = <Query, Record>(
  { path, paramsOf }: CollectionDefinition<Query, Record>,
  query: Query
): string => `${path}?${Array.from(paramsOf(query, 0), ([name, value]) => `${name}=${value}`).join("&")}`

const tableAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { layout, window, navigableRows, shownAt }: VisibleRows<Query, Record>
) => {
  const width = Atom.make((get) => rowWidth(get(layout)))
  const columns = Atom.make((get) => definition.columns(get(width)))
  const tableRow = (row: Row<Record> | undefined, index: number, get: Atom.AtomContext): TableRow => {
    if (row === undefined) return { index, kind: "missing", text: "· not loaded ·" }
    if (row._tag === "Rejected") return { index, kind: "rejected", text: safeText(`⚠ invalid record: ${row.reason}`) }
    return { index, kind: "record", text: rowText(get(columns), row.record, get(width)) }
  }
  return {
    titles: Atom.make((get) =>
      titleText(get(columns), get(width), { chosen: get(state.column), sort: get(state.arrangement).sort })
    ),
    rows: Atom.make((get): ReadonlyArray<TableRow> => {
      const shown = get(shownAt)
      const { top } = get(window)
      const length = Math.max(0, Math.min(get(layout).tableRows, get(navigableRows) - top))
      return Array.from({ length }, (_, position) => tableRow(shown(top + position), top + position, get))
    })
  }
}

const formAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  answers: Answers<Query>
) => {
  const filterForm = Atom.make((get): FilterForm<Query> => get(answers) ?? definition)
  const fields = Atom.make((get) => get(filterForm).fields)
  const lastDay = appRuntime.atom(
    PublicRecords.use((client) => Effect.map(definition.dataDays(client), (days) => days?.last ?? "latest"))
  )
  const formQuery = Atom.make((get): Result.Result<Query, ReadonlyArray<Problem>> => {
    const { values } = withCompletion(get(fields), get(state.form))
    const latest = get(sourceInfoAtom).hasLimit ? [] : latestDates(get(fields), values)
    const last = latest.length === 0 ? AsyncResult.success("latest") : get(lastDay)
    if (AsyncResult.isInitial(last)) return Result.fail([])
    const date = AsyncResult.getOrElse(last, () => "latest")
    const query = get(filterForm).queryOf({ ...values, ...Object.fromEntries(latest.map((name) => [name, date])) })
    return Effect.runSync(Effect.result(Effect.mapError(query, ({ problems }) => problems)))
  })
  const formCheck = Atom.make((get): FormCheck =>
    Result.mapBoth(get(formQuery), {
      onSuccess: (query) =>
        get(answers) === undefined
          ? `Sends: GET ${requestText(definition, query)} · 1 request per 50 rows`
          : `Asks the mirror for: ${definition.describe(query) || `all ${definition.name}`} · ${definition.orderOf(query)}`,
      onFailure: (problems) => formMessages(get(fields), get(state.form), problems)
    })
  )
  return { filterForm, fields, formQuery, formCheck }
}

export const makeDerived = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const answers: Answers<Query> = Atom.make((get) => {
    const mirror = get(mirrorAtom)
    return mirror === undefined ? undefined : definition.onMirror?.(mirror)
  })
  const loading = visibleRowAtoms(definition, state, answers)
  const forms = formAtoms(definition, state, answers)
  return {
    answers,
    /** Whether a mirror combines all filters and counts all records of this collection. */
    isOnMirror: Atom.make((get) => get(answers) !== undefined),
    suggestions: Atom.make((get): ReadonlyArray<FilterSuggestion> => {
      const store = get(state.store)
      const isEmpty = isRowCountKnown(store) && rowCountOf(store) === 0
      const { formOf, suggestions } = get(forms.filterForm)
      return isEmpty ? suggestions(formOf(get(state.query))) : []
    }),
    /** The facets in effect, in the order in which they were added. */
    facets: Atom.make((get) => get(answers)?.facetsOf(get(state.query)) ?? get(state.arrangement).facets),
    ...loading,
    ...tableAtoms(definition, state, loading),
    ...labelAtoms(definition, state, loading, answers),
    ...forms
  }
}

/** Everything that is derived from a collection's state. */
export type Derived<Query, Record> = ReturnType<typeof makeDerived<Query, Record>>
