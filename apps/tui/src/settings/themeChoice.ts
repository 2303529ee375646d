import { Effect, Option, Schema } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { noColorAtom, themeAtom, type ThemeName, themeNames } from "../chrome/themes.ts"
import { outsideAtom, OutsideFailure } from "../outside/Outside.ts"
import { note } from "../session.ts"
import { errand } from "../takeaway/errand.ts"

const file = "config.json"

const decodeSettings = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** Keeps the theme in the configuration file, and everything else in it as it is. */
const keepTheme = Effect.fnUntraced(function* (
  registry: AtomRegistry.AtomRegistry,
  theme: ThemeName
): Effect.fn.Return<string, OutsideFailure> {
  const outside = registry.get(outsideAtom)
  const settings = decodeSettings((yield* outside.readOwn(file)) ?? "{}")
  if (Option.isNone(settings)) {
    const message = `Theme ${theme}, for now: ${outside.ownPath(file)} is broken, and is left as it is. Correct it.`
    return yield* new OutsideFailure({ message })
  }
  yield* outside.replaceOwn(file, `${JSON.stringify({ ...settings.value, theme }, null, 2)}\n`)
  return `Theme ${theme}.`
})

/** Changes to the next theme and keeps it. */
export const nextTheme = (registry: AtomRegistry.AtomRegistry): void => {
  if (registry.get(noColorAtom)) return note(registry, "NO_COLOR is set: there are no colours to choose.")
  const at = themeNames.indexOf(registry.get(themeAtom))
  const theme = themeNames[(at + 1) % themeNames.length] ?? "terminal"
  registry.set(themeAtom, theme)
  errand(registry, keepTheme(registry, theme))
}
