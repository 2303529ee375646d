import { Effect, Option, Schema } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { noColorAtom, themeAtom, type ThemeName, themeNames } from "../chrome/themes.ts"
import { outsideAtom, OutsideFailure } from "../outside/Outside.ts"
import { note } from "../session.ts"
import { errand } from "../takeaway/errand.ts"

const file = "config.json"

const decodeSettings = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** Keeps the theme in the configuration file, and everything else in it as it is. */
const keepTheme = (registry: AtomRegistry.AtomRegistry, theme: ThemeName): Effect.Effect<string, OutsideFailure> => {
  const outside = registry.get(outsideAtom)
  const changed = (content = "{}"): Effect.Effect<string, OutsideFailure> =>
    Option.match(decodeSettings(content), {
      onNone: () =>
        Effect.fail(
          new OutsideFailure({ message: `${outside.ownPath(file)} is broken, and is left as it is. Correct it.` })
        ),
      onSome: (settings) => Effect.succeed(`${JSON.stringify({ ...settings, theme }, null, 2)}\n`)
    })
  return outside.changeOwn(file, changed).pipe(
    Effect.mapBoth({
      onFailure: ({ message }) => new OutsideFailure({ message: `Theme ${theme}, for now: ${message}` }),
      onSuccess: () => `Theme ${theme}.`
    })
  )
}

/** Changes to the next theme and keeps it. */
export const nextTheme = (registry: AtomRegistry.AtomRegistry): void => {
  if (registry.get(noColorAtom)) return note(registry, "NO_COLOR is set: there are no colours to choose.")
  const at = themeNames.indexOf(registry.get(themeAtom))
  const theme = themeNames[(at + 1) % themeNames.length] ?? "terminal"
  registry.set(themeAtom, theme)
  errand(registry, keepTheme(registry, theme))
}
