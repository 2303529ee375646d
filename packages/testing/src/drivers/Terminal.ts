import { type ComplaintInput, type NoticeInput, type Reason } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { Data, Effect, Option, type Scope } from "effect"
import { isForProgramsOnly } from "./flags.ts"
import { type Driver, mustHaveLeft, notByClients, NotStopped } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, type Question, records, refused, type Scenario } from "../Scenario.ts"
import { wayTo } from "./Executable.ts"
import { mustSteerOnlyItself } from "./Steering.ts"
import { type SampleService, startSampleService, temporaryFolder } from "./SampleService.ts"
import { type NeverShown, openScreen, type Screen } from "./Screen.ts"

const keys = {
  tab: "\t",
  right: "\u001B[C",
  pageDown: "\u001B[6~",
  home: "\u001B[H",
  escape: "\u001B",
  apply: "\u0013"
} as const
/** The width of the labels in the filter form. */
const labelWidth = 12
const size = { columns: 100, rows: 40 } as const

/** One line of the filter form and what to put there: a choice of one, or a text. */
interface Entry {
  readonly label: string
  readonly choice?: string
  readonly text?: string
}

const text = (label: string, value: string | undefined): ReadonlyArray<Entry> =>
  value === undefined ? [] : [{ label, text: value }]
const choice = (label: string, value: string | undefined): ReadonlyArray<Entry> =>
  value === undefined ? [] : [{ label, choice: value }]
const named = (names: Readonly<Record<string, string>>, value: string | undefined): string | undefined =>
  value === undefined ? undefined : names[value.toLowerCase()]

const orders = { asc: "oldest first", desc: "newest first" }

const whenOf = (input: ComplaintInput): string | undefined => {
  if (input.createdDate !== undefined) return "created on"
  if (input.createdFrom !== undefined) return "created between"
  if (input.violationDate !== undefined) return "called on"
  return input.violationFrom === undefined ? undefined : "called between"
}

const narrowOf = (input: ComplaintInput): string | undefined => {
  if (input.state !== undefined) return "state"
  if (input.areaCode !== undefined) return "area code"
  return input.robocall === undefined ? undefined : "robocall"
}

const complaintEntries = (input: ComplaintInput): ReadonlyArray<Entry> => [
  ...choice("When", whenOf(input)),
  ...text("Date", input.createdDate ?? input.violationDate),
  ...text("From", input.createdFrom ?? input.violationFrom),
  ...text("To", input.createdTo ?? input.violationTo),
  ...choice("Narrow by", narrowOf(input)),
  ...text("State", input.state),
  ...text("City", input.city),
  ...text("Area code", input.areaCode),
  ...choice("Robocall", named({ true: "yes", false: "no" }, input.robocall)),
  ...choice("Order", named(orders, input.sort))
]

const titleChoice = (input: NoticeInput): string | undefined => {
  if (input.title !== undefined) return "has the words"
  return input.titleContains === undefined ? undefined : "contains the text"
}

const noticeEntries = (input: NoticeInput): ReadonlyArray<Entry> => [
  ...choice("Title", titleChoice(input)),
  ...text("Text", input.title ?? input.titleContains),
  ...text("Transaction", input.transactionNumber),
  ...text("Date", input.date),
  ...choice("Order by", input.sortBy),
  ...choice("Order", named(orders, input.sort))
]

const entriesOf = (question: Question): ReadonlyArray<Entry> => {
  if (question._tag === "ListComplaints") return complaintEntries(question.input)
  return question._tag === "ListNotices" ? noticeEntries(question.input) : []
}

/** The titles of the panels that tell why nothing came. */
const reasonsByTitle: ReadonlyArray<readonly [string, Reason["_tag"]]> = [
  ["403 KEY NOT ACCEPTED", "KeyRejected"],
  ["429 RATE LIMIT", "RateLimited"],
  ["REQUEST REFUSED", "BadRequest"],
  ["REDIRECT REFUSED", "RedirectRefused"],
  ["SERVICE NOT REACHED", "Unavailable"],
  ["UNEXPECTED ANSWER", "UnexpectedAnswer"]
]

type Lines = ReadonlyArray<string>

