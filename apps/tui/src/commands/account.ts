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

/** The records with another key. */
interface KeyedSource {
  readonly layer: Layer.Layer<PublicRecords, PublicRecordsError>
  readonly source: SourceInfo
}

/** Opens the service with a key. The error message does not contain the key, and the key is not stored. */
export type Unlock = (key: string) => Effect.Effect<KeyedSource, { readonly message: string }>

/** Opens the service with another key. The program provides it. */
export const unlockAtom = Atom.keepAlive(
  Atom.make<{ readonly unlock: Unlock }>({ unlock: () => Effect.fail({ message: "No other key can be used here." }) })
)

/** Changes to other records. Loaded rows stay if only the key is another. */
const switchSource = (ui: Ui, { layer, source }: KeyedSource): void =>
  Atom.batch(() => {
    const isSamePlace = ui.get(sourceInfoAtom).baseUrl === source.baseUrl
    ui.set(recordsAtom, { layer })
    ui.set(sourceInfoAtom, source)
    for (const { retry, reset } of Object.values(collections)) (isSamePlace ? retry : reset)(ui.registry)
  })

const unlock = (ui: Ui, key: string): void => {
  ui.notify("Trying the key…")
  Effect.runFork(
    Effect.map(Effect.result(ui.get(unlockAtom).unlock(key)), (unlocked) => {
      if (Result.isFailure(unlocked)) return ui.notify(unlocked.failure.message)
      switchSource(ui, unlocked.success)
      ui.notify("The key is used until you quit. It is kept nowhere.")
    })
  )
}

const printable = /^[!-~]+$/

/** Asks for a key, which is shown as dots. */
const promptForKey = (ui: Ui): void =>
  openPrompt(ui, {
    title: "ENTER A KEY",
    intro: [
      "Get one at https://api.data.gov/signup/. It is shown as dots, used until you quit, and kept nowhere.",
      'To keep it: PUBLIC_RECORDS_API_KEY, or "apiKey", "apiKeyFile" or "apiKeyCommand" in the configuration file.'
    ],
    label: "Key",
    isSecret: true,
    accept: (typed) => {
      const key = typed.trim()
      if (key === "") return "Type or paste the key."
      if (!printable.test(key)) return "A key has no spaces and only plain characters. Paste it again."
      unlock(ui, key)
      return ""
    }
  })

const limitLines = (ui: Ui): ReadonlyArray<string> => {
  const { limit, remaining, nextRequestAt } = ui.get(quotaAtom)
  const count = Option.match({ onNone: () => "the service has not told", onSome: grouped })
  const next = Option.match(nextRequestAt, {
    onNone: () => "there is a place for a request now",
    onSome: (at) => `the next request may go at ${clockOf(at)}`
  })
  if (!ui.get(sourceInfoAtom).hasLimit) return ["limit       none"]
  return [`left        ${count(remaining)}`, `limit       ${count(limit)}`, `return      ${next}`]
}

/** Shows source, key, requests and limit. */
const openStatus = (ui: Ui): void => {
  const { baseUrl, isSample, keySource, sampleNote } = ui.get(sourceInfoAtom)
  const { requestsThisHour } = ui.get(quotaAtom)
  openMenu(ui, {
    title: "WHERE YOU STAND",
    intro: [
      `records     ${baseUrl}${isSample ? ` (${sampleNote})` : ""}`,
      `key         ${keySource}`,
      `spent       ${counted(requestsThisHour, "request", "requests")} in the last hour`,
      ...limitLines(ui),
      `on screen   ${loadedLabel(ui.summary, false)}`
    ],
    items: [
      { label: "enter a key", hint: "shown as dots, kept nowhere", onSelect: () => promptForKey(ui) },
      { label: "reload", hint: "asks again for what is shown", onSelect: () => reload(ui) }
    ]
  })
}

/** Entering a key. */
export const enterKey: Command = {
  name: "enter-key",
  keys: ["K"],
  help: ["APP", "enter a key"],
  on: screens,
  run: promptForKey
}

/** The status: source, key, requests and limit. */
export const status: Command = {
  name: "standing",
  keys: ["i"],
  help: ["APP", "where you stand"],
  on: screens,
  run: openStatus
}
