import { Atom } from "effect/reactivity"
import { provided } from "../provided.ts"
import type { Source } from "../Source.ts"
import { localOnScreen } from "./local.ts"
import type { ScreenSource } from "./ScreenSource.ts"
import { serviceOnScreen } from "./service.ts"

/** The source of the records, which the user can change. */
export const sourceAtom: Atom.Writable<Source> = provided("the source of the records")

/** The source as the screen uses and describes it. */
export const screenSourceAtom: Atom.Atom<ScreenSource> = Atom.make((get) => {
  const source = get(sourceAtom)
  return source._tag === "Service" ? serviceOnScreen(source) : localOnScreen(source)
})