const includes =
  (part: string) =>
  (lines: Lines): boolean =>
    lines.some((line) => line.includes(part))

const failureOn = (lines: Lines): Reason["_tag"] | undefined =>
  reasonsByTitle.find(([title]) => includes(`✗ ${title}`)(lines))?.[1]

const lineOf = (lines: Lines, label: string): string =>
  lines.find((line) => new RegExp(`^│ [ ▶] ${label.padEnd(labelWidth)}`).test(line)) ?? ""

/** What is chosen in a line of the form. */
const chosenOn = (lines: Lines, label: string): string | undefined =>
  /(?:‹ |\(•\) )(\S+(?: \S+)*)/.exec(lineOf(lines, label))?.[1]?.replace(/ ›.*$/, "")

const focusedLabel = new RegExp(`^│ ▶ (.{${labelWidth}})`)

/** The label of the line that has the focus. */
const focusOn = (lines: Lines): string =>
  lines.flatMap((line) => focusedLabel.exec(line)?.[1]?.trimEnd() ?? [])[0] ?? ""

/** Moves the focus to a line of the form. */
const focus = Effect.fnUntraced(function* (screen: Screen, label: string) {
  for (let tabs = 0; tabs < 12 && focusOn(screen.lines()) !== label; tabs++) {
    const before = focusOn(screen.lines())
    yield* screen.press(keys.tab)
    yield* screen.until("the focus elsewhere", (lines) => focusOn(lines) !== before)
  }
  yield* screen.until(`the focus on ${label}`, (lines) => focusOn(lines) === label)
})

const fill = Effect.fnUntraced(function* (screen: Screen, { label, choice, text }: Entry) {
  yield* focus(screen, label)
  if (text !== undefined) {
    yield* screen.press(text)
    yield* screen.until(`"${text}" in ${label}`, (lines) => lineOf(lines, label).includes(`[${text}`))
  }
  if (choice === undefined) return
  const isChosen = (lines: Lines): boolean => chosenOn(lines, label) === choice
  for (let rights = 0; rights < 6 && !isChosen(screen.lines()); rights++) {
    const before = chosenOn(screen.lines(), label)
    yield* screen.press(keys.right)
    yield* screen.until("another choice", (lines) => chosenOn(lines, label) !== before)
  }
  yield* screen.until(`the choice ${choice}`, isChosen)
})

/** The rows of the table on the screen, by what tells them apart; nothing while one of them is not loaded. */
const rowsOn = (lines: Lines, question: Question): Lines | undefined => {
  const from = lines.findIndex((line) => /^│ {3}(CREATED|DATE) /.test(line))
  const to = lines.findIndex((line, index) => index > from && line.startsWith("└"))
  const rows = lines.slice(from + 1, to).filter((line) => /^│ [ ▶] \S/.test(line))
  if (from === -1 || rows.some((row) => row.includes("not loaded") || row.includes("loading"))) return undefined
  const mark = question._tag === "ListNotices" ? /\b(\d{8})\b(?=  )/ : /(\(\d{3}\) \d{3}-\d{4})/
  return rows.flatMap((row) => mark.exec(row)?.[1]?.replaceAll(/\D/g, "") ?? [])
}

const position = /row (\d[\d,]*)(?: of (\d[\d,]*))?/

/** Which row the cursor is on, and how many there are, as the screen says. */
const positionOn = (lines: Lines): { readonly row: string; readonly isLast: boolean } => {
  const shown = lines.findLast((line) => position.test(line) || line.includes("no rows")) ?? ""
  const [, row = "", total] = position.exec(shown) ?? []
  return { row, isLast: shown.includes("no rows") || (total !== undefined && row === total) }
}

/** The screen counts other rows than it has. */
class CountWrong extends Data.TaggedError("CountWrong")<{ readonly said: string; readonly screen: string }> {
  override get message(): string {
    return `The screen says ${this.said}. It shows:\n${this.screen}`
  }
}

/** How much is loaded, as the title of the table says: "50 of 130", or where no total is known "50". */
const loadedOn = (lines: Lines): string => /· (\d[\d,]*(?: of \d[\d,]*)?) loaded/.exec(lines.join("\n"))?.[1] ?? ""

