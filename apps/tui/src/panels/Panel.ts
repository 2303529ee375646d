import type { Atom } from "effect/reactivity"
import type { Collection } from "../collection/Collection.ts"
import { padLines, frame, type Lines } from "../drawing/frame.ts"
import { sizeAtom } from "../drawing/layout.ts"
import type { KeyPress } from "../keys/KeyPress.ts"
import { collections, sessionAtom } from "../session.ts"
import type { Ui } from "../Ui.ts"

/** A movement in rows, lines or bars. */
export type Move = "up" | "down" | "page-up" | "page-down" | "first" | "last"

/** The state, the active collection and the area to draw on. `top` is its first line. */
export interface View {
  readonly get: <A>(atom: Atom.Atom<A>) => A
  readonly collection: Collection
  readonly width: number
  readonly height: number
  readonly top: number
}

/** Returns the view for the panel between header and status lines. */
export const panelView = (get: View["get"]): View => {
  const collection = collections[get(sessionAtom).active]
  const { columns, rows } = get(sizeAtom)
  const { header, status } = get(collection.layout)
  return { get, collection, width: columns, height: rows - header - status, top: header }
}

/** Lines, and the screen position of the caret, if any. */
export interface Drawing {
  readonly lines: Lines
  readonly caret?: { readonly x: number; readonly y: number } | undefined
}

/** A panel fills the screen between header and status lines and has the keyboard focus while it is shown. */
export interface Panel {
  readonly draw: (view: View) => Drawing
  /** Fixed keys, which cannot be rebound. */
  readonly keys?: Readonly<Record<string, (ui: Ui) => void>>
  readonly move?: (ui: Ui, move: Move) => void
  /** Handles typed characters and editing keys. */
  readonly type?: (ui: Ui, key: KeyPress) => void
  /** Goes one level back. */
  readonly back: (ui: Ui) => void
}

/** Returns the position after a movement, from 0 to `last`, or 0 if `last` is negative. A page has `page` positions. */
export const positionAfterMove = (move: Move, position: number, last: number, page: number): number => {
  const steps = { up: -1, down: 1, "page-up": -page, "page-down": page, first: -Infinity, last: Infinity }
  return Math.max(0, Math.min(Math.min(position, last) + steps[move], last))
}

/** Text in a frame. `more` describes the visible lines if not all of them fit. */
interface LongText {
  readonly title: string
  readonly lines: ReadonlyArray<string>
  readonly keys: string
  readonly more: (first: number, last: number) => string
}

/** Creates a panel that scrolls text in a frame. */
export const scrolling = (textOf: (view: View) => LongText): Required<Pick<Panel, "draw" | "move">> => ({
  draw: (view) => {
    const { title, lines, keys, more } = textOf(view)
    const room = view.height - 2
    const from = Math.max(0, Math.min(view.get(sessionAtom).scroll, lines.length - room))
    const remark = lines.length > room ? `${more(from + 1, Math.min(lines.length, from + room))} · ${keys}` : keys
    return { lines: frame(view.width, title, remark, padLines(lines.slice(from), room, "")) }
  },
  move: (ui, move) => {
    const view = panelView((atom) => ui.get(atom))
    const room = view.height - 2
    const last = textOf(view).lines.length - room
    ui.change({ scroll: positionAfterMove(move, ui.session.scroll, last, Math.max(1, room - 1)) })
  }
})
