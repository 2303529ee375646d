import { newestFileTexts } from "@public-records/answers/statusAnswer"
import { dailyFileDate } from "@public-records/files/dailyFileName"
import type { ImportEvent, SyncEvent } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect, Option, Stream } from "effect"
import { Atom } from "effect/reactivity"
import { basename } from "node:path"
import { makeBackgroundWork } from "./backgroundWork.ts"
import { switchTo } from "./commands/switching.ts"
import { timeText } from "./mirror/dayChoices.ts"
import { ownMirrorAtom } from "./mirror/OwnMirror.ts"
import { collections } from "./session.ts"
import { isOwnMirror, type Local, type Source } from "./Source.ts"
import { sourceAtom } from "./source/sourceAtoms.ts"
import type { Ui } from "./Ui.ts"

/** An event of the work that fills the mirror. */
type FillEvent = SyncEvent | ImportEvent

const { end, report, running, start, stop } = makeBackgroundWork<string>()
export { end as endSync }

/** The progress of the sync or the import, and the key that stops it. Both are empty if none is running. */
export const syncWorkAtom = Atom.make((get) => {
  const sync = get(running)
  if (Option.isNone(sync)) return { text: "", key: "" } as const
  if (sync.value.isStopping) return { text: "stopping after this file", key: "" } as const
  return { text: sync.value.progress, key: "M stops" } as const
})

/** The library's sentences about everything that the last sync or import could not read. */
export const syncProblemsAtom: Atom.Writable<ReadonlyArray<string>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<string>>([])
)

const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Returns the progress that an event reports, or `undefined`. */
const progressOf = (event: FillEvent): string | undefined => {
  switch (event._tag) {
    case "Verifying":
      return `checking the mirror, ${percent(event.share)}`
    case "Reading":
      return `reading ${basename(event.file)}, ${percent(event.share)}`
    case "Fetching":
      return `reading ${dailyFileDate(event.file) ?? event.file}, ${counted(event.left, "file", "files")} left, ${timeText(event.left)}`
    case "File":
      return event.left === 0 ? "reading notices" : undefined
    default:
      return undefined
  }
}

/** Returns the library's sentence about what was not read, or `undefined`. */
const problemOf = (event: FillEvent): string | undefined => {
  switch (event._tag) {
    case "CutOff":
    case "Failed":
    case "Refused":
      return event.message
    case "Day":
      return event.outcome === "held" ? `Held: ${event.day}, because ${event.why}.` : undefined
    case "Report":
      return "dailyFiles" in event ? (event.dailyFiles?.ended ?? undefined) : undefined
    default:
      return undefined
  }
}

const notAll = "Not everything was read. Press M to see why."

const reportText = (report: Extract<FillEvent, { readonly _tag: "Report" }>, hasProblems: boolean): string => {
  const nothingNew = ("dailyFiles" in report && report.dailyFiles?.nothingNew) || null
  const days = counted(report.days.stored + report.days.replaced, "day was", "days were")
  const [read = `${days} read.`] = newestFileTexts("Nothing new", nothingNew)
  return hasProblems ? `${read} ${notAll}` : read
}

/** Loads the rows on the screen again, and the days of the mirror. If that fails, they stay as they are. */
const reloadMirror = Effect.fnUntraced(
  function* (ui: Ui, mirror: Local) {
    const coverage = yield* mirror.questions.coverage()
    if (ui.get(sourceAtom) !== mirror) return
    ui.set(sourceAtom, { ...mirror, coverage })
    for (const { refresh } of Object.values(collections)) yield* refresh(ui.registry)
  },
  (work) => Effect.ignore(work)
)

/** Shows new days or notices. Switches to the mirror for the first new day, unless the user has chosen another source since the start. */
const showNews = (ui: Ui, startedOn: Source, isDay: boolean): Effect.Effect<void> => {
  const source = ui.get(sourceAtom)
  if (isOwnMirror(source)) return reloadMirror(ui, source)
  return isDay && source === startedOn ? switchTo(ui, ui.get(ownMirrorAtom).open, "") : Effect.void
}

/** Fills the mirror in the background. The first new day is shown as soon as it is stored. `text` is the progress until the first event. */
export const startSync = (
  ui: Ui,
  text: string,
  events: Stream.Stream<FillEvent, { readonly message: string }>
): void => {
  const startedOn = ui.get(sourceAtom)
  // The report of a sync has the sentence with which the sync then fails.
  const addProblem = (problem: string): void =>
    ui.update(syncProblemsAtom, (problems) => [...new Set([...problems, problem])])
  const handle = Effect.fnUntraced(function* (message: string, event: FillEvent) {
    const [progress, problem] = [progressOf(event), problemOf(event)]
    if (progress !== undefined) report(ui, progress)
    if (problem !== undefined) addProblem(problem)
    if (event._tag === "Report") return reportText(event, ui.get(syncProblemsAtom).length > 0)
    const isNewDay = event._tag === "Day" && (event.outcome === "stored" || event.outcome === "replaced")
    if (isNewDay || (event._tag === "Notices" && event.changed > 0)) yield* showNews(ui, startedOn, isNewDay)
    return message
  })
  const read = Stream.runFoldEffect(events, () => "", handle).pipe(
    Effect.catch(({ message }) => {
      addProblem(message)
      return Effect.succeed(notAll)
    })
  )
  ui.set(syncProblemsAtom, [])
  start(ui, text, read)
}

/** Stops the sync or the import, once the file that is being written is stored. Returns `false` if none is running. */
export const stopSync = (ui: Ui): boolean =>
  stop(ui, () => "Stopped. Every file that was read is stored. Press M to continue.")
