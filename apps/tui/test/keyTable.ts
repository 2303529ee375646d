import { commands } from "../src/commands/index.ts"
import { keyLabel } from "../src/keys/bindings.ts"
import { everywhere } from "../src/keys/Command.ts"

/** All commands with their default keys, as `docs/terminal.md` lists them. */
export const keyTable = commands.map(({ name, keys, help: [, label], on }) => ({
  name,
  keys: keys.map(keyLabel),
  label,
  on: on === everywhere ? "everywhere" : on.join(", ")
}))
