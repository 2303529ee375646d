import { Effect, Result } from "effect"
import { Atom } from "effect/reactivity"
import { loadedLabel } from "../drawing/counts.ts"
import { type Command, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { quotaAtom } from "../quota.ts"
import { collections } from "../session.ts"
import type { Local, Service, Source } from "../Source.ts"
import { screenSourceAtom, sourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { applyFilter } from "./filtering.ts"
import { reload } from "./loading.ts"

/** Connects to the service with a key. The key is not stored, and the error message does not contain it. */
export type Unlock = (key: string) => Effect.Effect<Service, { readonly message: string }>

/** Opens the mirror of this computer. */
export type OpenMirror = Effect.Effect<Local, { readonly message: string }>

/** Connects to the service with another key. The program provides it. */
export const unlockAtom = Atom.keepAlive(
  Atom.make<{ readonly unlock: Unlock }>({ unlock: () => Effect.fail({ message: "The key cannot be changed here." }) })
)

/** Opens the mirror that the program offers. Is `undefined` if there is no mirror. */
export const openMirrorAtom: Atom.Writable<OpenMirror | undefined> = Atom.keepAlive(
  Atom.make<OpenMirror | undefined>(undefined)
)

/** Opens the form if the source cannot answer the filter. The form says why. */
const editUnanswered = (ui: Ui): void => {
  const { collection, registry } = ui
  if (collection.isAnsweredBy(registry, ui.get(screenSourceAtom).rules) || !screens.includes(ui.session.panel)) return
  applyFilter(ui, collection.currentFilter(registry))
  ui.change({ panel: "form" })
}

/** Switches to another source. The filter stays, and loaded rows if only the key changes. */
const switchSource = (ui: Ui, source: Source): void =>
  Atom.batch(() => {
    const before = ui.get(screenSourceAtom).name
    ui.set(sourceAtom, source)
    const isSamePlace = ui.get(screenSourceAtom).name === before
    for (const { retry, reset } of Object.values(collections)) (isSamePlace ? retry : reset)(ui.registry)
    editUnanswered(ui)
  })

/** The number of sources that the user chose so far. */
const choicesAtom: Atom.Writable<number> = Atom.keepAlive(Atom.make(0))

/** Opens another source in the background and switches to it, or shows why it cannot be opened. The last choice wins. */
const switchTo = (ui: Ui, opened: Effect.Effect<Source, { readonly message: string }>, message: string): void => {
  const choice = ui.get(choicesAtom) + 1
  ui.set(choicesAtom, choice)
  Effect.runFork(
    Effect.map(Effect.result(opened), (result) => {
      if (ui.get(choicesAtom) !== choice) return
      if (Result.isFailure(result)) return ui.notify(result.failure.message)
      switchSource(ui, result.success)
      ui.notify(message)
    })
  )
}

const unlock = (ui: Ui, key: string): void => {
  const message = "Using the service with this key for the current session. It is not saved."
  ui.notify("Connecting to the service…")
  switchTo(ui, ui.get(unlockAtom).unlock(key), message)
}

const whyNoMirror = (ui: Ui): string => {
  const { whyNoMirror: reason } = ui.get(screenSourceAtom)
  if (reason !== "" || ui.get(openMirrorAtom) !== undefined) return reason
  return 'There is no mirror. Create one with "public-records mirror import FILE".'
}

const openMirror = (ui: Ui): void => {
  const opened = ui.get(openMirrorAtom)
  if (opened !== undefined) switchTo(ui, opened, "The records now come from the mirror.")
}

const printable = /^[!-~]+$/

/** Prompts for a key. The input is masked. */
const promptForKey = (ui: Ui): void =>
  openPrompt(ui, {
    title: "ENTER A KEY",
    intro: [
      ...ui.get(screenSourceAtom).beforeConnecting,
      "Get one at https://api.data.gov/signup/. Input is masked. The key is used for this session only and is not saved.",
      'To save it, set PUBLIC_RECORDS_API_KEY, or "apiKey", "apiKeyFile" or "apiKeyCommand" in the configuration file.'
    ],
    label: "Key",
    isSecret: true,
    accept: (typed) => {
      const key = typed.trim()
      if (key === "") return "Type or paste the key."
      if (!printable.test(key)) return "A key has only ASCII characters and no spaces. Paste it again."
      unlock(ui, key)
      return ""
    }
  })

const openStatus = (ui: Ui): void => {
  const { connectItem, name, statusTexts } = ui.get(screenSourceAtom)
  openMenu(ui, {
    title: "STATUS",
    intro: [`source      ${name}`, ...statusTexts(ui.get(quotaAtom)), `rows        ${loadedLabel(ui.summary, false)}`],
    items: [
      { ...connectItem, onSelect: () => promptForKey(ui) },
      { label: "reload", hint: "read the current rows again", onSelect: () => reload(ui) }
    ]
  })
}

/** Connects to the service with a key that the user types. */
export const useService: Command = {
  name: "use-service",
  keys: ["K"],
  help: ["APP", "use the service"],
  on: screens,
  run: promptForKey
}

/** Switches to the mirror of this computer. */
export const useMirror: Command = {
  name: "use-mirror",
  keys: ["M"],
  help: ["APP", "use the mirror"],
  on: screens,
  when: whyNoMirror,
  run: openMirror
}

/** The status panel: the source, and how much of it is loaded. */
export const status: Command = {
  name: "status",
  keys: ["i"],
  help: ["APP", "status"],
  on: screens,
  run: openStatus
}
