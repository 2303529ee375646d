import { Context, Effect, Option } from "effect"
import { AsyncResult, type Atom, type AtomRegistry } from "effect/reactivity"
import type { Collection } from "./collection/Collection.ts"
import type { Summary } from "./collection/labels.ts"
import { type Platform, platformAtom, type PlatformError } from "./platform/Platform.ts"
import { appRuntime } from "./requests.ts"
import { collections, type BasePanel, type PanelName, type Session, sessionAtom } from "./session.ts"

const overlays: ReadonlySet<PanelName> = new Set(["help", "menu", "prompt"])

/** The program state and the actions that change it, as commands and panels use them. */
export class Ui {
  readonly registry: AtomRegistry.AtomRegistry

  constructor(registry: AtomRegistry.AtomRegistry) {
    this.registry = registry
  }

  get<A>(atom: Atom.Atom<A>): A {
    return this.registry.get(atom)
  }

  set<A>(atom: Atom.Writable<A>, value: A): void {
    this.registry.set(atom, value)
  }

  update<A>(atom: Atom.Writable<A>, change: (value: A) => A): void {
    this.registry.update(atom, change)
  }

  get session(): Session {
    return this.get(sessionAtom)
  }

  change(part: Partial<Session>): void {
    this.update(sessionAtom, (session) => ({ ...session, ...part }))
  }

  /** The collection on the screen. */
  get collection(): Collection {
    return collections[this.session.active]
  }

  get summary(): Summary {
    return this.get(this.collection.summary)
  }

  get platform(): Platform {
    return this.get(platformAtom)
  }

  /** The services of the program's effects, such as its clock. */
  get services(): Context.Context<never> {
    return Option.getOrElse(AsyncResult.value(this.get(appRuntime)), Context.empty)
  }

  /** Shows a message until the next key. */
  notify(notification: string): void {
    this.change({ notification })
  }

  /** Runs an effect in the background and shows its message. */
  runInBackground(work: Effect.Effect<string, PlatformError>): void {
    const done = work.pipe(
      Effect.catch(({ message }) => Effect.succeed(message)),
      Effect.map((message) => this.notify(message))
    )
    Effect.runFork(done)
  }

  /** Shows the rows, or the insights. */
  showBasePanel(basePanel: BasePanel): void {
    this.change({ basePanel, panel: basePanel, scroll: 0 })
  }

  /** Opens an overlay, which has the keyboard focus until `closeOverlay`. */
  openOverlay(overlay: PanelName): void {
    const { panel, panelBelow } = this.session
    this.change({ panel: overlay, panelBelow: overlays.has(panel) ? panelBelow : panel, scroll: 0 })
  }

  closeOverlay(): void {
    this.change({ panel: this.session.panelBelow, scroll: 0 })
  }
}
