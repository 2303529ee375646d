import { Effect, Schema } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type Platform, platformAtom, PlatformError } from "./platform/Platform.ts"

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

/** The views in a file's content. **Fails with** a sentence that names the file if it is broken. */
const viewsIn = (
  platform: Platform,
  content: string | undefined
): Effect.Effect<ReadonlyArray<SavedView>, PlatformError> =>
  content === undefined
    ? Effect.succeed([])
    : decode(content).pipe(
        Effect.map(({ views }) => views),
        Effect.mapError(
          () =>
            new PlatformError({
              message: `${platform.ownPath(file)} is not a file of saved views. Correct or remove it; it is left as it is.`
            })
        )
      )

const readViews = (platform: Platform): Effect.Effect<ReadonlyArray<SavedView>, PlatformError> =>
  Effect.flatMap(platform.readOwn(file), (content) => viewsIn(platform, content))

/** Reads the saved views; without them, if that fails. */
export const loadViews = (registry: AtomRegistry.AtomRegistry): Effect.Effect<void> =>
  readViews(registry.get(platformAtom)).pipe(
    Effect.match({
      onFailure: ({ message }): SavedViewsState => ({ views: [], problem: message, isRead: true }),
      onSuccess: (views): SavedViewsState => ({ views, problem: "", isRead: true })
    }),
    Effect.map((state) => registry.set(savedViewsAtom, state))
  )

/** Changes the saved views that are in the file now: another window may have changed them. */
const changeViews = Effect.fnUntraced(function* (
  registry: AtomRegistry.AtomRegistry,
  change: (views: ReadonlyArray<SavedView>) => ReadonlyArray<SavedView>
): Effect.fn.Return<void, PlatformError> {
  const platform = registry.get(platformAtom)
  yield* platform.changeOwn(file, (content) =>
    Effect.map(viewsIn(platform, content), (views) => `${JSON.stringify({ views: change(views) }, null, 2)}\n`)
  )
  yield* loadViews(registry)
})

/** Keeps a view; one of the same name is replaced. */
export const keepView = (registry: AtomRegistry.AtomRegistry, view: SavedView): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => [...views.filter(({ name }) => name !== view.name), view])

/** Forgets the view of that name. */
export const forgetView = (registry: AtomRegistry.AtomRegistry, name: string): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => views.filter((view) => view.name !== name))
