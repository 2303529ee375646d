import { Result } from "effect"
import { isThemeName, type ThemeName, themeNames } from "./drawing/themes.ts"
import { commands } from "./commands/index.ts"
import { rebind } from "./keys/bindings.ts"
import type { Command } from "./keys/Command.ts"

/** The user's theme, and the commands with the user's keys. */
export interface TuiSettings {
  readonly theme: ThemeName
  readonly commands: ReadonlyArray<Command>
}

/** The members of the configuration file for the terminal UI. */
export interface GivenSettings {
  readonly theme?: string | undefined
  readonly keys?: object | undefined
}

/**
 * Reads the members `theme` and `keys` of the configuration file.
 *
 * **Fails with** a message that names the invalid member and the allowed values.
 */
export const readTuiSettings = ({
  theme = "terminal",
  keys = {}
}: GivenSettings): Result.Result<TuiSettings, string> => {
  if (!isThemeName(theme)) {
    return Result.fail(`"theme" is "${theme}", which is not a theme. Available: ${themeNames.join(", ")}.`)
  }
  return Result.map(rebind(keys, commands), (bound) => ({ theme, commands: bound }))
}
