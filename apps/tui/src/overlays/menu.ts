import { Atom, type AtomRegistry } from "effect/reactivity"
import { type TextState, textAfter } from "../form/FormModel.ts"
import type { Edit } from "../keys/Action.ts"
import { closeOver, openOver } from "../session.ts"

type Registry = AtomRegistry.AtomRegistry

/** One of the things that a menu offers. */
export interface Offer {
  readonly label: string
  /** What is said beside it. */
  readonly remark: string
  readonly take: (registry: Registry) => void
}

/** A list of which one may be taken, narrowed by typing. Its texts are made safe where they are drawn. */
export interface Menu {
  readonly title: string
  /** What to know before one chooses. */
  readonly intro: ReadonlyArray<string>
  readonly offers: ReadonlyArray<Offer>
  readonly typed: TextState
  readonly focus: number
}

/** The menu that is open, or was last. */
export const menuAtom: Atom.Writable<Menu> = Atom.keepAlive(
  Atom.make<Menu>({ title: "", intro: [], offers: [], typed: { text: "", caret: 0 }, focus: 0 })
)

/** The offers that have every word typed; those that have them in their label come first. */
export const offersOf = ({ offers, typed }: Menu): ReadonlyArray<Offer> => {
  const words = typed.text.toLowerCase().split(" ")
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const named = offers.filter(({ label }) => hasAll(label))
  return [...named, ...offers.filter((offer) => !named.includes(offer) && hasAll(`${offer.label} ${offer.remark}`))]
}

/** Opens a menu over what has the keys. */
export const openMenu = (registry: Registry, menu: Pick<Menu, "title" | "intro" | "offers">): void => {
  registry.set(menuAtom, { ...menu, typed: { text: "", caret: 0 }, focus: 0 })
  openOver(registry, "menu")
}

/** Moves to the next or previous offer, around the ends. */
export const chooseBy = (registry: Registry, by: number): void =>
  registry.update(menuAtom, (menu) => {
    const count = Math.max(1, offersOf(menu).length)
    return { ...menu, focus: (menu.focus + by + count) % count }
  })

/** Narrows the offers by what is typed. */
export const editMenu = (registry: Registry, edit: Edit): void =>
  registry.update(menuAtom, (menu) => ({ ...menu, typed: textAfter(menu.typed, edit), focus: 0 }))

/** Closes the menu and does what was chosen. */
export const choose = (registry: Registry): void => {
  const menu = registry.get(menuAtom)
  const offer = offersOf(menu)[menu.focus]
  if (offer === undefined) return
  closeOver(registry)
  offer.take(registry)
}
