import { padLines, fieldWindow, frame } from "../drawing/frame.ts"
import { graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Atom } from "effect/reactivity"
import { editText, noText, type TextState, withCaretAtEnd } from "../keys/editing.ts"
import { isText } from "../keys/KeyPress.ts"
import type { Ui } from "../Ui.ts"
import type { Panel } from "./Panel.ts"

/** A prompt for a line of text. */
export interface Prompt {
  readonly title: string
  readonly intro: ReadonlyArray<string>
  readonly label: string
  /** The suggested input. */
  readonly text?: string
  /** Whether to show a dot for each character. */
  readonly isSecret?: boolean
  readonly typed: TextState
  /** Whether the input is still the suggestion. Typing replaces it, moving the caret starts to edit it. */
  readonly isOffered: boolean
  /** The problem with the submitted input, or an empty string. */
  readonly problem: string
  /** Submits the input. Returns an error message, or an empty string. */
  readonly accept: (text: string) => string
}

const noPrompt: Prompt = {
  title: "",
  intro: [],
  label: "",
  typed: noText,
  isOffered: false,
  problem: "",
  accept: () => ""
}

export const promptAtom: Atom.Writable<Prompt> = Atom.keepAlive(Atom.make(noPrompt))

export const openPrompt = (ui: Ui, question: Omit<Prompt, "typed" | "isOffered" | "problem">): void => {
  const { text = "" } = question
  ui.set(promptAtom, { ...question, typed: withCaretAtEnd(text), isOffered: text !== "", problem: "" })
  ui.openOverlay("prompt")
}

/** Closes the prompt and clears its input, which may be a secret. */
const close = (ui: Ui): void => {
  ui.set(promptAtom, noPrompt)
  ui.closeOverlay()
}

/** Submits the prompt. Opens it again if the input is invalid. */
const accept = (ui: Ui): void => {
  const prompt = ui.get(promptAtom)
  close(ui)
  const problem = prompt.accept(prompt.typed.text)
  if (problem === "") return
  ui.set(promptAtom, { ...prompt, problem })
  ui.openOverlay("prompt")
}

const dot = "•"

const draw: Panel["draw"] = ({ get, width, height, top }) => {
  const { title, intro, label, isSecret, typed, isOffered, problem } = get(promptAtom)
  const inner = width - 4
  const room = Math.max(1, height - 2)
  const detail = intro.flatMap((line) => wrap(safeText(line), inner)).slice(0, Math.max(0, room - 3))
  const shown = graphemesOf(typed.text).map((grapheme) => (isSecret === true ? dot : safeText(grapheme)))
  const { text, cell } = fieldWindow(shown, typed.caret, inner - widthOf(label) - 2)
  const offered = isOffered ? ["", "Type to replace, or press ← to edit."] : []
  const wrong = problem === "" ? [] : wrap(`✗ ${safeText(problem)}`, inner)
  const lines = padLines([...detail, `${label}: ${text}`, ...wrong, ...offered], room, "")
  return {
    lines: frame(width, safeText(title), "Enter confirm · Esc back", lines),
    caret: { x: 2 + widthOf(label) + 2 + cell, y: top + 1 + detail.length }
  }
}

/** The open prompt, instead of the table. */
export const prompt: Panel = {
  draw,
  keys: { enter: accept },
  type: (ui, key) =>
    ui.update(promptAtom, (prompt) => {
      const from = prompt.isOffered && isText(key) ? noText : prompt.typed
      return { ...prompt, typed: editText(from, key), isOffered: false, problem: "" }
    }),
  back: close
}
