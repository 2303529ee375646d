import { Effect, Result } from "effect"
import { Atom } from "effect/reactivity"
import { screens } from "../keys/Command.ts"
import { collections } from "../session.ts"
import type { Source } from "../Source.ts"
import { screenSourceAtom, sourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { applyFilter } from "./filtering.ts"

/** Opens the form if the source cannot answer the filter. The form says why. */
const editUnanswered = (ui: Ui): void => {
  const { collection, registry } = ui
  if (collection.isAnsweredBy(registry, ui.get(screenSourceAtom).rules) || !screens.includes(ui.session.panel)) return
  applyFilter(ui, collection.currentFilter(registry))
  ui.change({ panel: "form" })
}

/** Switches to another source. The filter stays, and loaded rows if only the key changes. */
const switchSource = (ui: Ui, source: Source): void =>
  Atom.batch(() => {
    const before = ui.get(screenSourceAtom).name
    ui.set(sourceAtom, source)
    const isSamePlace = ui.get(screenSourceAtom).name === before
    for (const { retry, reset } of Object.values(collections)) (isSamePlace ? retry : reset)(ui.registry)
    editUnanswered(ui)
  })

/** The number of sources that were chosen so far. */
const choicesAtom: Atom.Writable<number> = Atom.keepAlive(Atom.make(0))

/** Opens another source and switches to it, or shows why it cannot be opened. The last choice wins. */
export const switchTo = Effect.fnUntraced(function* (
  ui: Ui,
  opened: Effect.Effect<Source, { readonly message: string }>,
  message: string
) {
  const choice = ui.get(choicesAtom) + 1
  ui.set(choicesAtom, choice)
  const result = yield* Effect.result(opened)
  if (ui.get(choicesAtom) !== choice) return
  if (Result.isFailure(result)) return ui.notify(result.failure.message)
  switchSource(ui, result.success)
  ui.notify(message)
})
