import { Atom, type AtomRegistry } from "effect/reactivity"
import { graphemesOf } from "@public-records/text/fit"
import { type TextState, textAfter } from "../form/FormModel.ts"
import type { Edit } from "../keys/Action.ts"
import { closeOver, openOver } from "../session.ts"

type Registry = AtomRegistry.AtomRegistry

/** A question that is answered by a line of text. */
export interface Prompt {
  readonly title: string
  readonly intro: ReadonlyArray<string>
  readonly label: string
  /** Shows a dot for each character: the text never reaches the screen. */
  readonly isSecret: boolean
  readonly typed: TextState
  /** Whether the answer is still the one that is offered: typing takes its place, moving in it changes it. */
  readonly isOffered: boolean
  /** What is wrong with the answer; empty while nothing is known to be. */
  readonly problem: string
  /** Takes the answer, or says what is wrong with it. */
  readonly accept: (registry: Registry, text: string) => string
}

const noText: TextState = { text: "", caret: 0 }

const nothingAsked: Prompt = {
  title: "",
  intro: [],
  label: "",
  isSecret: false,
  typed: noText,
  isOffered: false,
  problem: "",
  accept: () => ""
}

/** The prompt that is open. */
export const promptAtom: Atom.Writable<Prompt> = Atom.keepAlive(Atom.make<Prompt>(nothingAsked))

/** Asks over what has the keys; `text` is the answer that is offered. */
export const openPrompt = (
  registry: Registry,
  { text, ...asked }: Omit<Prompt, "typed" | "isOffered" | "problem"> & { readonly text: string }
): void => {
  registry.set(promptAtom, {
    ...asked,
    typed: { text, caret: graphemesOf(text).length },
    isOffered: text !== "",
    problem: ""
  })
  openOver(registry, "prompt")
}

/** Changes the answer. */
export const editPrompt = (registry: Registry, edit: Edit): void =>
  registry.update(promptAtom, (prompt) => {
    const from = prompt.isOffered && edit._tag === "Insert" ? noText : prompt.typed
    return { ...prompt, typed: textAfter(from, edit), isOffered: false, problem: "" }
  })

/** Forgets what was typed: a secret must not stay. */
export const forgetPrompt = (registry: Registry): void => registry.set(promptAtom, nothingAsked)

/** Gives the answer; the prompt closes unless something is wrong with it. */
export const acceptPrompt = (registry: Registry): void => {
  const prompt = registry.get(promptAtom)
  forgetPrompt(registry)
  closeOver(registry)
  const problem = prompt.accept(registry, prompt.typed.text)
  if (problem === "") return
  registry.set(promptAtom, { ...prompt, problem })
  openOver(registry, "prompt")
}
