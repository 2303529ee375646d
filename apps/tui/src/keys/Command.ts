import type { Action, Mode } from "./Action.ts"

/** The headings of the help. */
export type Group = "MOVE" | "LOOK" | "FIND" | "FILTER" | "TAKE AWAY" | "APP"

/**
 * Something that a key does.
 *
 * **Gotchas** `name` is what the palette lists and what the configuration file binds keys to: never change one. Commands
 * with the same `does` share a line of the help; one without is a field's own and is neither listed nor rebound.
 */
export interface Command {
  readonly name: string
  readonly group: Group
  readonly does: string
  readonly modes: ReadonlyArray<Mode>
  /** As `KeyPress` names them. */
  readonly keys: ReadonlyArray<string>
  readonly action: Action
}
