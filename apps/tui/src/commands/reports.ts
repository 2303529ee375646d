import type { Question, Target } from "@public-records/answers/Answer"
import type { ComplaintInput } from "@public-records/core"
import { valuesOf } from "../form/FormModel.ts"
import { type Command, type Group, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { showMatch } from "../panels/search.ts"
import { rowsOf, sectionStarts } from "../report/reportLines.ts"
import {
  openReport,
  reportAtom,
  sectionsAtom,
  stepReport,
  updateReport,
  wholeReportAtom,
  whyNoReports
} from "../report/reports.ts"
import { reportTable } from "../report/reportTable.ts"
import type { Ui } from "../Ui.ts"
import { copy } from "./copying.ts"
import { fileNameOf, saveTable } from "./exporting.ts"
import { applyFilter } from "./filtering.ts"
import { showRows } from "./navigation.ts"

const whyNoSubject = (ui: Ui): string => {
  const { collection, registry } = ui
  if (collection.name === "notices") {
    const hasParty = collection.partiesAtCursor(registry).length > 0
    return whyNoReports(ui) || (hasParty ? "" : "This notice names no party.")
  }
  return collection.numberAtCursor(registry) === "" ? "This record has no phone number." : ""
}

/** Opens the report about a party of the notice under the cursor. Opens a menu if it names several. */
const openParty = (ui: Ui): void => {
  const open = (text: string): void => openReport(ui, { _tag: "Party", text })
  const parties = ui.collection.partiesAtCursor(ui.registry)
  const [first, ...others] = parties
  if (first !== undefined && others.length === 0) return open(first.text)
  const items = parties.map(({ label, text }) => ({ label: text, hint: label, onSelect: () => open(text) }))
  openMenu(ui, { title: "NOTICES OF A PARTY", items })
}

/** Opens the report about the number or a party of the record under the cursor. If the source has no reports, searches the loaded rows. */
const openReportAtCursor = (ui: Ui): void => {
  if (ui.collection.name === "notices") return openParty(ui)
  const number = ui.collection.numberAtCursor(ui.registry)
  if (whyNoReports(ui) === "") return openReport(ui, { _tag: "Number", text: number })
  ui.set(ui.collection.search, { _tag: "Number", text: number })
  showMatch(ui, ui.get(ui.collection.view).cursor, 1)
  ui.notify(`${ui.session.notification} · a mirror has its history (--mirror)`)
}

const prompts = {
  Number: {
    title: "LOOK UP A NUMBER",
    intro: ["Any form works, such as (213) 555-1212 or 1-800-FLOWERS. The first digits list all numbers with them."],
    label: "Number"
  },
  Party: {
    title: "LOOK UP A PARTY",
    intro: ["All words of the name must match, in any order."],
    label: "Party"
  }
} as const

/** Returns why a typed number or party cannot be looked up, or an empty string. */
const problemOf = ({ _tag, text }: Question): string => {
  if (text === "") return `Type a ${_tag.toLowerCase()}.`
  // Only the engine knows whether a text that is no number is stored.
  return _tag === "Number" || /[\p{L}\p{N}]/u.test(text) ? "" : "Type at least one letter or digit."
}

/** Prompts for a number, or for a party if notices or a report about a party are on the screen. */
const lookUp = (ui: Ui): void => {
  const asked = ui.session.panel === "report" ? ui.get(reportAtom)?.question._tag : undefined
  const _tag: Question["_tag"] = asked ?? (ui.collection.name === "notices" ? "Party" : "Number")
  openPrompt(ui, {
    ...prompts[_tag],
    accept: (typed) => {
      const question: Question = { _tag, text: typed.trim() }
      const problem = problemOf(question)
      if (problem === "") openReport(ui, question)
      return problem
    }
  })
}

const showComplaints = (ui: Ui, where: ComplaintInput): void => {
  showRows("complaints")(ui)
  applyFilter(ui, { ...valuesOf(where), sort: "desc" })
}

const showNotice = (ui: Ui, transactionNumber: string): void => {
  showRows("notices")(ui)
  applyFilter(ui, { transactionNumber, sortBy: "created", sort: "desc" })
}

const follow = (ui: Ui, target: Target): void => {
  if (target._tag === "Report") return openReport(ui, target.question)
  if (target._tag === "Complaints") return showComplaints(ui, target.where)
  if (target._tag === "Notice") return showNotice(ui, target.transactionNumber)
  const report = ui.get(reportAtom)
  if (report !== undefined) updateReport(ui, { expanded: new Set([...report.expanded, target.section]) })
}

const cursorOf = (ui: Ui): number => ui.get(reportAtom)?.cursor ?? 0

const openRow = (ui: Ui): void => {
  const target = rowsOf(ui.get(sectionsAtom))[cursorOf(ui)]?.target
  if (target === undefined) return ui.notify("Enter has an effect on rows with ›.")
  follow(ui, target)
}

/** Selects the first row of the next (1) or previous section. */
const sectionBy = (by: 1 | -1) => (ui: Ui) => {
  const cursor = cursorOf(ui)
  const starts = sectionStarts(ui.get(sectionsAtom))
  const next = by === 1 ? starts.find((start) => start > cursor) : starts.findLast((start) => start < cursor)
  if (next !== undefined) updateReport(ui, { cursor: next })
}

const reportBy = (by: 1 | -1) => (ui: Ui) => {
  if (!stepReport(ui, by)) ui.notify(`No ${by === -1 ? "previous" : "next"} report.`)
}

const whyNoReport = (ui: Ui): string =>
  ui.get(reportAtom)?.status._tag === "Answered" ? "" : "There is no answer yet, so there is no report."

const copyReport = (ui: Ui): void =>
  copy(ui, "the report as CSV", reportTable(ui.get(wholeReportAtom)).replaceAll("\r\n", "\n"))

const exportReport = (ui: Ui): void => {
  const report = ui.get(reportAtom)
  if (report?.status._tag !== "Answered") return
  const file = fileNameOf(report.question._tag, report.question.text, "csv")
  saveTable(ui, { what: "the report", file, csv: reportTable(ui.get(wholeReportAtom)), picture: report.status.answer })
}

const on = ["report"] as const
const sections: readonly [Group, string] = ["NAVIGATE", "next, previous part"]
const history: readonly [Group, string] = ["SEARCH", "previous, next report"]

/** Commands that open reports, and move in them. */
export const reports: ReadonlyArray<Command> = [
  {
    name: "report",
    keys: ["#"],
    help: ["SEARCH", "report, same number"],
    on: ["table", "detail"],
    when: whyNoSubject,
    run: openReportAtCursor
  },
  {
    name: "look-up",
    keys: ["p"],
    help: ["SEARCH", "look up as typed"],
    on: screens,
    when: whyNoReports,
    run: lookUp
  },
  { name: "open-row", keys: ["enter"], help: ["VIEW", "open a › row"], on, run: openRow },
  { name: "next-part", keys: ["tab"], help: sections, on, run: sectionBy(1) },
  { name: "previous-part", keys: ["shift-tab"], help: sections, on, run: sectionBy(-1) },
  { name: "previous-report", keys: ["["], help: history, on, run: reportBy(-1) },
  { name: "next-report", keys: ["]"], help: history, on, run: reportBy(1) },
  { name: "copy-report", keys: ["y"], help: ["COPY & EXPORT", "copy as CSV"], on, when: whyNoReport, run: copyReport },
  {
    name: "export-report",
    keys: ["e"],
    help: ["COPY & EXPORT", "export as CSV"],
    on,
    when: whyNoReport,
    run: exportReport
  }
]
