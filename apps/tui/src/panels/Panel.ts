import type { ReactElement } from "react"
import type { Collection } from "../collection/Collection.ts"
import type { Edit } from "../keys/editing.ts"
import type { Ui } from "../Ui.ts"

/** A movement in rows, lines or bars. */
export type Move = "up" | "down" | "page-up" | "page-down" | "first" | "last"

/** The part of the terminal that a panel draws on; `top` is its first line. */
export interface Area {
  readonly width: number
  readonly height: number
  readonly top: number
}

/** The cells to draw on, and the collection on the screen. */
export interface DrawProps {
  readonly width: number
  readonly height: number
  readonly collection: Collection
}

/** What fills the screen between header and status line, and takes the keys while it does. */
export interface Panel {
  readonly Body: (props: Area & { readonly collection: Collection }) => ReactElement
  /** The panel's own keys, which cannot be rebound. */
  readonly keys?: Readonly<Record<string, (ui: Ui) => void>>
  readonly move?: (ui: Ui, move: Move) => void
  /** Takes typed text. */
  readonly type?: (ui: Ui, edit: Edit) => void
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
