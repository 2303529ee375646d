import { contentsText, syncTexts } from "@public-records/answers/statusAnswer"
import { type CivilDate, latestPublishedDay } from "@public-records/core"
import type { MirrorCoverage, MirrorStatus } from "@public-records/mirror"
import { Effect } from "effect"
import { basename } from "node:path"
import { startSync, stopSync, syncProblemsAtom } from "../backgroundSync.ts"
import { type Command, screens } from "../keys/Command.ts"
import { type DayChoice, dayChoices, filesToRead, priceText } from "../mirror/dayChoices.ts"
import { ownMirrorAtom } from "../mirror/OwnMirror.ts"
import { type MenuItem, openMenu, openMenuWithStatus } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { isOwnMirror } from "../Source.ts"
import { sourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { switchTo } from "./switching.ts"

/** A mirror on the screen. `status` is `undefined` until it is read. */
interface ShownMirror {
  readonly coverage: MirrorCoverage
  readonly status: MirrorStatus | undefined
}

/** Returns the items that read daily files, with their price. */
const dayItems = (ui: Ui, mirror: ShownMirror | undefined): ReadonlyArray<MenuItem> => {
  const newest = Effect.runSync(Effect.provideContext(latestPublishedDay, ui.services))
  const { sync } = ui.get(ownMirrorAtom)
  const item = (label: string, first: CivilDate, from: DayChoice["from"] | undefined): MenuItem => {
    const files = filesToRead(first, newest, mirror?.coverage)
    const hint = files === 0 ? "none is expected yet" : priceText(files)
    return { label, hint, onSelect: () => startSync(ui, "connecting to the FTC", sync(from)) }
  }
  const first = mirror?.status?.sync?.from ?? mirror?.coverage.from ?? null
  // A sync remembers its first day, so a later one than that of the mirror is not offered.
  const choices = dayChoices(newest).filter((choice) => first === null || choice.first <= first)
  return [
    ...(first === null ? [] : [item(`new and missing days since ${first}`, first, undefined)]),
    ...choices.map((choice) => item(choice.label, choice.first, choice.from))
  ]
}

const promptForFile = (ui: Ui): void =>
  openPrompt(ui, {
    title: "IMPORT A FILE",
    intro: [
      "A daily file of the FTC, an export of this program, or a folder with such files. The mirror then has its days."
    ],
    label: "File",
    accept: (typed) => {
      const path = ui.platform.withHome(typed.trim())
      if (path === "") return "Type the name of a file."
      startSync(ui, `reading ${basename(path)}`, ui.get(ownMirrorAtom).importFile(path))
      return ""
    }
  })

const statusTexts = (status: MirrorStatus): ReadonlyArray<string> => [`${contentsText(status)}.`, ...syncTexts(status)]

const introduction = [
  "Reads daily files of complaints into a mirror on this computer, the newest first. It needs no key, and you can browse in the meantime."
]

const menuOf = (ui: Ui, mirror: ShownMirror | undefined) => {
  const { openSample, path } = ui.get(ownMirrorAtom)
  return {
    title: "REAL DATA FROM THE FTC",
    intro: [
      ...ui.get(syncProblemsAtom).map((problem) => `✗ ${problem}`),
      ...(mirror?.status === undefined ? introduction : statusTexts(mirror.status)),
      `The mirror is ${path}.`
    ],
    items: [
      ...dayItems(ui, mirror),
      { label: "a file on this disk", hint: "a daily file or an export", onSelect: () => promptForFile(ui) },
      {
        label: "the sample",
        hint: "four real days, nothing to read",
        onSelect: () => void Effect.runFork(switchTo(ui, openSample, "The records now come from the sample."))
      }
    ]
  }
}

/** Offers days to read. Adds the status of the mirror when it is read. */
const openMirrorMenu = (ui: Ui): void => {
  const source = ui.get(sourceAtom)
  if (!isOwnMirror(source)) return openMenu(ui, menuOf(ui, undefined))
  openMenuWithStatus(ui, (status) => menuOf(ui, { coverage: source.coverage, status }))
}

/** Stops the sync, or switches to the mirror. Without one, and on the mirror, offers days to read. */
const useOwnMirror = (ui: Ui): void => {
  if (stopSync(ui)) return
  const { exists, open } = ui.get(ownMirrorAtom)
  if (!exists() || isOwnMirror(ui.get(sourceAtom))) return openMirrorMenu(ui)
  const switched = Effect.map(switchTo(ui, open, "The records now come from the mirror."), () => {
    const source = ui.get(sourceAtom)
    if (isOwnMirror(source) && source.coverage.from === null) openMirrorMenu(ui)
  })
  Effect.runFork(switched)
}

/** Real data: the mirror of this computer, and the days that it can read from the FTC. */
export const useMirror: Command = {
  name: "use-mirror",
  keys: ["M"],
  help: ["APP", "real data"],
  on: screens,
  run: useOwnMirror
}
