import { Data, Effect } from "effect"
import { Atom } from "effect/reactivity"

/** Something outside the screen did not work; the message says what to do instead. */
export class PlatformError extends Data.TaggedError("PlatformError")<{ readonly message: string }> {}

/** Where a copied text went: to the machine's clipboard, to tmux, or to the terminal, which may or may not take it. */
export type Copied = "clipboard" | "tmux" | "terminal"

/** Files of the program's own. */
type OwnFile = "config.json" | "views.json"

/** What the program does outside its screen. Tests bring their own. */
export interface Platform {
  /** **Fails with** a failure where a text is too long for the only way there is. */
  readonly copy: (text: string) => Effect.Effect<Copied, PlatformError>
  /** Opens an address in a browser; only `http:` and `https:` are given to it. */
  readonly browse: (address: string) => Effect.Effect<void, PlatformError>
  /** The first of `name`, `name-2`, … that no file has. At once, so that keys typed ahead find the question open. */
  readonly freePath: (name: string) => string
  /** Writes a file that is there whole or not at all, and never in place of another. Gives its full path. */
  readonly saveNew: (path: string, content: string) => Effect.Effect<string, PlatformError>
  /** Where a file of the program's own is. */
  readonly ownPath: (name: OwnFile) => string
  /** Reads it; `undefined` if it does not exist. */
  readonly readOwn: (name: OwnFile) => Effect.Effect<string | undefined, PlatformError>
  /** Changes what is in it, whole or not at all, while no other window does. */
  readonly changeOwn: (
    name: OwnFile,
    change: (content: string | undefined) => Effect.Effect<string, PlatformError>
  ) => Effect.Effect<void, PlatformError>
}

const nowhere = Effect.fail(new PlatformError({ message: "There is nothing outside this screen." }))

/** What is outside. A registry starts with its program's own. */
export const platformAtom: Atom.Writable<Platform> = Atom.keepAlive(
  Atom.make<Platform>({
    copy: () => nowhere,
    browse: () => nowhere,
    freePath: (name) => name,
    saveNew: () => nowhere,
    ownPath: (name) => name,
    readOwn: () => nowhere,
    changeOwn: () => nowhere
  })
)
