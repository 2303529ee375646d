import { Atom } from "effect/reactivity"
import type { Size } from "../chrome/layout.ts"

/** The size of the terminal. */
export const sizeAtom: Atom.Writable<Size> = Atom.keepAlive(Atom.make<Size>({ columns: 80, rows: 24 }))

/** Whether the reader wants the detail of the selected row under the table, where there is room. */
export const showsPaneAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(true))