/** Fails where the title of the table counts other rows than were moved over, all of which are loaded. */
const mustCountRight = (lines: Lines, lastRow: string): Effect.Effect<void, CountWrong> => {
  const count = loadedOn(lines)
  const rows = lastRow === "" ? "0" : lastRow
  return count === `${rows} of ${rows}`
    ? Effect.void
    : Effect.fail(new CountWrong({ said: `"${count}"`, screen: lines.join("\n") }))
}

/** Pages down through the table until the screen says that the cursor is on the last row. */
const scrollThrough = Effect.fnUntraced(function* (
  screen: Screen,
  question: Question
): Effect.fn.Return<Outcome, NeverShown | CountWrong> {
  const marks = new Set<string>()
  for (;;) {
    const lines = yield* screen.until(
      "loaded rows, none, or why not",
      (lines) =>
        failureOn(lines) !== undefined ||
        (positionOn(lines).row !== "" && rowsOn(lines, question) !== undefined) ||
        includes("no rows")(lines)
    )
    const failure = failureOn(lines)
    if (failure !== undefined) return refused(failure)
    for (const mark of rowsOn(lines, question) ?? []) marks.add(mark)
    const { row, isLast } = positionOn(lines)
    if (isLast) return yield* Effect.as(mustCountRight(lines, row), records([...marks]))
    yield* screen.press(keys.pageDown)
    yield* screen.until("another row", (lines) => {
      const next = positionOn(lines)
      return next.isLast || next.row !== row || failureOn(lines) !== undefined
    })
  }
})

const isLoading = includes("Esc cancels")
const hasFailed = (lines: Lines): boolean => failureOn(lines) !== undefined

/** Pages down to rows that are not loaded. */
const goOnLoading = Effect.fnUntraced(function* (screen: Screen): Effect.fn.Return<void, NeverShown> {
  yield* screen.until("loaded rows", (lines) => /^[1-9]/.test(loadedOn(lines)) || hasFailed(lines))
  for (let lines = screen.lines(); !isLoading(lines) && !hasFailed(lines); lines = screen.lines()) {
    const { row } = positionOn(lines)
    yield* screen.press(keys.pageDown)
    yield* screen.until("another row", (lines) => isLoading(lines) || hasFailed(lines) || positionOn(lines).row !== row)
  }
})

/** Stops a request by Esc, which keeps the rows that are loaded; loads on, and goes back to the first row. */
const stopAndLoadOn = Effect.fnUntraced(function* (
  screen: Screen,
  { question, stops }: Scenario,
  { requests }: SampleService
): Effect.fn.Return<void, NeverShown | NotStopped> {
  if (stops === undefined) return
  yield* Effect.raceFirst(goOnLoading(screen), requests(question, stops.during))
  if (hasFailed(screen.lines())) return
  yield* requests(question, stops.during)
  const before = loadedOn(yield* screen.until("that Esc cancels", isLoading))
  yield* screen.press(keys.escape)
  const after = loadedOn(yield* screen.until("that it was cancelled", includes("Cancelled. r loads on.")))
  if (after !== before) return yield* new NotStopped({ found: `"${after}" rows are loaded, not "${before}"` })
  yield* screen.press("r")
  yield* screen.until("more rows", (lines) => loadedOn(lines) !== before || hasFailed(lines))
  yield* screen.press(keys.home)
  yield* screen.until("the first row", (lines) => positionOn(lines).row === "1" || hasFailed(lines))
})

const isSettled = (lines: Lines): boolean =>
  failureOn(lines) !== undefined || includes(" loaded")(lines) || includes("no rows")(lines)

