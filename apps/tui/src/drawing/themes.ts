import { Atom } from "effect/reactivity"
import type { TextProps } from "ink"

/** What a piece of a line is, so that a theme can say how it looks. Nothing is told by its look alone. */
export type Role = "plain" | "frame" | "title" | "selected" | "faint" | "good" | "warning" | "key"

/** How each role looks. */
export type Theme = Readonly<Record<Role, TextProps>>

/** Colours of the terminal's own palette: whatever its owner made them, they fit. */
const terminal: Theme = {
  plain: {},
  frame: { dimColor: true },
  title: { bold: true },
  selected: { inverse: true },
  faint: { dimColor: true },
  good: { color: "green" },
  warning: { color: "yellow" },
  key: { color: "cyan" }
}

/** Nothing dim, everything that matters bold: for bright rooms and tired eyes. */
const contrast: Theme = {
  plain: {},
  frame: {},
  title: { bold: true },
  selected: { inverse: true, bold: true },
  faint: {},
  good: { bold: true },
  warning: { bold: true, underline: true },
  key: { bold: true }
}

/** For palettes whose yellow and cyan cannot be read on a light ground. */
const light: Theme = {
  ...terminal,
  frame: { color: "blue" },
  faint: {},
  warning: { color: "red" },
  key: { color: "blue" }
}

/** No colour and no attribute: the markers in the text tell everything. */
const plain: Theme = {
  plain: {},
  frame: {},
  title: {},
  selected: {},
  faint: {},
  good: {},
  warning: {},
  key: {}
}

/** The themes by name, in the order in which `T` goes through them. */
export const themes = { terminal, light, contrast, plain } as const

/** The name of a theme. */
export type ThemeName = keyof typeof themes

/** The names of the themes. */
export const themeNames: ReadonlyArray<ThemeName> = ["terminal", "light", "contrast", "plain"]

/** Whether a text names a theme. */
export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name)

/** The theme of the screen. */
export const themeAtom: Atom.Writable<ThemeName> = Atom.keepAlive(Atom.make<ThemeName>("terminal"))

/** Whether the environment asks for no colour at all (NO_COLOR); then no theme has any. */
export const noColorAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(false))

/** How the screen looks. */
export const looksAtom: Atom.Atom<Theme> = Atom.make((get) => (get(noColorAtom) ? plain : themes[get(themeAtom)]))
