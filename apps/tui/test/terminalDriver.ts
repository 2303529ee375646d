import { fileURLToPath } from "node:url"
import { type ComplaintInput, type NoticeInput, type Reason } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { Effect, Option, type Scope } from "effect"
import { type Driver, assertStoppedReading, rawOnlyReason, CallNotCanceled } from "@public-records/testing/Driver"
import { assertNoKeyLeak } from "@public-records/testing/Keys"
import { type Outcome, type ScenarioRequest, records, refused, type Scenario } from "@public-records/testing/Scenario"
import { connectionArguments } from "./connection.ts"
import { assertOnlyOwnSequences } from "./controlSequences.ts"
import { type SampleService, startSampleService, temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { type ScreenTimeout, openScreen, type Screen } from "./Screen.ts"

const keys = {
  tab: "\t",
  right: "\u001B[C",
  pageDown: "\u001B[6~",
  home: "\u001B[H",
  escape: "\u001B",
  apply: "\u0013"
} as const
/** Width of the labels in the filter form. */
const labelWidth = 14
/** The built executable, which has the terminal UI. */
const executable = fileURLToPath(new URL("../../cli/dist/public-records.js", import.meta.url))
const size = { columns: 100, rows: 40 } as const

/** Line of the filter form and its new value: a choice or a string. */
interface Entry {
  readonly label: string
  readonly choice?: string
  readonly text?: string
}

type Texts = Readonly<Record<string, string | number | boolean | undefined>>

const text = (label: string, value: Texts[string]): ReadonlyArray<Entry> =>
  value === undefined ? [] : [{ label, text: String(value) }]
const choice = (label: string, names: Readonly<Record<string, string>>, value: Texts[string]): ReadonlyArray<Entry> => {
  const option = names[String(value).toLowerCase()]
  return option === undefined ? [] : [{ label, choice: option }]
}

const orders = { asc: "oldest first", desc: "newest first" }

const complaintEntries = (input: ComplaintInput): ReadonlyArray<Entry> => [
  ...text("Created from", input.createdFrom ?? input.createdDate),
  ...text("Created to", input.createdTo ?? input.createdDate),
  ...text("Called from", input.violationFrom ?? input.violationDate),
  ...text("Called to", input.violationTo ?? input.violationDate),
  ...text("State", input.state),
  ...text("City", input.city),
  ...text("Area code", input.areaCode),
  ...choice("Robocall", { true: "yes", false: "no" }, input.robocall),
  ...choice("Order", orders, input.sort)
]

const noticeEntries = (input: NoticeInput): ReadonlyArray<Entry> => [
  ...text("Title", input.title),
  ...text("Part of title", input.titleContains),
  ...text("Exact title", input.titleExactly),
  ...text("Acquiring", input.acquiringParty),
  ...text("Acquired", input.acquiredParty),
  ...text("Transaction", input.transactionNumber),
  ...text("Date", input.date),
  ...text("Id", input.id),
  ...choice("Order by", { created: "created", changed: "changed" }, input.sortBy),
  ...choice("Order", orders, input.sort)
]

const entriesOf = (request: ScenarioRequest): ReadonlyArray<Entry> => {
  if (request._tag === "ListComplaints") return complaintEntries(request.input)
  return request._tag === "ListNotices" ? noticeEntries(request.input) : []
}

/** Failure reasons by the title of the panel that shows them. */
const reasonsByTitle: ReadonlyArray<readonly [string, Reason["_tag"]]> = [
  ["403 API KEY REJECTED", "KeyRejected"],
  ["429 RATE LIMIT", "RateLimited"],
  ["REQUEST REJECTED", "BadRequest"],
  ["REDIRECT BLOCKED", "RedirectRefused"],
  ["SERVICE UNAVAILABLE", "Unavailable"],
  ["UNEXPECTED RESPONSE", "UnexpectedAnswer"]
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

/** Returns the selected choice of a line of the form. */
const chosenOn = (lines: Lines, label: string): string | undefined =>
  /(?:‹ |\(•\) )(\S+(?: \S+)*)/.exec(lineOf(lines, label))?.[1]?.replace(/ ›.*$/, "")

const focusedLabel = new RegExp(`^│ ▶ (.{${labelWidth}})`)

/** Returns the label of the focused line. */
const focusOn = (lines: Lines): string =>
  lines.flatMap((line) => focusedLabel.exec(line)?.[1]?.trimEnd() ?? [])[0] ?? ""

/** Moves the focus to a line of the form. */
const focus = Effect.fnUntraced(function* (screen: Screen, label: string) {
  for (let tabs = 0; tabs < 15 && focusOn(screen.lines()) !== label; tabs++) {
    const before = focusOn(screen.lines())
    yield* screen.press(keys.tab)
    yield* screen.until("another focused line", (lines) => focusOn(lines) !== before)
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

/** Returns the identifiers of the visible table rows, or `undefined` if a row is not loaded yet. */
const rowsOn = (lines: Lines, request: ScenarioRequest): Lines | undefined => {
  const from = lines.findIndex((line) => /^│ {3}(CREATED|DATE) /.test(line))
  const to = lines.findIndex((line, index) => index > from && line.startsWith("└"))
  const rows = lines.slice(from + 1, to).filter((line) => /^│ [ ▶] \S/.test(line))
  if (from === -1 || rows.some((row) => row.includes("not loaded") || row.includes("loading"))) return undefined
  const identifier = request._tag === "ListNotices" ? /\b(\d{8})\b(?=  )/ : /(\(\d{3}\) \d{3}-\d{4})/
  return rows.flatMap((row) => identifier.exec(row)?.[1]?.replaceAll(/\D/g, "") ?? [])
}

const position = /row (\d[\d,]*)(?: of (\d[\d,]*))?/

/** Returns the row of the cursor, and whether it is the last one. */
const positionOn = (lines: Lines): { readonly row: string; readonly isLast: boolean } => {
  const shown = lines.findLast((line) => position.test(line) || line.includes("no rows")) ?? ""
  const [, row = "", total] = position.exec(shown) ?? []
  return { row, isLast: shown.includes("no rows") || (total !== undefined && row === total) }
}

/** Returns the number of loaded rows from the title of the table: "50 of 130", or "50" if the total is unknown. */
const loadedOn = (lines: Lines): string => /· (\d[\d,]*(?: of \d[\d,]*)?) loaded/.exec(lines.join("\n"))?.[1] ?? ""

/** Presses Page Down until the cursor is on the last row. */
const scrollThrough = Effect.fnUntraced(function* (
  screen: Screen,
  request: ScenarioRequest
): Effect.fn.Return<Outcome, ScreenTimeout> {
  const identifiers = new Set<string>()
  for (;;) {
    const lines = yield* screen.until(
      "loaded rows, no rows, or a failure",
      (lines) =>
        failureOn(lines) !== undefined ||
        (positionOn(lines).row !== "" && rowsOn(lines, request) !== undefined) ||
        includes("no rows")(lines)
    )
    const failure = failureOn(lines)
    if (failure !== undefined) return refused(failure)
    for (const identifier of rowsOn(lines, request) ?? []) identifiers.add(identifier)
    const { row, isLast } = positionOn(lines)
    if (isLast) {
      const rows = row === "" ? "0" : row
      yield* screen.until(`${rows} of ${rows} rows`, (lines) => loadedOn(lines) === `${rows} of ${rows}`)
      return records([...identifiers])
    }
    yield* screen.press(keys.pageDown)
    yield* screen.until("another row", (lines) => {
      const next = positionOn(lines)
      return next.isLast || next.row !== row || failureOn(lines) !== undefined
    })
  }
})

const isLoading = includes("Esc cancels")
const hasFailed = (lines: Lines): boolean => failureOn(lines) !== undefined

/** Presses Page Down until rows are loading. */
const loadMore = Effect.fnUntraced(function* (screen: Screen): Effect.fn.Return<void, ScreenTimeout> {
  yield* screen.until("loaded rows", (lines) => /^[1-9]/.test(loadedOn(lines)) || hasFailed(lines))
  for (let lines = screen.lines(); !isLoading(lines) && !hasFailed(lines); lines = screen.lines()) {
    const { row } = positionOn(lines)
    yield* screen.press(keys.pageDown)
    yield* screen.until("another row", (lines) => isLoading(lines) || hasFailed(lines) || positionOn(lines).row !== row)
  }
})

/** Cancels a request with Esc, checks that loaded rows stay, continues loading, and returns to the first row. */
const cancelAndContinue = Effect.fnUntraced(function* (
  screen: Screen,
  { request, cancels }: Scenario,
  { requests }: SampleService
): Effect.fn.Return<void, ScreenTimeout | CallNotCanceled> {
  if (cancels === undefined) return
  yield* Effect.raceFirst(loadMore(screen), requests(request, cancels.during))
  if (hasFailed(screen.lines())) return
  yield* requests(request, cancels.during)
  const before = loadedOn(yield* screen.until("that Esc cancels", isLoading))
  yield* screen.press(keys.escape)
  const after = loadedOn(yield* screen.until("that it was canceled", includes("Canceled. Press r to continue.")))
  if (after !== before) return yield* new CallNotCanceled({ found: `"${after}" rows are loaded, not "${before}"` })
  yield* screen.press("r")
  yield* screen.until("more rows", (lines) => loadedOn(lines) !== before || hasFailed(lines))
  yield* screen.press(keys.home)
  yield* screen.until("the first row", (lines) => positionOn(lines).row === "1" || hasFailed(lines))
})

const isSettled = (lines: Lines): boolean =>
  failureOn(lines) !== undefined || includes(" loaded")(lines) || includes("no rows")(lines)

const run = Effect.fnUntraced(function* (scenario: Scenario) {
  const { setup, request } = scenario
  const service = yield* startSampleService(setup, "socket")
  const { flags, environment } = connectionArguments(service, setup, yield* temporaryFolder)
  const screen: Screen = yield* openScreen({ file: executable, args: ["tui", ...flags], environment, ...size })
  yield* screen.until("the complaints or a failure", isSettled)
  if (request._tag === "ListNotices") {
    yield* screen.press("2")
    yield* screen.until("the notices or a failure", (lines) => includes("NOTICES ·")(lines) && isSettled(lines))
  }
  const entries = entriesOf(request)
  if (entries.length > 0) {
    const isRefused = yield* applyFilter(screen, entries)
    if (isRefused) return refused("InvalidQuery")
  }
  yield* cancelAndContinue(screen, scenario, service)
  const outcome = yield* scrollThrough(screen, request)
  yield* assertStoppedReading(scenario, service.server)
  yield* assertNoKeyLeak(screen.sent())
  yield* assertOnlyOwnSequences(screen.sent())
  return outcome
}, Effect.scoped)

/** Fills in the form and applies it. Returns whether the form rejects the input. */
const applyFilter = Effect.fnUntraced(function* (
  screen: Screen,
  entries: ReadonlyArray<Entry>
): Effect.fn.Return<boolean, ScreenTimeout, Scope.Scope> {
  const isForm = includes("─ FILTER ·")
  yield* screen.press("f")
  yield* screen.until("the filter form", isForm)
  for (const entry of entries) yield* fill(screen, entry)
  yield* screen.press(keys.apply)
  const lines = yield* screen.until(
    "the filter applied or rejected",
    (lines) => !isForm(lines) || includes("│ ✗ ")(lines)
  )
  return isForm(lines)
})

/** Whether the form has other fields for a filter: it has no single dates, only both ends of a range. */
const hasNoFieldFor = (request: ScenarioRequest): boolean => {
  if (request._tag !== "ListComplaints") return false
  const { areaCode, createdDate, createdFrom, createdTo, robocall, state, violationDate, violationFrom } = request.input
  const others = [areaCode, createdFrom, createdTo, robocall, state]
  const isCreatedDateWithOthers = createdDate !== undefined && others.some((value) => value !== undefined)
  return isCreatedDateWithOthers || (violationDate !== undefined && violationFrom !== undefined)
}

/** Whether a fault changes which records a page contains. */
const changesPages = ({ do: kind, on, status }: Fault): boolean =>
  ["overlap", "duplicate", "mutate"].includes(kind) ||
  (kind === "status" && status === 200 && on?.requests !== undefined)

const unsupported = (scenario: Scenario): Option.Option<string> => {
  const { stopsReading, setup, request, outcome, needsVirtualTime } = scenario
  const rawOnly = rawOnlyReason(scenario)
  if (Option.isSome(rawOnly)) return rawOnly
  if (needsVirtualTime === true) return Option.some("it would wait in real time")
  const { copies = 1, doubles = 0, overlaps = 0, shifted = 0 } = setup.quirks
  if (copies > 1 || doubles > 0) return Option.some("it identifies rows by number, and duplicates have the same one")
  const isChanged = overlaps > 0 || shifted > 0 || (setup.faults.some(changesPages) && outcome._tag === "Records")
  const isStalled = outcome._tag === "Refused" && outcome.reason === "WalkStalled"
  if (stopsReading !== undefined || isChanged || isStalled) return Option.some("the screen does not walk lists")
  if (request._tag === "GetComplaint" || request._tag === "GetNotice") {
    return Option.some("the screen cannot request a record by id")
  }
  if (setup.key === "none") return Option.some("without a key it shows the sample data")
  const { input } = request
  const hasPages = input.limit !== undefined || input.offset !== undefined
  if (hasPages || (!request.all && outcome._tag === "Records")) {
    return Option.some("the screen chooses its pages")
  }
  return hasNoFieldFor(request) ? Option.some("the form has no field for it") : Option.none()
}

/** Runs scenarios in the terminal UI of the built executable, in a pseudo-terminal, with key presses. */
export const terminal: Driver = { name: "the terminal UI, by keys and screen", unsupported, run }
