import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { completionOf, type Match } from "./collection/find.ts"
import { showsPaneAtom } from "./collection/screenAtoms.ts"
import { reloadRows, type RowsAction } from "./actOnRows.ts"
import { viewAt, viewByPages } from "./collection/View.ts"
import { numberLabel } from "./complaints/complaintColumns.ts"
import { grouped } from "@public-records/text/counts"
import { graphemesOf, pastedLine } from "@public-records/text/fit"
import { focusBy, formAfter, textAfter } from "./form/FormModel.ts"
import { actOnInsights, backInInsights, type InsightAction, moveInInsights } from "./insights/actOnInsights.ts"
import type { Action, Edit } from "./keys/Action.ts"
import { keyLookupAtom } from "./keys/KeyLookup.ts"
import { keyPressed, noCount } from "./keys/keymap.ts"
import type { KeyPress } from "./keys/KeyPress.ts"
import { safeText } from "@public-records/text/safeText"
import { choose, chooseBy, editMenu } from "./overlays/menu.ts"
import { offerWidenings } from "./overlays/wideningMenu.ts"
import { acceptPrompt, editPrompt, forgetPrompt } from "./overlays/prompt.ts"
import {
  activeCollection,
  closeOver,
  exitCodeAtom,
  note,
  openOver,
  type Session,
  sessionAtom,
  showHome
} from "./session.ts"
import { stopExport } from "./takeaway/wholeExport.ts"
import { quit } from "./takeaway/quitting.ts"
import { runTask } from "./tasks.ts"

type Registry = AtomRegistry.AtomRegistry

const exitCodeOfInterrupt = 130

const change = (registry: Registry, part: Partial<Session>): void =>
  registry.update(sessionAtom, (session) => ({ ...session, ...part }))

const goTo = (registry: Registry, row: number): void => {
  const collection = activeCollection(registry)
  const { reach } = registry.get(collection.summary)
  const { tableRows } = registry.get(collection.layout)
  registry.update(collection.view, (view) => viewAt(view, row, reach, tableRows))
}

const goToLast = (registry: Registry): void => {
  const { reach, isExtentKnown, arranged } = registry.get(activeCollection(registry).summary)
  if (isExtentKnown || arranged !== "") return goTo(registry, reach - 1)
  // The row after the last loaded one only stands for what may follow.
  goTo(registry, reach - 2)
  note(registry, "Total unknown: the last row so far.")
}

const goToRow = (registry: Registry, row: number): void => {
  const { reach, isExtentKnown, arranged } = registry.get(activeCollection(registry).summary)
  if (row > reach && !isExtentKnown && arranged === "") return goToLast(registry)
  goTo(registry, row - 1)
  if (row > reach) note(registry, `There is no row ${grouped(row)}: this is the last one.`)
}

const pageBy = (registry: Registry, pages: number): void => {
  const collection = activeCollection(registry)
  const { reach } = registry.get(collection.summary)
  const { tableRows } = registry.get(collection.layout)
  registry.update(collection.view, (view) => viewByPages(view, pages, reach, tableRows))
}

const scrollBy = (registry: Registry, lines: number): void =>
  registry.update(sessionAtom, (session) => ({ ...session, scroll: Math.max(0, session.scroll + lines) }))

const linesPerPage = 10

/** Moves in the help and in a record's detail; the lines that there are bound the scroll where they are drawn. */
const scroll = (registry: Registry, action: Action): void => {
  if (action._tag === "MoveBy") scrollBy(registry, action.rows)
  if (action._tag === "PageBy") scrollBy(registry, action.pages * linesPerPage)
  if (action._tag === "GoFirst") change(registry, { scroll: 0 })
}

const showMatch = (registry: Registry, found: Option.Option<Match>, sought: string): void => {
  const { loaded } = registry.get(activeCollection(registry).summary)
  if (Option.isNone(found)) {
    return note(registry, `Nothing like ${sought} in the ${grouped(loaded)} loaded rows.`)
  }
  const { row, place, count } = found.value
  goTo(registry, row)
  note(registry, `${grouped(place)} of ${grouped(count)} with ${sought} in ${grouped(loaded)} loaded`)
}

const soughtLabel = (registry: Registry): string => {
  const sought = registry.get(activeCollection(registry).sought)
  return sought._tag === "Number" ? numberLabel(safeText(sought.text)) : `"${safeText(sought.text)}"`
}

const findBy = (registry: Registry, by: 1 | -1): void => {
  const collection = activeCollection(registry)
  if (registry.get(collection.sought).text === "") return note(registry, "Press / to look for something first.")
  const { cursor } = registry.get(collection.view)
  showMatch(registry, collection.find(registry, cursor, by), soughtLabel(registry))
}

