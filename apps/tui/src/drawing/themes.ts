import { Atom } from "effect/reactivity"
import type { TextProps } from "ink"

/** The role of a part of a line. Themes only change its look: the text alone says everything. */
export type Role = "plain" | "frame" | "title" | "selected" | "faint" | "warning" | "key"

/** The look of each role; a role without one has the look of the terminal. */
export type Theme = Readonly<Partial<Record<Role, TextProps>>>

/** Colors of the terminal's own palette. */
const terminal: Theme = {
  frame: { dimColor: true },
  title: { bold: true },
  selected: { inverse: true },
  faint: { dimColor: true },
  warning: { color: "yellow" },
  key: { color: "cyan" }
}

/** For light backgrounds, on which yellow and cyan cannot be read. */
const light: Theme = {
  ...terminal,
  frame: { color: "blue" },
  faint: {},
  warning: { color: "red" },
  key: { color: "blue" }
}

/** Nothing dim, and everything important bold. */
const contrast: Theme = {
  title: { bold: true },
  selected: { inverse: true, bold: true },
  warning: { bold: true, underline: true },
  key: { bold: true }
}

/** No color and no attribute. */
const plain: Theme = {}

const themes = { terminal, light, contrast, plain }

/** The name of a theme. */
export type ThemeName = keyof typeof themes

/** Whether a text names a theme. */
export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name)

/** The names of the themes, in the order in which `T` goes through them. */
export const themeNames: ReadonlyArray<ThemeName> = Object.keys(themes).filter(isThemeName)

/** The theme of the screen. */
export const themeAtom: Atom.Writable<ThemeName> = Atom.keepAlive(Atom.make<ThemeName>("terminal"))

/** Whether the environment asks for no color at all (NO_COLOR). */
export const noColorAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(false))

/** The look of the screen. */
export const activeThemeAtom: Atom.Atom<Theme> = Atom.make((get) => (get(noColorAtom) ? plain : themes[get(themeAtom)]))
