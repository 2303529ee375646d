import { Effect, Schema } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type Platform, platformAtom, PlatformError } from "./platform/Platform.ts"

type Registry = AtomRegistry.AtomRegistry

/** A named filter with its sort order. `filter` holds the members of a query. */
const SavedView = Schema.Struct({
  name: Schema.NonEmptyString,
  collection: Schema.Literals(["complaints", "notices"]),
  filter: Schema.Record(Schema.String, Schema.String)
})

export type SavedView = typeof SavedView.Type

type Views = ReadonlyArray<SavedView>

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ views: Schema.Array(SavedView) })))

/** The saved views, or why their file cannot be used. */
interface SavedViewsState {
  readonly views: Views
  readonly problem: string
  /** Whether the file has been read. */
  readonly isRead: boolean
}

/** The saved views as the program last read or wrote them. */
export const savedViewsAtom = Atom.keepAlive(Atom.make<SavedViewsState>({ views: [], problem: "", isRead: false }))

/** Reads the views. **Fails with** a message that names the file if it is invalid. */
const readViews = ({ readViews: read, viewsPath }: Platform): Effect.Effect<Views, PlatformError> => {
  const message = `${viewsPath} is not a valid saved-views file. Fix or remove it; it was not changed.`
  return Effect.flatMap(read, (content) =>
    content === undefined
      ? Effect.succeed([])
      : decode(content).pipe(
          Effect.map(({ views }) => views),
          Effect.mapError(() => new PlatformError({ message }))
        )
  )
}

/** Reads the saved views into `savedViewsAtom`. */
export const loadViews = (registry: Registry): Effect.Effect<void> =>
  readViews(registry.get(platformAtom)).pipe(
    Effect.match({
      onFailure: ({ message }): SavedViewsState => ({ views: [], problem: message, isRead: true }),
      onSuccess: (views): SavedViewsState => ({ views, problem: "", isRead: true })
    }),
    Effect.map((state) => registry.set(savedViewsAtom, state))
  )

/** Changes the current content of the file, because another window may have changed it. */
const changeViews = (registry: Registry, change: (views: Views) => Views): Effect.Effect<void, PlatformError> => {
  const platform = registry.get(platformAtom)
  return readViews(platform).pipe(
    Effect.flatMap((views) => platform.writeViews(`${JSON.stringify({ views: change(views) }, null, 2)}\n`)),
    Effect.andThen(loadViews(registry))
  )
}

/** Saves a view. Replaces a view with the same name. */
export const storeView = (registry: Registry, view: SavedView): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => [...views.filter(({ name }) => name !== view.name), view])

/** Deletes the view of that name. */
export const deleteView = (registry: Registry, name: string): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => views.filter((view) => view.name !== name))
