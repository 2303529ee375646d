import { Effect, Option, Schema } from "effect"
import { noColorAtom, themeAtom, type ThemeName, themeNames } from "../drawing/themes.ts"
import { type Command, screens } from "../keys/Command.ts"
import { PlatformError } from "../platform/Platform.ts"
import type { Ui } from "../Ui.ts"

const file = "config.json"

const decodeSettings = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** Saves the theme in the configuration file, beside everything else in it. */
const saveTheme = ({ platform }: Ui, theme: ThemeName): Effect.Effect<string, PlatformError> => {
  const broken = `${platform.ownPath(file)} is invalid and was not changed. Fix it to save the theme.`
  const changed = (content = "{}"): Effect.Effect<string, PlatformError> =>
    Option.match(decodeSettings(content), {
      onNone: () => Effect.fail(new PlatformError({ message: broken })),
      onSome: (settings) => Effect.succeed(`${JSON.stringify({ ...settings, theme }, null, 2)}\n`)
    })
  return platform.changeOwn(file, changed).pipe(
    Effect.mapBoth({
      onFailure: ({ message }) => new PlatformError({ message: `Theme ${theme}, for now: ${message}` }),
      onSuccess: () => `Theme ${theme}.`
    })
  )
}

const nextTheme = (ui: Ui): void => {
  const at = themeNames.indexOf(ui.get(themeAtom))
  const next = themeNames[(at + 1) % themeNames.length] ?? "terminal"
  ui.set(themeAtom, next)
  ui.runInBackground(saveTheme(ui, next))
}

/** Changes to the next theme and saves it. */
export const theme: Command = {
  name: "theme",
  keys: ["T"],
  help: ["APP", "next theme"],
  on: screens,
  when: (ui) => (ui.get(noColorAtom) ? "NO_COLOR is set: there are no colors to choose." : ""),
  run: nextTheme
}
