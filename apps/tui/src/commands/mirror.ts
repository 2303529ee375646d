import { latestPublishedDay } from "@public-records/core"
import type { DaySource, MirrorStatus } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect } from "effect"
import { basename } from "node:path"
import { startSync, stopSync, syncProblemsAtom } from "../backgroundSync.ts"
import { type Command, screens } from "../keys/Command.ts"
import { dayChoices, filesToRead, nothingNewText, priceText } from "../mirror/dailyFiles.ts"
import { ownMirrorAtom } from "../mirror/OwnMirror.ts"
import { menuAtom, type MenuItem, openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { isMirror, type Local } from "../Source.ts"
import { sourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { switchTo } from "./switching.ts"

/** Returns the items that read days which the mirror lacks. */
const dayItems = (ui: Ui, mirror: Local | undefined): ReadonlyArray<MenuItem> => {
  const newest = Effect.runSync(Effect.provideContext(latestPublishedDay, ui.services))
  const { sync } = ui.get(ownMirrorAtom)
  const coverage = mirror?.coverage
  const first = coverage?.from ?? null
  const update = first === null ? [] : [{ label: "new and missing days", first, from: undefined }]
  return [...update, ...dayChoices(newest)].flatMap(({ first, from, label }) => {
    const files = filesToRead(first, newest, coverage)
    if (files === 0 && from !== undefined) return []
    const hint = files === 0 ? "none is expected yet" : priceText(files)
    return [{ label, hint, onSelect: () => startSync(ui, "connecting to the FTC", sync(from)) }]
  })
}

const promptForFile = (ui: Ui): void =>
  openPrompt(ui, {
    title: "IMPORT A FILE",
    intro: ["A daily file of the FTC, an export of this program, or a folder with such files. The mirror then has its days."],
    label: "File",
    accept: (typed) => {
      const path = ui.platform.withHome(typed.trim())
      if (path === "") return "Type the name of a file."
      startSync(ui, `reading ${basename(path)}`, ui.get(ownMirrorAtom).importFile(path))
      return ""
    }
  })

const sourceNames: Readonly<Record<DaySource, string>> = {
  file: "daily files",
  service: "the service",
  export: "exports"
}

/** Returns lines about the origin of a mirror's days, and about days that are not published yet. */
const statusLines = ({ nothingNew, sources }: MirrorStatus): ReadonlyArray<string> => [
  ...sources.map(
    ({ days, from, source, to }) => `from ${sourceNames[source]}: ${counted(days, "day", "days")}, ${from} to ${to}`
  ),
  ...(nothingNew === null ? [] : [nothingNewText(nothingNew)])
]

const openMirrorMenu = (ui: Ui): void => {
  const { openSample, path } = ui.get(ownMirrorAtom)
  const source = ui.get(sourceAtom)
  const mirror = isMirror(source) ? source : undefined
  const intro = [
    ...ui.get(syncProblemsAtom).map((problem) => `✗ ${problem}`),
    "Reads daily files of complaints into a mirror, the newest first. It needs no key, and you can browse in the meantime.",
    `The mirror is ${path}.`
  ]
  openMenu(ui, {
    title: "REAL DATA FROM THE FTC",
    intro,
    items: [
      ...dayItems(ui, mirror),
      { label: "a file on this disk", hint: "a daily file or an export", onSelect: () => promptForFile(ui) },
      {
        label: "the sample",
        hint: "four real days, nothing to read",
        onSelect: () => void Effect.runFork(switchTo(ui, openSample, "The records now come from the sample."))
      }
    ]
  })
  if (mirror === undefined) return
  const { items } = ui.get(menuAtom)
  const addLines = (status: MirrorStatus): void =>
    ui.update(menuAtom, (menu) => (menu.items === items ? { ...menu, intro: [...intro, ...statusLines(status)] } : menu))
  Effect.runFork(Effect.ignore(Effect.map(mirror.questions.status, addLines)))
}

/** Stops the sync, or switches to the mirror. Without one, and on the mirror, offers days to read. */
const useOwnMirror = (ui: Ui): void => {
  if (stopSync(ui)) return
  const { exists, open } = ui.get(ownMirrorAtom)
  if (!exists() || isMirror(ui.get(sourceAtom))) return openMirrorMenu(ui)
  const switched = Effect.map(switchTo(ui, open, "The records now come from the mirror."), () => {
    const source = ui.get(sourceAtom)
    if (isMirror(source) && source.coverage.from === null) openMirrorMenu(ui)
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
