import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { originAtom } from "./AppLayer.ts"
import type { Collection } from "./collection/Collection.ts"
import { complaints } from "./complaints/complaintAtoms.ts"
import type { CollectionName, Mode } from "./keys/Action.ts"
import { type Count, noCount } from "./keys/keymap.ts"
import type { TextState } from "./form/FormModel.ts"
import { notices } from "./notices/noticeAtoms.ts"

/** What shows a whole collection: its rows, or what is counted of them. */
export type Home = Extract<Mode, "table" | "insights">

/** What the program shows and what has the keys. */
export interface Session {
  readonly active: CollectionName
  readonly mode: Mode
  /** Where Esc leads back to from a record or a form. */
  readonly home: Home
  /** What had the keys before help took them. */
  readonly modeBehind: Mode
  readonly count: Count
  /** Where a number begun with `1` or `2` leads back to. */
  readonly shownBefore: Pick<Session, "active" | "home">
  /** What the last key has to say; empty for nothing. */
  readonly note: string
  /** Whether Ctrl-C was the last key: another one quits. */
  readonly isInterrupted: boolean
  /** The first line shown of a detail or of the help, where it is longer than the screen. */
  readonly scroll: number
  readonly find: TextState & { readonly startedAt: number }
}

/** How the program begins: at the complaints. */
const firstSession: Session = {
  active: "complaints",
  mode: "table",
  home: "table",
  modeBehind: "table",
  count: noCount,
  shownBefore: { active: "complaints", home: "table" },
  note: "",
  isInterrupted: false,
  scroll: 0,
  find: { text: "", caret: 0, startedAt: 0 }
}

/** The session. */
export const sessionAtom: Atom.Writable<Session> = Atom.keepAlive(Atom.make<Session>(firstSession))

const over: ReadonlySet<Mode> = new Set(["help", "menu", "prompt"])

/** Gives the keys to what lies over the screen; `closeOver` gives them back. */
export const openOver = (registry: AtomRegistry.AtomRegistry, mode: Mode): void =>
  registry.update(sessionAtom, (session) => ({
    ...session,
    mode,
    modeBehind: over.has(session.mode) ? session.modeBehind : session.mode,
    scroll: 0
  }))

/** Gives the keys back to what had them. */
export const closeOver = (registry: AtomRegistry.AtomRegistry): void =>
  registry.update(sessionAtom, (session) => ({ ...session, mode: session.modeBehind, scroll: 0 }))

/** Shows rows, or what is counted of them. */
export const showHome = (registry: AtomRegistry.AtomRegistry, home: Home): void =>
  registry.update(sessionAtom, (session) => ({ ...session, home, mode: home, scroll: 0 }))

/** Says what the last key did, until the next one. */
export const note = (registry: AtomRegistry.AtomRegistry, text: string): void =>
  registry.update(sessionAtom, (session) => ({ ...session, note: text }))

/** The exit code, once the reader wants to leave. */
export const exitCodeAtom: Atom.Writable<Option.Option<number>> = Atom.keepAlive(
  Atom.make<Option.Option<number>>(Option.none())
)

/** Both collections by name. */
const collections: Readonly<Record<CollectionName, Collection>> = { complaints, notices }

/** Both collections. */
export const everyCollection: ReadonlyArray<Collection> = Object.values(collections)

/** The collection on the screen. */
export const activeCollection = (registry: AtomRegistry.AtomRegistry): Collection =>
  collections[registry.get(sessionAtom).active]

/** The name of the collection on the screen. */
export const activeNameAtom: Atom.Atom<CollectionName> = Atom.make((get) => get(sessionAtom).active)

const shownForAMomentAtom = activeNameAtom.pipe(Atom.debounce("250 millis"))

/** The collection that is read: where requests are counted, none is spent on a digit that begins a number. */
const readNameAtom: Atom.Atom<CollectionName> = Atom.make((get) =>
  get(get(originAtom).hasLimit ? shownForAMomentAtom : activeNameAtom)
)

/** The loader of the collection on the screen. While this is mounted, what the screen wants is asked for. */
export const activeLoaderAtom = Atom.make((get) => get(collections[get(readNameAtom)].loader))
