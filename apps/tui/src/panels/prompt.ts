import { padLines, fieldWindow, frame } from "../drawing/frame.ts"
import { graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Atom } from "effect/reactivity"
import { editText, noText, type TextState, withCaretAtEnd } from "../keys/editing.ts"
import { isText } from "../keys/KeyPress.ts"
import type { Ui } from "../Ui.ts"
import type { Panel } from "./Panel.ts"

/** A question that is answered by a line of text. */
export interface Prompt {
  readonly title: string
  readonly intro: ReadonlyArray<string>
  readonly label: string
  /** The suggested answer. */
  readonly text?: string
  /** Shows a dot for each character. */
  readonly isSecret?: boolean
  readonly typed: TextState
  /** Whether the text is still the suggested one: typing replaces it, moving the caret keeps it. */
  readonly isOffered: boolean
  /** A problem with the answer; empty if none is known. */
  readonly problem: string
  /** Takes the answer. Returns what is wrong with it, or an empty text. */
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

/** The prompt that is open. */
export const promptAtom: Atom.Writable<Prompt> = Atom.keepAlive(Atom.make(noPrompt))

/** Opens a prompt over the panel. */
export const openPrompt = (ui: Ui, question: Omit<Prompt, "typed" | "isOffered" | "problem">): void => {
  const { text = "" } = question
  ui.set(promptAtom, { ...question, typed: withCaretAtEnd(text), isOffered: text !== "", problem: "" })
  ui.openOverlay("prompt")
}

/** Closes the prompt and forgets the text, which may be a secret. */
const close = (ui: Ui): void => {
  ui.set(promptAtom, noPrompt)
  ui.closeOverlay()
}

/** Closes the prompt, and opens it again if something is wrong with the answer. */
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

/** A question and a line for its answer, in place of the table. */
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