const ask = (file: string) =>
  Effect.fnUntraced(function* (scenario: Scenario) {
    const { setting, question } = scenario
    const service = yield* startSampleService(setting, "socket")
    const { flags, environment } = wayTo(service, setting, yield* temporaryFolder)
    const screen: Screen = yield* openScreen({ file, args: ["tui", ...flags], environment, ...size })
    yield* screen.until("the complaints, or why not", isSettled)
    if (question._tag === "ListNotices") {
      yield* screen.press("2")
      yield* screen.until("the notices, or why not", (lines) => includes("NOTICES ·")(lines) && isSettled(lines))
    }
    const entries = entriesOf(question)
    if (entries.length > 0) {
      const isRefused = yield* applyFilter(screen, entries)
      if (isRefused) return refused("InvalidQuery")
    }
    yield* stopAndLoadOn(screen, scenario, service)
    const outcome = yield* scrollThrough(screen, question)
    yield* mustHaveLeft(scenario, service.server)
    yield* mustShowNoKey(screen.sent())
    yield* mustSteerOnlyItself(screen.sent())
    return outcome
  }, Effect.scoped)

/** Fills in the form and applies it; whether the form refuses to send it. */
const applyFilter = Effect.fnUntraced(function* (
  screen: Screen,
  entries: ReadonlyArray<Entry>
): Effect.fn.Return<boolean, NeverShown, Scope.Scope> {
  const isForm = includes("─ FILTER ·")
  yield* screen.press("f")
  yield* screen.until("the filter form", isForm)
  for (const entry of entries) yield* fill(screen, entry)
  yield* screen.press(keys.apply)
  const lines = yield* screen.until(
    "the filter applied or refused",
    (lines) => !isForm(lines) || includes("│ ✗ ")(lines)
  )
  return isForm(lines)
})

const hasNoPlaceFor = (question: Question): boolean => {
  if (question._tag === "ListComplaints") return hasNoPlaceForComplaints(question.input)
  return question._tag === "ListNotices" && isForProgramsOnly(question.input)
}

const hasNoPlaceForComplaints = (input: ComplaintInput): boolean => {
  const narrowing = [input.state, input.areaCode, input.robocall].filter((value) => value !== undefined)
  const isDateAlone = input.createdDate !== undefined || input.violationDate !== undefined
  const dates = [input.createdDate, input.createdFrom ?? input.createdTo, input.violationDate, input.violationFrom]
  return (
    dates.filter((date) => date !== undefined).length > 1 ||
    narrowing.length > 1 ||
    (isDateAlone && narrowing.length > 0) ||
    (input.city !== undefined && input.state === undefined)
  )
}

/** Whether a fault changes which records a page holds. */
const bendsPages = ({ do: kind, on, status }: Fault): boolean =>
  ["overlap", "duplicate", "mutate"].includes(kind) ||
  (kind === "status" && status === 200 && on?.requests !== undefined)

const cannot = (scenario: Scenario): Option.Option<string> => {
  const { leaves, setting, question, outcome, isSlow } = scenario
  const unclientlike = notByClients(scenario)
  if (Option.isSome(unclientlike)) return unclientlike
  if (isSlow === true) return Option.some("it would wait in real time")
  if (leaves !== undefined) return Option.some("the screen walks nothing")
  if (setting.faults.some(bendsPages) && outcome._tag === "Records") {
    return Option.some("the screen shows each page in its place, and walks nothing")
  }
  const { copies = 1, doubles = 0, overlaps = 0, shifted = 0 } = setting.quirks
  if (copies > 1 || doubles > 0) return Option.some("it tells rows by their number, and doubles have the same")
  if (overlaps > 0 || shifted > 0) return Option.some("the screen shows each page in its place, and walks nothing")
  if (outcome._tag === "Refused" && outcome.reason === "WalkStalled") return Option.some("the screen walks nothing")
  if (question._tag === "GetComplaint" || question._tag === "GetNotice") {
    return Option.some("the screen has no way to ask for a record by its id")
  }
  if (setting.key === "none") return Option.some("without a key it starts on the sample data, and says so")
  const { input } = question
  const hasPages = input.limit !== undefined || input.offset !== undefined
  if (hasPages || (!question.all && outcome._tag === "Records")) {
    return Option.some("the screen chooses its pages by itself")
  }
  return hasNoPlaceFor(question) ? Option.some("the form has no place for it") : Option.none()
}

/** The terminal UI in a pseudo-terminal, by its keys and its screen. */
export const terminal = (file: string): Driver => ({
  name: "the terminal UI, by keys and screen",
  cannot,
  ask: ask(file)
})
