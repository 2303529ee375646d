import type { Key } from "ink"
import { graphemesOf } from "@public-records/text/fit"

const namedKeys: ReadonlyArray<readonly [keyof Key, string]> = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "page-up"],
  ["pageDown", "page-down"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["delete", "delete"]
]

const controlKeys: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u001B": "escape",
  "\b": "backspace",
  "\u007F": "backspace"
}

/**
 * One key as the keymap names it: a character (`"j"`), a named key (`"page-down"`), or a letter with control (`"ctrl-s"`).
 *
 * **Gotchas** a character is `{ text }`, so that a typed `e` is never mistaken for a key with that name.
 */
export type KeyPress = { readonly text: string } | { readonly name: string }

/** Whether a key types a character. */
export const isText = (press: KeyPress): press is { readonly text: string } => "text" in press

const ofCharacter = (character: string): KeyPress | undefined => {
  const named = controlKeys[character]
  if (named !== undefined) return { name: named }
  const code = character.codePointAt(0) ?? 0
  if (code >= 1 && code <= 26) return { name: `ctrl-${String.fromCodePoint(code + 96)}` }
  return code < 32 ? undefined : { text: character }
}

const nameOf = (key: Partial<Key>): string | undefined => {
  if (key.tab === true) return key.shift === true ? "shift-tab" : "tab"
  return namedKeys.find(([member]) => key[member] === true)?.[1]
}

const ofGrapheme = (grapheme: string): ReadonlyArray<KeyPress> => {
  const press = ofCharacter(grapheme === "\r\n" ? "\r" : grapheme)
  return press === undefined ? [] : [press]
}

/**
 * The keys of one input event.
 *
 * **Gotchas** keys typed fast, or sent over a slow line, arrive glued in one event: `"jjj"` is three keys. Escape glued
 * to a character arrives as that character with `meta`; no key here uses Alt, so it is read as two keys.
 */
export const keyPresses = (input: string, key: Partial<Key>): ReadonlyArray<KeyPress> => {
  const name = nameOf(key)
  if (name !== undefined) return [{ name }]
  if (key.ctrl === true) return input === "" ? [] : [{ name: `ctrl-${input}` }]
  const typed = graphemesOf(input).flatMap(ofGrapheme)
  return key.meta === true && typed.length > 0 ? [{ name: "escape" }, ...typed] : typed
}
