import { Option } from "effect"
import { Atom } from "effect/reactivity"
import type { Collection } from "./collection/Collection.ts"
import { complaints } from "./complaints/definition.ts"
import type { CollectionName } from "./collection/CollectionDefinition.ts"
import { notices } from "./notices/definition.ts"

/** The panels. One of them has the keyboard focus. */
export type PanelName = "table" | "detail" | "insights" | "report" | "form" | "search" | "help" | "menu" | "prompt"

/** The panels that Esc returns to: all rows or all charts of a collection. */
export type BasePanel = "table" | "insights"

/** The collection and the panel on the screen, and the message of the last key. */
export interface Session {
  readonly active: CollectionName
  readonly panel: PanelName
  /** The panel that Esc returns to from a record or a form. */
  readonly basePanel: BasePanel
  /** The panel that is covered by the help, a menu or a prompt. */
  readonly panelBelow: PanelName
  readonly notification: string
  /** How many times in a row Ctrl-C was pressed. */
  readonly interrupts: number
  /** The first visible line of a record or of the help. */
  readonly scroll: number
}

const start: Session = {
  active: "complaints",
  panel: "table",
  basePanel: "table",
  panelBelow: "table",
  notification: "",
  interrupts: 0,
  scroll: 0
}

export const sessionAtom: Atom.Writable<Session> = Atom.keepAlive(Atom.make(start))

/** The exit code, once the user quits. */
export const exitCodeAtom = Atom.keepAlive(Atom.make(Option.none<number>()))

export const collections: Readonly<Record<CollectionName, Collection>> = { complaints, notices }

/** The name of the collection on the screen. */
export const activeNameAtom: Atom.Atom<CollectionName> = Atom.make((get) => get(sessionAtom).active)

/** The loader of the collection on the screen. It sends requests only while this atom is mounted. */
export const activeLoaderAtom = Atom.make((get) => get(collections[get(activeNameAtom)].loader))
