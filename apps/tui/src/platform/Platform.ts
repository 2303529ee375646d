import { Data, Effect } from "effect"
import { Atom } from "effect/reactivity"

/** A platform call failed. The message says what to do instead. */
export class PlatformError extends Data.TaggedError("PlatformError")<{ readonly message: string }> {}

/** Where copied text went. A terminal does not say whether it took it. */
export type Copied = "clipboard" | "tmux" | "terminal"

/** Files of the program's own. */
type OwnFile = "config.json" | "views.json"

/** The calls to the platform. Tests provide their own. */
export interface Platform {
  /** Copies text. **Fails with** an error if it is too long for the terminal and there is no other way. */
  readonly copy: (text: string) => Effect.Effect<Copied, PlatformError>
  /** Opens an `http:` or `https:` address in a browser. */
  readonly browse: (address: string) => Effect.Effect<void, PlatformError>
  /** Returns the first of `name`, `name-2`, … that does not exist. Synchronous, so that the next key finds the prompt open. */
  readonly freePath: (name: string) => string
  /** Writes a new file atomically. Returns its full path. */
  readonly saveNew: (path: string, content: string) => Effect.Effect<string, PlatformError>
  /** The path of a file of the program. */
  readonly ownPath: (name: OwnFile) => string
  /** Reads a file of the program; `undefined` if it does not exist. */
  readonly readOwn: (name: OwnFile) => Effect.Effect<string | undefined, PlatformError>
  /** Changes a file of the program atomically, under a lock. */
  readonly changeOwn: (
    name: OwnFile,
    change: (content: string | undefined) => Effect.Effect<string, PlatformError>
  ) => Effect.Effect<void, PlatformError>
  /** Suspends the program until the shell continues it; `undefined` if the system cannot. */
  readonly suspend: (() => Promise<void>) | undefined
}

const notAvailable = Effect.fail(new PlatformError({ message: "This is not available here." }))

/** The platform. The program provides it. */
export const platformAtom: Atom.Writable<Platform> = Atom.keepAlive(
  Atom.make<Platform>({
    copy: () => notAvailable,
    browse: () => notAvailable,
    freePath: (name) => name,
    saveNew: () => notAvailable,
    ownPath: (name) => name,
    readOwn: () => notAvailable,
    changeOwn: () => notAvailable,
    suspend: undefined
  })
)
