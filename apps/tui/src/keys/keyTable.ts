import { commands } from "../commands/index.ts"
import { keyLabel } from "./bindings.ts"
import { everywhere } from "./Command.ts"

/** A line of the key tables in `docs/terminal.md` and the man page. */
export interface KeyTableRow {
  readonly name: string
  readonly keys: ReadonlyArray<string>
  readonly label: string
  /** The panels on which the command works. */
  readonly on: string
}

/** All commands with their default keys. */
export const keyTable: ReadonlyArray<KeyTableRow> = commands.map(({ name, keys, help: [, label], on }) => ({
  name,
  keys: keys.map(keyLabel),
  label,
  on: on === everywhere ? "everywhere" : on.join(", ")
}))
