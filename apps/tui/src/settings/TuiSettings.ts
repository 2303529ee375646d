import { Result } from "effect"
import { isThemeName, type ThemeName, themeNames } from "../chrome/themes.ts"
import type { Command } from "../keys/Command.ts"
import { rebind } from "../keys/rebinding.ts"

/** How the reader wants the program: looks and keys. */
export interface TuiSettings {
  readonly theme: ThemeName
  readonly commands: ReadonlyArray<Command>
}

/** What the configuration file says of it. */
export interface GivenSettings {
  readonly theme?: string | undefined
  readonly keys?: object | undefined
}

/**
 * Reads the members `theme` and `keys` of the configuration file.
 *
 * **Fails with** a sentence that names the member that cannot be followed, and what there is instead.
 */
export const readTuiSettings = ({
  theme = "terminal",
  keys = {}
}: GivenSettings): Result.Result<TuiSettings, string> => {
  if (!isThemeName(theme)) {
    return Result.fail(`"theme" is "${theme}", which is no theme. There are ${themeNames.join(", ")}.`)
  }
  return Result.map(rebind(keys), (commands) => ({ theme, commands }))
}
