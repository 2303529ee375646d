import { type Answer, folded, type Question, type Section } from "@public-records/answers/Answer"
import { askNumber } from "@public-records/answers/numberAnswer"
import { partyAnswer } from "@public-records/answers/partyAnswer"
import type { InvalidQuery } from "@public-records/core"
import type { Mirror, MirrorError } from "@public-records/mirror"
import { Clock, Effect, Fiber, Option, Result } from "effect"
import { Atom } from "effect/reactivity"
import { showProgress } from "../progress.ts"
import type { PanelName } from "../session.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import { rowsOf } from "./reportLines.ts"

/** The state of a question. `percent` is the finished part. */
type Status =
  | { readonly _tag: "Loading"; readonly percent: number }
  | { readonly _tag: "Failed"; readonly message: string }
  | { readonly _tag: "Answered"; readonly answer: Answer }

interface OpenReport {
  readonly question: Question
  readonly status: Status
  /** The index of the selected row. */
  readonly cursor: number
  /** The titles of the sections that show all of their rows. */
  readonly expanded: ReadonlySet<string>
}

/** The reports that were opened one from another, and the index of the one on the screen. */
interface Reports {
  readonly opened: ReadonlyArray<OpenReport>
  readonly at: number
  /** The panel that Esc returns to. */
  readonly openedFrom: PanelName
  readonly fiber: Option.Option<Fiber.Fiber<void>>
}

const reportsAtom: Atom.Writable<Reports> = Atom.keepAlive(
  Atom.make<Reports>({ opened: [], at: 0, openedFrom: "table", fiber: Option.none() })
)

/** The report on the screen. */
export const reportAtom: Atom.Atom<OpenReport | undefined> = Atom.make((get) => {
  const { at, opened } = get(reportsAtom)
  return opened[at]
})

/** Returns the sections of a report: its summary and basis without a title, and its parts. Returns an empty list until there is an answer. */
const sectionsOf = (
  report: OpenReport | undefined,
  isExpanded = (section: string): boolean => report?.expanded.has(section) ?? false
): ReadonlyArray<Section> => {
  if (report?.status._tag !== "Answered") return []
  const { basis, sections, summary } = report.status.answer
  const parts = Array.from(sections, (section): Section => {
    const { rows, ...part } = isExpanded(section.title) ? section : folded(section)
    return { ...part, rows: [...rows, ...(part.note ? [{ text: part.note }] : [])] }
  })
  return [{ title: "", rows: [...summary, { text: basis.text }] }, ...parts]
}

/** The sections of the report on the screen. */
export const sectionsAtom: Atom.Atom<ReadonlyArray<Section>> = Atom.make((get) => sectionsOf(get(reportAtom)))

/** The sections of the report on the screen with all of their rows. */
export const wholeReportAtom: Atom.Atom<ReadonlyArray<Section>> = Atom.make((get) =>
  sectionsOf(get(reportAtom), () => true)
)

const update = (ui: Ui, question: Question, change: (report: OpenReport) => OpenReport): void =>
  ui.update(reportsAtom, (reports) => ({
    ...reports,
    opened: reports.opened.map((one) => (one.question === question ? change(one) : one))
  }))

/** Changes the report on the screen. */
export const updateReport = (ui: Ui, part: Partial<Pick<OpenReport, "cursor" | "expanded">>): void => {
  const report = ui.get(reportAtom)
  if (report !== undefined) update(ui, report.question, (before) => ({ ...before, ...part }))
}

/** Adds the answer to a report, and selects the first row on which Enter has an effect. */
const withAnswer = (report: OpenReport, answer: Answer): OpenReport => {
  const answered: OpenReport = { ...report, status: { _tag: "Answered", answer } }
  const target = rowsOf(sectionsOf(answered)).findIndex((row) => row.target !== undefined)
  return { ...answered, cursor: Math.max(0, target) }
}

const ask = (
  mirror: Mirror["Service"],
  { _tag, text }: Question,
  onProgress: (share: number) => void
): Effect.Effect<Answer, InvalidQuery | MirrorError> =>
  _tag === "Number"
    ? askNumber(mirror, text, { onProgress })
    : Effect.map(mirror.party(text), (history) => partyAnswer(text, history))

