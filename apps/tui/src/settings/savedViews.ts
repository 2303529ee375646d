import { Effect, Schema } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type Outside, outsideAtom, OutsideFailure } from "../outside/Outside.ts"

/** A collection with a filter and an order, under a name. `filter` is what is in the form's fields. */
export interface SavedView {
  readonly name: string
  readonly collection: "complaints" | "notices"
  readonly filter: Readonly<Record<string, string>>
}

const SavedViews = Schema.Struct({
  views: Schema.Array(
    Schema.Struct({
      name: Schema.NonEmptyString,
      collection: Schema.Literals(["complaints", "notices"]),
      filter: Schema.Record(Schema.String, Schema.String)
    })
  )
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(SavedViews))

/** The saved views, or why their file cannot be used. */
export interface SavedViewsState {
  readonly views: ReadonlyArray<SavedView>
  readonly problem: string
  /** Whether the file was looked at: before that, no views means nothing. */
  readonly isRead: boolean
}

/** The saved views as the program last read or wrote them. */
export const savedViewsAtom: Atom.Writable<SavedViewsState> = Atom.keepAlive(
  Atom.make<SavedViewsState>({ views: [], problem: "", isRead: false })
)

const file = "views.json"

/** **Fails with** a sentence that names a file that is broken: it is left as it is. */
const readViews = Effect.fnUntraced(function* (
  outside: Outside
): Effect.fn.Return<ReadonlyArray<SavedView>, OutsideFailure> {
  const content = yield* outside.readOwn(file)
  if (content === undefined) return []
  const { views } = yield* Effect.mapError(
    decode(content),
    () =>
      new OutsideFailure({
        message: `${outside.ownPath(file)} is no file of saved views. Correct or remove it; it is left as it is.`
      })
  )
  return views
})

/** Reads the saved views; the program goes on without them where that does not work. */
export const loadViews = (registry: AtomRegistry.AtomRegistry): Effect.Effect<void> =>
  readViews(registry.get(outsideAtom)).pipe(
    Effect.match({
      onFailure: ({ message }): SavedViewsState => ({ views: [], problem: message, isRead: true }),
      onSuccess: (views): SavedViewsState => ({ views, problem: "", isRead: true })
    }),
    Effect.map((state) => registry.set(savedViewsAtom, state))
  )

/** Changes the saved views as they are in the file now, which another window may have changed. */
const changeViews = Effect.fnUntraced(function* (
  registry: AtomRegistry.AtomRegistry,
  change: (views: ReadonlyArray<SavedView>) => ReadonlyArray<SavedView>
): Effect.fn.Return<void, OutsideFailure> {
  const outside = registry.get(outsideAtom)
  const views = change(yield* readViews(outside))
  yield* outside.replaceOwn(file, `${JSON.stringify({ views }, null, 2)}\n`)
  registry.set(savedViewsAtom, { views, problem: "", isRead: true })
})

/** Keeps a view; one of the same name is replaced. */
export const keepView = (registry: AtomRegistry.AtomRegistry, view: SavedView): Effect.Effect<void, OutsideFailure> =>
  changeViews(registry, (views) => [...views.filter(({ name }) => name !== view.name), view])

/** Forgets the view of that name. */
export const forgetView = (registry: AtomRegistry.AtomRegistry, name: string): Effect.Effect<void, OutsideFailure> =>
  changeViews(registry, (views) => views.filter((view) => view.name !== name))
