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
  "\r\n": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u001B": "escape",
  "\b": "backspace",
  "\u007F": "backspace"
}

/** A typed character (`"j"`), or the name of another key (`"page-down"`, `"ctrl-s"`). */
export type KeyPress = { readonly text: string } | { readonly name: string }

export const isText = (press: KeyPress): press is { readonly text: string } => "text" in press

const ofGrapheme = (grapheme: string): ReadonlyArray<KeyPress> => {
  const named = controlKeys[grapheme]
  if (named !== undefined) return [{ name: named }]
  const code = grapheme.codePointAt(0) ?? 0
  if (code >= 1 && code <= 26) return [{ name: `ctrl-${String.fromCodePoint(code + 96)}` }]
  return code < 32 ? [] : [{ text: grapheme }]
}

const nameOf = (key: Partial<Key>): string | undefined => {
  if (key.tab === true) return key.shift === true ? "shift-tab" : "tab"
  return namedKeys.find(([member]) => key[member] === true)?.[1]
}

/**
 * Returns the keys of one input event. Fast typing arrives in one event: `"jjj"` is three keys. Escape and a character arrive
 * as that character with `meta`.
 */
export const keyPresses = (input: string, key: Partial<Key>): ReadonlyArray<KeyPress> => {
  const name = nameOf(key)
  if (name !== undefined) return [{ name }]
  if (key.ctrl === true) return input === "" ? [] : [{ name: `ctrl-${input}` }]
  const typed = graphemesOf(input).flatMap(ofGrapheme)
  return key.meta === true && typed.length > 0 ? [{ name: "escape" }, ...typed] : typed
}