/** Looks for what is typed so far, from where the search was begun. */
const findTyped = (registry: Registry): void => {
  const collection = activeCollection(registry)
  const { find } = registry.get(sessionAtom)
  registry.set(collection.sought, { _tag: "Text", text: find.text })
  if (find.text === "") return goTo(registry, find.startedAt)
  showMatch(registry, collection.find(registry, find.startedAt - 1, 1), soughtLabel(registry))
}

const completeFind = (registry: Registry): void => {
  const { find } = registry.get(sessionAtom)
  const text = completionOf(find.text, activeCollection(registry).completions)
  if (text === "") return
  change(registry, { find: { ...find, text, caret: graphemesOf(text).length } })
  findTyped(registry)
}

const openFind = (registry: Registry): void => {
  const { cursor } = registry.get(activeCollection(registry).view)
  change(registry, { mode: "find", find: { text: "", caret: 0, startedAt: cursor } })
}

const sameNumber = (registry: Registry): void => {
  const collection = activeCollection(registry)
  const number = collection.numberAtCursor(registry)
  if (number === "") return note(registry, "This row has no telephone number to follow.")
  registry.set(collection.sought, { _tag: "Number", text: number })
  findBy(registry, 1)
}

const edit = (registry: Registry, change: Edit): void => {
  const collection = activeCollection(registry)
  const { mode } = registry.get(sessionAtom)
  if (mode === "menu") return editMenu(registry, change)
  if (mode === "prompt") return editPrompt(registry, change)
  if (mode === "form") {
    return registry.update(collection.form, (form) => formAfter(collection.fields, form, change))
  }
  registry.update(sessionAtom, (session) => ({
    ...session,
    find: { ...session.find, ...textAfter(session.find, change) }
  }))
  findTyped(registry)
}

const openForm = (registry: Registry): void => {
  activeCollection(registry).editFilter(registry)
  change(registry, { mode: "form" })
}

const applyForm = (registry: Registry): void => {
  if (activeCollection(registry).applyForm(registry)) return showHome(registry, registry.get(sessionAtom).home)
  note(registry, "Not sent: the form is not right yet.")
}

const reload = (registry: Registry): void => {
  const collection = activeCollection(registry)
  const hasFailed = registry.get(collection.activity)._tag === "Failed"
  if (hasFailed || collection.isStopped(registry)) return collection.retry(registry)
  reloadRows(registry, collection)
}

const clearFilter = (registry: Registry): void => {
  const collection = activeCollection(registry)
  if (!collection.unarrange(registry) && !collection.clearFilter(registry)) note(registry, "There is no filter.")
}

const cancel = (registry: Registry): boolean => {
  const isCancelled = activeCollection(registry).cancel(registry)
  if (isCancelled) note(registry, "Cancelled. r loads on.")
  return isCancelled || stopExport(registry)
}

/**
 * One level back: from help, a form or a detail to what is behind; at the table, Esc cancels what is running, or shows
 * rows as the service gave them.
 */
const back = (registry: Registry): void => {
  const { mode, home, find } = registry.get(sessionAtom)
  if (mode === "insights") return void (cancel(registry) || backInInsights(registry, activeCollection(registry)))
  if (mode === "table") return void (cancel(registry) || activeCollection(registry).unarrange(registry))
  if (mode === "prompt") forgetPrompt(registry)
  if (mode === "help" || mode === "menu" || mode === "prompt") return closeOver(registry)
  if (mode === "find") goTo(registry, find.startedAt)
  change(registry, { mode: home, scroll: 0, note: "" })
}

const interrupt = (registry: Registry, wasInterrupted: boolean): void => {
  if (wasInterrupted) return registry.set(exitCodeAtom, Option.some(exitCodeOfInterrupt))
  const { mode, home } = registry.get(sessionAtom)
  if (!cancel(registry) && mode !== home) back(registry)
  change(registry, { isInterrupted: true, note: "Ctrl-C again quits." })
}

const show = (registry: Registry, active: Session["active"]): void =>
  change(registry, { active, mode: "table", home: "table", scroll: 0 })

const returnFromShow = (registry: Registry): void => {
  const { active, home } = registry.get(sessionAtom).shownBefore
  change(registry, { active, mode: home, home, scroll: 0 })
}

const moveInTable = (registry: Registry, action: Action): void => {
  const { cursor } = registry.get(activeCollection(registry).view)
  if (action._tag === "MoveBy") goTo(registry, cursor + action.rows)
  if (action._tag === "PageBy") pageBy(registry, action.pages)
  if (action._tag === "GoFirst") goTo(registry, 0)
  if (action._tag === "GoLast") goToLast(registry)
}

