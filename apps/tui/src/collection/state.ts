import type { PublicRecordsError } from "@public-records/core"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { type FormState, openForm } from "../form/FormModel.ts"
import { type Arrangement, asServed } from "./arrangement.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import { type History, noHistory } from "./history.ts"
import { emptyStore, type RowRequest, type RowStore } from "./RowStore.ts"
import { startOfView, type View } from "./View.ts"

/** What a collection's loader is doing. `secondsLeft` counts down where it will ask again by itself. */
export type Activity =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Loading"; readonly request: RowRequest }
  | {
      readonly _tag: "Failed"
      readonly error: PublicRecordsError
      readonly secondsLeft: Option.Option<number>
      readonly request: RowRequest
    }

/** Nothing asked, nothing awaited. */
export const idle: Activity = { _tag: "Idle" }

/** What rows are looked for: a text in their cells, or a telephone number. */
export interface Sought {
  readonly _tag: "Text" | "Number"
  readonly text: string
}

/** A query with what was loaded of it and where the reader was. */
export interface Looked<Query, Record> {
  readonly query: Query
  readonly store: RowStore<Record>
  readonly view: View
  readonly arrangement: Arrangement<Record>
}

/** What the reader and the service have said so far. Everything else on the screen is derived from it. */
export interface CollectionState<Query, Record> {
  readonly query: Atom.Writable<Query>
  readonly store: Atom.Writable<RowStore<Record>>
  readonly view: Atom.Writable<View>
  readonly arrangement: Atom.Writable<Arrangement<Record>>
  /** The title of the column that the reader chose; nothing before that. */
  readonly column: Atom.Writable<Option.Option<string>>
  readonly history: Atom.Writable<History<Looked<Query, Record>>>
  /** Whether what is loaded is to be asked for again: it stays until something newer has come. */
  readonly isStale: Atom.Writable<boolean>
  /** Whether all rows are asked for, one page after the other, and not only those near the reader. */
  readonly loadsAll: Atom.Writable<boolean>
  /** Whether all rows are counted now, and so wanted if they are local. */
  readonly countsAll: Atom.Writable<boolean>
  readonly form: Atom.Writable<FormState>
  readonly sought: Atom.Writable<Sought>
  /** What the loader reports. */
  readonly reported: Atom.Writable<Activity>
  /** The page that the reader does not want to wait for any longer. */
  readonly stopped: Atom.Writable<Option.Option<number>>
  /** Counted up to interrupt the request in flight and begin anew. */
  readonly run: Atom.Writable<number>
}

const kept = <A>(value: A): Atom.Writable<A> => Atom.keepAlive(Atom.make<A>(value))

/** The state in which a collection begins. */
export const makeCollectionState = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>
): CollectionState<Query, Record> => ({
  query: kept(definition.initialQuery),
  store: kept<RowStore<Record>>(emptyStore),
  view: kept(startOfView),
  arrangement: kept<Arrangement<Record>>(asServed),
  column: kept(Option.none<string>()),
  history: kept<History<Looked<Query, Record>>>(noHistory),
  isStale: kept(false),
  loadsAll: kept(false),
  countsAll: kept(false),
  form: kept(openForm(definition.fields, definition.emptyForm)),
  sought: kept<Sought>({ _tag: "Text", text: "" }),
  reported: kept<Activity>(idle),
  stopped: kept(Option.none<number>()),
  run: kept(0)
})
