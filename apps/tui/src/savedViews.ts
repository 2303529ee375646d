import { Effect, Schema } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { platformAtom, PlatformError } from "./platform/Platform.ts"

type Registry = AtomRegistry.AtomRegistry

/** A filter with its order under a name. `filter` holds the values of the form. */
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
  /** Whether the file was read. */
  readonly isRead: boolean
}

/** The saved views as the program last read or wrote them. */
export const savedViewsAtom = Atom.keepAlive(Atom.make<SavedViewsState>({ views: [], problem: "", isRead: false }))

/** The file of the saved views, beside the configuration file. */
export const viewsFile = "views.json"

/** Reads the content of the file. **Fails with** a message that names the file if it is broken. */
const viewsIn = (registry: Registry, content: string | undefined): Effect.Effect<Views, PlatformError> => {
  if (content === undefined) return Effect.succeed([])
  const path = registry.get(platformAtom).ownPath(viewsFile)
  const message = `${path} is not a valid saved-views file. Fix or remove it; it was not changed.`
  return decode(content).pipe(
    Effect.map(({ views }) => views),
    Effect.mapError(() => new PlatformError({ message }))
  )
}

/** Reads the saved views. */
export const loadViews = (registry: Registry): Effect.Effect<void> =>
  registry
    .get(platformAtom)
    .readOwn(viewsFile)
    .pipe(
      Effect.flatMap((content) => viewsIn(registry, content)),
      Effect.match({
        onFailure: ({ message }): SavedViewsState => ({ views: [], problem: message, isRead: true }),
        onSuccess: (views): SavedViewsState => ({ views, problem: "", isRead: true })
      }),
      Effect.map((state) => registry.set(savedViewsAtom, state))
    )

/** Changes the views that are in the file now, because another window may have changed them. */
const changeViews = (registry: Registry, change: (views: Views) => Views): Effect.Effect<void, PlatformError> => {
  const { changeOwn } = registry.get(platformAtom)
  const changed = changeOwn(viewsFile, (content) =>
    Effect.map(viewsIn(registry, content), (views) => `${JSON.stringify({ views: change(views) }, null, 2)}\n`)
  )
  return Effect.andThen(changed, loadViews(registry))
}

/** Saves a view in place of one with the same name. */
export const storeView = (registry: Registry, view: SavedView): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => [...views.filter(({ name }) => name !== view.name), view])

/** Deletes the view of that name. */
export const deleteView = (registry: Registry, name: string): Effect.Effect<void, PlatformError> =>
  changeViews(registry, (views) => views.filter((view) => view.name !== name))
