import { Data, type Effect } from "effect"
import type { Atom } from "effect/reactivity"
import { provided } from "../provided.ts"

/** A platform call failed. The message suggests what to do instead. */
export class PlatformError extends Data.TaggedError("PlatformError")<{ readonly message: string }> {}

/** The destination of copied text. Terminals do not confirm that they accepted it. */
export type Copied = "clipboard" | "terminal"

/** The calls to the platform. Tests replace them. */
export interface Platform {
  /** Copies text. **Fails with** an error if the text is too long for the terminal and no clipboard program works. */
  readonly copy: (text: string) => Effect.Effect<Copied, PlatformError>
  /** Opens an `http:` or `https:` address in a browser. */
  readonly browse: (address: string) => Effect.Effect<void, PlatformError>
  /** Returns a typed path, in which `~/` at the beginning is the home folder. */
  readonly withHome: (path: string) => string
  /** Returns the first of `name`, `name-2`, … that does not exist. Synchronous, so that the prompt is open for the next key. */
  readonly freePath: (name: string) => string
  /** Writes a new file atomically. Returns its full path. */
  readonly saveNew: (path: string, content: string) => Effect.Effect<string, PlatformError>
  /** The path of the saved views, next to the configuration file. */
  readonly viewsPath: string
  /** Reads the saved views. Returns `undefined` if there is no file. */
  readonly readViews: Effect.Effect<string | undefined, PlatformError>
  /** Replaces the file of the saved views atomically. */
  readonly writeViews: (content: string) => Effect.Effect<void, PlatformError>
  /** Suspends the program until the shell resumes it. Is `undefined` if the system does not support this. */
  readonly suspend: (() => Promise<void>) | undefined
}

export const platformAtom: Atom.Writable<Platform> = provided("the platform")