const messageOf = (error: InvalidQuery | MirrorError): string =>
  error._tag === "MirrorError" ? error.message : error.problems.map(({ rule }) => rule).join(" ")

const canceled: Status = { _tag: "Failed", message: "Canceled." }

/** Interrupts the question that is not answered yet. Its report can be reloaded. */
const stop = (ui: Ui): void => {
  const { fiber } = ui.get(reportsAtom)
  Option.map(fiber, (running) => Effect.runFork(Fiber.interrupt(running)))
  ui.update(reportsAtom, (reports) => ({
    ...reports,
    opened: reports.opened.map((one) => (one.status._tag === "Loading" ? { ...one, status: canceled } : one))
  }))
}

/** Asks in the background. An earlier question that is not answered yet is canceled. */
const load = (ui: Ui, question: Question): void => {
  const { questions } = ui.get(screenSourceAtom)
  if (Result.isFailure(questions)) return ui.notify(questions.failure)
  stop(ui)
  const showStatus = (status: Status): void => update(ui, question, (report) => ({ ...report, status }))
  const show = (percent: number): void => showStatus({ _tag: "Loading", percent })
  show(0)
  const answered = Effect.flatMap(Clock.Clock, (clock) => ask(questions.success, question, showProgress(clock, show)))
  const work = Effect.match(answered, {
    onFailure: (error) => showStatus({ _tag: "Failed", message: messageOf(error) }),
    onSuccess: (answer) => update(ui, question, (report) => withAnswer(report, answer))
  })
  const fiber = Option.some(Effect.runFork(work))
  ui.update(reportsAtom, (reports) => ({ ...reports, fiber }))
}

/** Returns why the source cannot answer reports, or an empty string. */
export const whyNoReports = (ui: Ui): string =>
  Result.match(ui.get(screenSourceAtom).questions, { onFailure: (why) => why, onSuccess: () => "" })

/** Opens a report. `[` returns to the report from which it was opened, if any. */
export const openReport = (ui: Ui, { _tag, text }: Question): void => {
  const problem = whyNoReports(ui)
  if (problem !== "") return ui.notify(problem)
  const { panel } = ui.session
  const { at, opened, openedFrom } = ui.get(reportsAtom)
  const isNested = panel === "report"
  // A new object, because a question may be asked more than once.
  const question: Question = { _tag, text }
  const report: OpenReport = { question, status: { _tag: "Loading", percent: 0 }, cursor: 0, expanded: new Set() }
  // A question that is not answered yet is canceled.
  const before = isNested ? opened.slice(0, at + 1).filter(({ status }) => status._tag !== "Loading") : []
  ui.set(reportsAtom, {
    opened: [...before, report],
    at: before.length,
    openedFrom: isNested ? openedFrom : panel,
    fiber: ui.get(reportsAtom).fiber
  })
  ui.change({ panel: "report" })
  load(ui, question)
}

/** Asks the question of the report on the screen again. */
export const reloadReport = (ui: Ui): void => {
  const report = ui.get(reportAtom)
  if (report !== undefined) load(ui, report.question)
}

/** Goes to the previous (-1) or next report. Returns `false` at the end of the list. */
export const stepReport = (ui: Ui, by: 1 | -1): boolean => {
  const { at, opened } = ui.get(reportsAtom)
  if (opened[at + by] === undefined) return false
  ui.update(reportsAtom, (reports) => ({ ...reports, at: at + by }))
  return true
}

/** Cancels a question that is not answered yet. Then goes to the previous report, or closes the only one. */
export const leaveReport = (ui: Ui): void => {
  const { at, openedFrom } = ui.get(reportsAtom)
  if (ui.get(reportAtom)?.status._tag === "Loading") {
    stop(ui)
    ui.update(reportsAtom, (reports) => ({ ...reports, opened: reports.opened.slice(0, at) }))
    ui.notify("Canceled.")
  }
  if (!stepReport(ui, -1)) ui.change({ panel: openedFrom })
}
