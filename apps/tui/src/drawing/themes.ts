import { Atom } from "effect/reactivity"
import type { TextProps } from "ink"

/** The role of a part of a line. Themes only change its look, so colors never carry information. */
export type Role = "plain" | "frame" | "title" | "selected" | "faint" | "warning" | "key"

/** The look of each role. A role without a look uses the default of the terminal. */
export type Theme = Readonly<Partial<Record<Role, TextProps>>>

/** Colors of the terminal's palette. */
const terminal: Theme = {
  frame: { dimColor: true },
  title: { bold: true },
  selected: { inverse: true },
  faint: { dimColor: true },
  warning: { color: "yellow" },
  key: { color: "cyan" }
}

/** A theme for light backgrounds, on which yellow and cyan are unreadable. */
const light: Theme = {
  ...terminal,
  frame: { color: "blue" },
  faint: {},
  warning: { color: "red" },
  key: { color: "blue" }
}

/** A theme with bold instead of dim and colored parts. */
const contrast: Theme = {
  title: { bold: true },
  selected: { inverse: true, bold: true },
  warning: { bold: true, underline: true },
  key: { bold: true }
}

/** A theme without colors and attributes. */
const plain: Theme = {}

const themes = { terminal, light, contrast, plain }

export type ThemeName = keyof typeof themes

export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name)

/** The names of the themes, in the order of the command `theme`. */
export const themeNames: ReadonlyArray<ThemeName> = Object.keys(themes).filter(isThemeName)

export const themeAtom: Atom.Writable<ThemeName> = Atom.keepAlive(Atom.make<ThemeName>("terminal"))

/** Whether NO_COLOR is set. */
export const noColorAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(false))

/** The look of the current theme. */
export const activeThemeAtom: Atom.Atom<Theme> = Atom.make((get) => (get(noColorAtom) ? plain : themes[get(themeAtom)]))