/** The record before or after the one that is shown, at its beginning. */
const recordBy = (registry: Registry, by: 1 | -1): void => {
  moveInTable(registry, { _tag: "MoveBy", rows: by })
  change(registry, { scroll: 0 })
}

const move = (registry: Registry, action: Action): void => {
  const { mode } = registry.get(sessionAtom)
  if (mode === "table") return moveInTable(registry, action)
  if (mode === "insights") return moveInInsights(registry, activeCollection(registry), action)
  scroll(registry, action)
}

/** Where nothing matches, there is something else to choose. */
const openRecord = (registry: Registry): void => {
  const { extent, filter } = registry.get(activeCollection(registry).summary)
  if (extent === 0 && filter !== "") return offerWidenings(registry, (chosen) => act(registry, chosen, false))
  change(registry, { mode: "detail", scroll: 0 })
}

/** Does what a key asked for. */
const act = (registry: Registry, action: Action, wasInterrupted: boolean): void => {
  switch (action._tag) {
    case "MoveBy":
    case "PageBy":
    case "GoFirst":
    case "GoLast":
      return move(registry, action)
    case "GoToRow":
      return goToRow(registry, action.row)
    case "OpenDetail":
      return openRecord(registry)
    case "RecordBy":
      return recordBy(registry, action.by)
    case "OpenHelp":
      return openOver(registry, "help")
    case "TogglePane":
      return registry.update(showsPaneAtom, (shows) => !shows)
    case "Back":
      return back(registry)
    case "Show":
      return show(registry, action.collection)
    case "ReturnFromShow":
      return returnFromShow(registry)
    case "Reload":
      return reload(registry)
    case "ClearFilter":
      return clearFilter(registry)
    case "Interrupt":
      return interrupt(registry, wasInterrupted)
    case "Quit":
      return quit(registry)
    case "Task":
      return runTask(registry, action.name, (chosen) => act(registry, chosen, false))
    default:
      return actInText(registry, action)
  }
}

type TextAction = Extract<
  Action,
  {
    _tag:
      | "OpenForm"
      | "FieldBy"
      | "ApplyForm"
      | "ResetForm"
      | "OpenFind"
      | "AcceptFind"
      | "CompleteFind"
      | "FindBy"
      | "SameNumber"
      | "Edit"
      | "ChooseBy"
      | "Choose"
      | "AcceptPrompt"
  }
>

const actInText = (registry: Registry, action: TextAction | InsightAction | RowsAction): void => {
  switch (action._tag) {
    case "OpenForm":
      return openForm(registry)
    case "FieldBy": {
      const { form, fields } = activeCollection(registry)
      return registry.update(form, (state) => focusBy(fields, state, action.by))
    }
    case "ApplyForm":
      return applyForm(registry)
    case "ResetForm":
      return activeCollection(registry).resetForm(registry)
    case "OpenFind":
      return openFind(registry)
    case "AcceptFind":
      return change(registry, { mode: "table" })
    case "CompleteFind":
      return completeFind(registry)
    case "FindBy":
      return findBy(registry, action.by)
    case "SameNumber":
      return sameNumber(registry)
    case "Edit":
      return edit(registry, action.edit)
    case "ChooseBy":
      return chooseBy(registry, action.by)
    case "Choose":
      return choose(registry)
    case "AcceptPrompt":
      return acceptPrompt(registry)
    default:
      return actOnInsights(registry, activeCollection(registry), action)
  }
}

/** One key: what it asks for is looked up in the mode that has the keys now, and done before the next key is read. */
export const press = (registry: Registry, key: KeyPress, now: number): void => {
  const session = registry.get(sessionAtom)
  const { actions, count } = keyPressed(session.mode, key, session.count, now, registry.get(keyLookupAtom))
  const isNewNumber = session.count === noCount || session.count.digits === ""
  Atom.batch(() => {
    change(registry, {
      count,
      note: "",
      isInterrupted: false,
      shownBefore: isNewNumber ? { active: session.active, home: session.home } : session.shownBefore
    })
    for (const action of actions) act(registry, action, session.isInterrupted)
  })
}

const takesText: ReadonlySet<Session["mode"]> = new Set(["form", "find", "menu", "prompt"])

/** Pasted text goes where text is typed, on one line; anywhere else it is not taken for keys. */
export const paste = (registry: Registry, text: string): void => {
  const { mode } = registry.get(sessionAtom)
  if (!takesText.has(mode)) return note(registry, "Paste works where text is typed.")
  edit(registry, { _tag: "Insert", text: pastedLine(text) })
}
