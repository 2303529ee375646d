import { statusAnswer } from "@public-records/answers/statusAnswer"
import type { MirrorStatus } from "@public-records/mirror"
import { Effect } from "effect"
import { Atom } from "effect/reactivity"
import { loadedLabel } from "../drawing/counts.ts"
import { type Command, screens } from "../keys/Command.ts"
import { openMenuWithStatus } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { quotaAtom } from "../quota.ts"
import type { Service } from "../Source.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { reload } from "./loading.ts"
import { switchTo } from "./switching.ts"

/** Connects to the service with a key. The key is not stored, and the error message does not contain it. */
export type Unlock = (key: string) => Effect.Effect<Service, { readonly message: string }>

/** Connects to the service with another key. The program provides it. */
export const unlockAtom = Atom.keepAlive(
  Atom.make<{ readonly unlock: Unlock }>({ unlock: () => Effect.fail({ message: "The key cannot be changed here." }) })
)

const unlock = (ui: Ui, key: string): void => {
  const message = "Using the service with this key for the current session. It is not saved."
  ui.notify("Connecting to the service…")
  Effect.runFork(switchTo(ui, ui.get(unlockAtom).unlock(key), message))
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
  const textsOf = (answered: MirrorStatus | undefined): ReadonlyArray<string> =>
    answered === undefined ? statusTexts(ui.get(quotaAtom)) : statusAnswer(answered).summary.map(({ text }) => text)
  openMenuWithStatus(ui, (answered) => ({
    title: "STATUS",
    intro: [`source      ${name}`, ...textsOf(answered), `rows        ${loadedLabel(ui.summary, false)}`],
    items: [
      { ...connectItem, onSelect: () => promptForKey(ui) },
      { label: "reload", hint: "read the current rows again", onSelect: () => reload(ui) }
    ]
  }))
}

/** Connects to the service with a key that the user types. */
export const useService: Command = {
  name: "use-service",
  keys: ["K"],
  help: ["APP", "use the service"],
  on: screens,
  run: promptForKey
}

/** The status panel: the source, and how much of it is loaded. */
export const status: Command = {
  name: "status",
  keys: ["i"],
  help: ["APP", "status"],
  on: screens,
  run: openStatus
}
