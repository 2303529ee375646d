import { graphemesOf } from "@public-records/text/fit"
import { isText, type KeyPress } from "./KeyPress.ts"

/** The content of a text field. `caret` counts graphemes. */
export interface TextState {
  readonly text: string
  readonly caret: number
}

/** Returns the content of a text field with the caret at its end. */
export const withCaretAtEnd = (text: string): TextState => ({ text, caret: graphemesOf(text).length })

export const noText: TextState = withCaretAtEnd("")

/** Matches the names of editing keys. */
export const editingKey = /^(?:backspace|delete|left|right|home|end|ctrl-[aeuw])$/

/** Applies a key to a text field. */
export const editText = ({ text, caret }: TextState, key: KeyPress): TextState => {
  const all = graphemesOf(text)
  const before = all.slice(0, caret)
  const joined = (start: ReadonlyArray<string>, rest: ReadonlyArray<string>): TextState => ({
    text: [...start, ...rest].join(""),
    caret: graphemesOf(start.join("")).length
  })
  if (isText(key)) return joined([...before, key.text], all.slice(caret))
  switch (key.name) {
    case "backspace":
      return joined(before.slice(0, -1), all.slice(caret))
    case "delete":
      return joined(before, all.slice(caret + 1))
    case "ctrl-u":
      return joined([], all.slice(caret))
    case "ctrl-w": {
      const wordStart = before.join("").trimEnd().lastIndexOf(" ") + 1
      return joined(graphemesOf(before.join("").slice(0, wordStart)), all.slice(caret))
    }
    case "left":
      return { text, caret: Math.max(0, caret - 1) }
    case "right":
      return { text, caret: Math.min(caret + 1, all.length) }
    case "home":
    case "ctrl-a":
      return { text, caret: 0 }
    default:
      return { text, caret: all.length }
  }
}
