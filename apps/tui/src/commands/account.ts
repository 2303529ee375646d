import type { PublicRecords, PublicRecordsError } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"
import { Effect, type Layer, Option, Result } from "effect"
import { Atom } from "effect/reactivity"
import { type SourceInfo, sourceInfoAtom, recordsAtom } from "../source.ts"
import { clockOf, loadedLabel } from "../drawing/counts.ts"
import { type Command, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { quotaAtom } from "../quota.ts"
import { collections } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { reload } from "./loading.ts"

/** The source of the records after the user typed a key. */
interface KeyedSource {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
  readonly source: SourceInfo
}

/** Connects to the service with a key. The key is not stored, and the error message does not contain it. */
export type Unlock = (key: string) => Effect.Effect<KeyedSource, { readonly message: string }>

/** Connects to the service with another key. The program provides it. */
export const unlockAtom = Atom.keepAlive(
  Atom.make<{ readonly unlock: Unlock }>({ unlock: () => Effect.fail({ message: "The key cannot be changed here." }) })
)

/** Switches to another source. Loaded rows stay if only the key changes. */
const switchSource = (ui: Ui, { layer, source }: KeyedSource): void =>
  Atom.batch(() => {
    const isSamePlace = ui.get(sourceInfoAtom).baseUrl === source.baseUrl
    ui.set(recordsAtom, { layer })
    ui.set(sourceInfoAtom, source)
    for (const { retry, reset } of Object.values(collections)) (isSamePlace ? retry : reset)(ui.registry)
  })

const unlock = (ui: Ui, key: string): void => {
  ui.notify("Checking the key…")
  Effect.runFork(
    Effect.map(Effect.result(ui.get(unlockAtom).unlock(key)), (unlocked) => {
      if (Result.isFailure(unlocked)) return ui.notify(unlocked.failure.message)
      switchSource(ui, unlocked.success)
      ui.notify("Using this key for the current session. It is not saved.")
    })
  )
}

const printable = /^[!-~]+$/

/** Prompts for a key. The input is masked. */
const promptForKey = (ui: Ui): void =>
  openPrompt(ui, {
    title: "ENTER A KEY",
    intro: [
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

const limitLines = (ui: Ui): ReadonlyArray<string> => {
  const { limit, remaining, nextRequestAt } = ui.get(quotaAtom)
  const count = Option.match({ onNone: () => "unknown", onSome: grouped })
  const next = Option.match(nextRequestAt, {
    onNone: () => "request available now",
    onSome: (at) => `request at ${clockOf(at)}`
  })
  if (!ui.get(sourceInfoAtom).hasLimit) return ["limit       none"]
  return [`remaining   ${count(remaining)}`, `limit       ${count(limit)}`, `next        ${next}`]
}

const openStatus = (ui: Ui): void => {
  const { baseUrl, isSample, keySource, sampleNote } = ui.get(sourceInfoAtom)
  const { requestsThisHour } = ui.get(quotaAtom)
  openMenu(ui, {
    title: "STATUS",
    intro: [
      `source      ${baseUrl}${isSample ? ` (${sampleNote})` : ""}`,
      `key         ${keySource}`,
      `used        ${counted(requestsThisHour, "request", "requests")} in the last hour`,
      ...limitLines(ui),
      `rows        ${loadedLabel(ui.summary, false)}`
    ],
    items: [
      { label: "enter a key", hint: "masked, not saved", onSelect: () => promptForKey(ui) },
      { label: "reload", hint: "fetch the current rows again", onSelect: () => reload(ui) }
    ]
  })
}

export const enterKey: Command = {
  name: "enter-key",
  keys: ["K"],
  help: ["APP", "enter a key"],
  on: screens,
  run: promptForKey
}

/** The status panel: source, key, requests and limit. */
export const status: Command = {
  name: "status",
  keys: ["i"],
  help: ["APP", "status"],
  on: screens,
  run: openStatus
}
