import { counted, grouped } from "@public-records/text/counts"
import { Effect, Option, Result } from "effect"
import { Atom } from "effect/reactivity"
import { mirrorAtom, querySourceAtom, type Records, type SourceInfo, sourceInfoAtom, recordsAtom } from "../requests.ts"
import { clockOf, loadedLabel } from "../drawing/counts.ts"
import { type Command, screens } from "../keys/Command.ts"
import { type MenuItem, openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { quotaAtom } from "../quota.ts"
import { collections } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { applyFilter } from "./filtering.ts"
import { reload } from "./loading.ts"

/** Another source of the records, to which the user switches. */
interface OtherSource extends Records {
  readonly source: SourceInfo
}

/** Connects to the service with a key. The key is not stored, and the error message does not contain it. */
export type Unlock = (key: string) => Effect.Effect<OtherSource, { readonly message: string }>

/** Opens the mirror of this computer. */
export type OpenMirror = Effect.Effect<OtherSource, { readonly message: string }>

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
  if (collection.isAnsweredBy(registry, ui.get(querySourceAtom)) || !screens.includes(ui.session.panel)) return
  applyFilter(ui, collection.currentFilter(registry))
  ui.change({ panel: "form" })
}

/** Switches to another source. The filter stays, and loaded rows if only the key changes. */
const switchSource = (ui: Ui, { layer, mirror, source }: OtherSource): void =>
  Atom.batch(() => {
    const isSamePlace = ui.get(sourceInfoAtom).baseUrl === source.baseUrl
    ui.set(recordsAtom, { layer, mirror })
    ui.set(sourceInfoAtom, source)
    for (const { insights, retry, reset } of Object.values(collections)) {
      insights.discardCounts(ui.registry)
      ;(isSamePlace ? retry : reset)(ui.registry)
    }
    editUnanswered(ui)
  })

/** The number of sources that the user chose so far. */
const choicesAtom: Atom.Writable<number> = Atom.keepAlive(Atom.make(0))

/** Opens another source in the background and switches to it, or shows why it cannot be opened. The last choice wins. */
const switchTo = (ui: Ui, opened: ReturnType<Unlock>, message: string): void => {
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
  const message =
    ui.get(mirrorAtom) === undefined
      ? "Using this key for the current session. It is not saved."
      : "Using the service with this key for the current session. It is not saved."
  ui.notify("Checking the key…")
  switchTo(ui, ui.get(unlockAtom).unlock(key), message)
}

const whyNoMirror = (ui: Ui): string => {
  if (ui.get(mirrorAtom) !== undefined) return "The records already come from the mirror."
  if (ui.get(openMirrorAtom) !== undefined) return ""
  return 'There is no mirror. Create one with "public-records mirror import FILE".'
}

const openMirror = (ui: Ui): void => {
  const opened = ui.get(openMirrorAtom)
  if (opened !== undefined) switchTo(ui, opened, "The records now come from the mirror: no key, no limit.")
}

const printable = /^[!-~]+$/

const leavesMirror = "The records then come from the service. Press M to return to the mirror."

/** Prompts for a key. The input is masked. */
const promptForKey = (ui: Ui): void =>
  openPrompt(ui, {
    title: "ENTER A KEY",
    intro: [
      ...(ui.get(mirrorAtom) === undefined ? [] : [leavesMirror]),
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

/** Returns the days of a mirror, or the key and its limit. */
const sourceLines = (ui: Ui): ReadonlyArray<string> => {
  const mirror = ui.get(mirrorAtom)
  if (mirror !== undefined) {
    const { complete, from, partial, to } = mirror.coverage
    const days = `${counted(complete + partial.length, "day", "days")}, ${grouped(partial.length)} of them partial`
    return [`days        ${from === null ? "none" : `${from} to ${to}: ${days}`}`]
  }
  const { requestsThisHour } = ui.get(quotaAtom)
  const used = `used        ${counted(requestsThisHour, "request", "requests")} in the last hour`
  return [`key         ${ui.get(sourceInfoAtom).keySource}`, used, ...limitLines(ui)]
}

/** Returns the menu item for a key. With a key, the user of a mirror leaves it. */
const keyItem = (ui: Ui): MenuItem => ({
  ...(ui.get(mirrorAtom) === undefined
    ? { label: "enter a key", hint: "masked, not saved" }
    : { label: "use the service", hint: "needs a key; M returns to the mirror" }),
  onSelect: () => promptForKey(ui)
})

const openStatus = (ui: Ui): void => {
  const { baseUrl, isSample, sampleNote } = ui.get(sourceInfoAtom)
  openMenu(ui, {
    title: "STATUS",
    intro: [
      `source      ${baseUrl}${isSample ? ` (${sampleNote})` : ""}`,
      ...sourceLines(ui),
      `rows        ${loadedLabel(ui.summary, false)}`
    ],
    items: [keyItem(ui), { label: "reload", hint: "fetch the current rows again", onSelect: () => reload(ui) }]
  })
}

export const enterKey: Command = {
  name: "enter-key",
  keys: ["K"],
  help: ["APP", "enter a key"],
  on: screens,
  run: promptForKey
}

/** Switches from the service, or from sample data, to the mirror. */
export const useMirror: Command = {
  name: "use-mirror",
  keys: ["M"],
  help: ["APP", "use the mirror"],
  on: screens,
  when: whyNoMirror,
  run: openMirror
}

/** The status panel: source, key, requests and limit. */
export const status: Command = {
  name: "status",
  keys: ["i"],
  help: ["APP", "status"],
  on: screens,
  run: openStatus
}
