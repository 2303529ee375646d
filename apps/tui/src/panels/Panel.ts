import type { Atom } from "effect/reactivity"
import type { Collection } from "../collection/Collection.ts"
import type { Lines } from "../drawing/frame.ts"
import type { KeyPress } from "../keys/KeyPress.ts"
import type { Ui } from "../Ui.ts"

/** A movement in rows, lines or bars. */
export type Move = "up" | "down" | "page-up" | "page-down" | "first" | "last"

/** The part of the terminal to draw on; `top` is its first line. */
export interface Area {
  readonly width: number
  readonly height: number
  readonly top: number
}

/** The state, the collection on the screen, and the area to draw on. */
export interface View extends Area {
  readonly get: <A>(atom: Atom.Atom<A>) => A
  readonly collection: Collection
}

/** Lines, and the place of the caret on the screen if there is one. */
export interface Drawing {
  readonly lines: Lines
  readonly caret?: { readonly x: number; readonly y: number } | undefined
}

/** A part of the program that fills the screen between header and status line, and has the keys while it is shown. */
export interface Panel {
  readonly draw: (view: View) => Drawing
  /** The panel's own keys, which cannot be rebound. */
  readonly keys?: Readonly<Record<string, (ui: Ui) => void>>
  readonly move?: (ui: Ui, move: Move) => void
  /** Takes typed text, and the keys that edit it. */
  readonly type?: (ui: Ui, key: KeyPress) => void
  /** Goes one level back. */
  readonly back: (ui: Ui) => void
}

/** Returns the place, from 0 to `last`, that a movement leads to; a page has `page` places. */
export const placeAfterMove = (move: Move, place: number, last: number, page: number): number => {
  const steps = { up: -1, down: 1, "page-up": -page, "page-down": page, first: -Infinity, last: Infinity }
  return Math.max(0, Math.min(Math.min(place, last) + steps[move], last))
}

/** Scrolls text in a frame, between its first and its last line. */
export const scrolled =
  (textOf: (ui: Ui, width: number) => ReadonlyArray<string>) =>
  (ui: Ui, move: Move): void => {
    const { width, height } = ui.area
    const room = height - 2
    const last = Math.max(0, textOf(ui, width - 4).length - room)
    ui.change({ scroll: placeAfterMove(move, ui.session.scroll, last, Math.max(1, room - 1)) })
  }
