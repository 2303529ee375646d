import type { QuerySource } from "@public-records/core"
import { safeText } from "@public-records/text/safeText"
import { Effect, Option, Result } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { rowWidth } from "../drawing/layout.ts"
import { latestDates } from "../form/dateField.ts"
import {
  type FormMessage,
  formMessages,
  type FormState,
  type FormValues,
  type Problem,
  valueOf,
  withCompletion
} from "../form/FormModel.ts"
import { broader, type FilterSuggestion } from "../form/filterForm.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { CollectionDefinition, FilterForm } from "./CollectionDefinition.ts"
import { rowText, titleText } from "./tableColumns.ts"
import { describeFilter, labelAtoms } from "./labels.ts"
import { type VisibleRows, visibleRowAtoms } from "./visibleRows.ts"
import { isRowCountKnown, type Row, rowCountOf } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"

/** A line of the table. Its text is safe to draw. */
export interface TableRow {
  readonly index: number
  readonly kind: "record" | "rejected" | "missing"
  readonly text: string
}

/** Says what a form asks for, or has the messages about its problems. */
export type FormCheck = Result.Result<string, ReadonlyArray<FormMessage>>

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
      titleText(get(columns), get(width), { chosen: get(state.column), sort: get(state.sort) })
    ),
    rows: Atom.make((get): ReadonlyArray<TableRow> => {
      const shown = get(shownAt)
      const { top } = get(window)
      const length = Math.max(0, Math.min(get(layout).tableRows, get(navigableRows) - top))
      return Array.from({ length }, (_, position) => tableRow(shown(top + position), top + position, get))
    })
  }
}

/** Describes a query: its filter and its order. */
const filterText = <Query, Record>(definition: CollectionDefinition<Query, Record>, query: Query): string =>
  `${describeFilter(definition, query) || `all ${definition.name}`} · ${definition.orderOf(query)}`

/** Checks the number of the form. The list of problems is empty until there is an answer. */
const numberProblemsAtom = (form: Atom.Atom<FormState>): Atom.Atom<ReadonlyArray<Problem>> => {
  const typed = Atom.make((get) => valueOf(get(form).values, "number").trim())
  const checked = Atom.make((get) => {
    const number = get(typed)
    return number === "" ? Effect.void : get(screenSourceAtom).checkNumber(number)
  })
  return Atom.make((get) => {
    const result = get(checked)
    const error = Option.getOrUndefined(result.waiting ? Option.none() : AsyncResult.error(result))
    return error?._tag === "InvalidQuery" ? error.problems : []
  })
}

/** Returns `true` if a source can answer the form. */
export const canRead = <Query>(form: FilterForm<Query>, values: FormValues, source: QuerySource): boolean =>
  Result.isSuccess(Effect.runSync(Effect.result(form.queryOf(values, source))))

const formAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const { form, name } = definition
  const { fields } = form
  const lastDay = Atom.make((get) => get(screenSourceAtom).latestDay(name))
  const numberProblems = numberProblemsAtom(state.form)
  const formQuery = Atom.make((get): Result.Result<Query, ReadonlyArray<Problem>> => {
    const { values } = withCompletion(fields, get(state.form))
    const latest = latestDates(fields, values)
    const last = latest.length === 0 ? AsyncResult.success("latest") : get(lastDay)
    if (AsyncResult.isInitial(last)) return Result.fail([])
    const date = AsyncResult.getOrElse(last, () => "latest")
    const dated = { ...values, ...Object.fromEntries(latest.map((name) => [name, date])) }
    const query = form.queryOf(dated, get(screenSourceAtom).rules)
    const read = Effect.runSync(Effect.result(Effect.mapError(query, ({ problems }) => problems)))
    const unread = get(numberProblems)
    return Result.isSuccess(read) && unread.length > 0 ? Result.fail(unread) : read
  })
  const formCheck = Atom.make((get): FormCheck => {
    const { purpose, wayOut } = get(screenSourceAtom)
    return Result.mapBoth(get(formQuery), {
      onSuccess: (query) =>
        purpose(requestText(definition, query), filterText(definition, query), form.notesOf?.(query) ?? []),
      onFailure: (problems) => {
        const messages = formMessages(fields, get(state.form), problems)
        const isOfMirror = messages.length > 0 && canRead(form, get(state.form).values, "local")
        return isOfMirror ? [...messages, ...wayOut] : messages
      }
    })
  })
  return { formQuery, formCheck }
}

/** Returns the suggested filters that the source can answer. */
const suggestionsFor = <Query, Record>(
  { form }: CollectionDefinition<Query, Record>,
  query: Query,
  source: QuerySource
): ReadonlyArray<FilterSuggestion> => {
  const values = form.formOf(query)
  const all = [...(form.suggestions?.(values) ?? []), ...broader(form.fields, values)]
  return all.filter(({ values: suggested }) => canRead(form, suggested, source))
}

export const makeDerived = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const loading = visibleRowAtoms(definition, state)
  return {
    /** Status of the loader. */
    activity: state.loaderStatus,
    isLoadingAll: state.wantsAll,
    suggestions: Atom.make((get): ReadonlyArray<FilterSuggestion> => {
      const store = get(state.store)
      const isEmpty = isRowCountKnown(store) && rowCountOf(store) === 0
      return isEmpty ? suggestionsFor(definition, get(state.query), get(screenSourceAtom).rules) : []
    }),
    /** The facets in effect, in the order in which they were added. */
    facets: Atom.make((get) => get(state.narrowed).facets),
    ...loading,
    ...tableAtoms(definition, state, loading),
    ...labelAtoms(definition, state, loading),
    ...formAtoms(definition, state)
  }
}

/** Everything that is derived from a collection's state. */
export type Derived<Query, Record> = ReturnType<typeof makeDerived<Query, Record>>
