import { type Change } from "../rules/Breakage.ts"

/** What a bug is in. */
export type Part = "core" | "server" | "executable" | "terminal UI"

/** A mistake as somebody could make it: a text of a source file, and what stands there with the bug. */
export interface Bug {
  readonly part: Part
  /** What goes wrong, in a few words. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  readonly changes: ReadonlyArray<Change>
}

const bugIn =
  (part: Part, folder: string) =>
  (name: string, file: string, ...changes: readonly [Change, ...ReadonlyArray<Change>]): Bug => ({
    part,
    name,
    file: `${folder}/${file}`,
    changes
  })

const core = bugIn("core", "packages/core/src")
const server = bugIn("server", "packages/server/src")
const executable = bugIn("executable", "apps/cli/src")
const exporting = bugIn("executable", "packages/export/src")
const terminalUi = bugIn("terminal UI", "apps/tui/src")

/** Bugs in each part, of which some show in a single driver only. */
export const bugs: ReadonlyArray<Bug> = [
  core("a walk leaves out the first new record of each page", "walk/AnchoredReader.ts", [
    "page.records.filter(({ id }) => ids.delete(id))",
    "page.records.filter(({ id }) => ids.delete(id)).slice(1)"
  ]),
  core("the parameter of area codes is misspelt", "queries/ComplaintQuery.ts", [
    'areaCode: "area_code"',
    'areaCode: "areacode"'
  ]),
  core("a text to be contained is sent without its operator", "queries/NoticeQuery.ts", [
    '        ["filter[title][operator]", "CONTAINS"],\n',
    ""
  ]),
  core("an answer that is cut short is not asked for again", "client/failures.ts", [
    "catch: () => notAnswered(notJson(text))",
    'catch: () => failed(new UnexpectedAnswer({ said: "its answer is cut short" }))'
  ]),
  core("a request that nobody waits for any more goes on", "client/singleFlight.ts", [
    "if (shared.callers === 0) yield* stop(key, shared)",
    "if (shared.callers < 0) yield* stop(key, shared)"
  ]),
  server("is_robocall is read the wrong way round", "complaints/ComplaintParameters.ts", [
    'if (value === "true") return Result.succeed("Y")',
    'if (value === "true") return Result.succeed("N")'
  ]),
  server("the last day of a range is left out", "complaints/ComplaintParameters.ts", [
    '`${name}_to`, "23:59:59"',
    '`${name}_to`, "00:00:00"'
  ]),
  server("the last page is one record short", "store/ComplaintStore.ts", [
    "positions.subarray(Math.max(0, start),",
    "positions.subarray(Math.max(1, start),"
  ]),
  executable("--city is not passed on", "commands/complaintsList.ts", [
    "ComplaintQuery.fromInput)",
    "(input) => ComplaintQuery.fromInput({ ...input, city: undefined }))"
  ]),
  executable("--max stops one record too late", "listRecords.ts", [
    "Stream.take(found.records, max)",
    "Stream.take(found.records, max + 1)"
  ]),
  executable("Ctrl-C ends with the exit code of success", "ProgramSignals.ts", ["SIGINT: 130", "SIGINT: 0"]),
  exporting("quotation marks in CSV are not doubled", "csv.ts", [`cell.replaceAll('"', '""')`, "cell"]),
  executable("a record that is not found ends with the exit code of a refusal", "CommandFailure.ts", [
    "NotFound: exitCodes.notFound",
    "NotFound: exitCodes.refused"
  ]),
  terminalUi("the form forgets the city", "complaints/form.ts", [
    'state: valueOf(values, "state"), city: valueOf(values, "city")',
    'state: valueOf(values, "state")'
  ]),
  terminalUi("what Esc stops begins anew at once", "collection/derived.ts", [
    "Option.filter(near, ({ offset }) => !Option.contains(cancelled, pageOfRow(offset)))",
    "near"
  ]),
  terminalUi("one row too many is said to be loaded", "collection/RowStore.ts", [
    "(sum, held) => sum + held.length, 0)",
    "(sum, held) => sum + held.length, 1)"
  ]),
  terminalUi("the form's orders are the wrong way round", "form/formQuery.ts", [
    '{ value: "DESC", label: "newest first" },\n    { value: "ASC", label: "oldest first" }',
    '{ value: "ASC", label: "newest first" },\n    { value: "DESC", label: "oldest first" }'
  ]),
  terminalUi("the first row of a page is not shown", "collection/RowStore.ts", [
    "  ...page.records.map((record)",
    "  ...page.records.slice(1).map((record)"
  ])
]
