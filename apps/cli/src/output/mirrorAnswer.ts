import { csvLine } from "@public-records/export/csv"
import { type MirrorCoverage, type DayRange } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { strictCheckFailed } from "../CommandFailure.ts"
import { type AnswerFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { formatValue } from "./recordColumns.ts"
import { defaultWidth, printerOptions } from "./printers.ts"
import { printedJson, write } from "./StandardOutput.ts"
import { makeStatusOutput, type StatusOutput } from "./StatusOutput.ts"

/** An answer of a mirror in every format. */
export interface PrintedAnswer<Row> {
  /** The object of `json`, with its coverage. */
  readonly json: object
  /** The lines of `ndjson` and of `csv`. */
  readonly rows: ReadonlyArray<Row>
  /** The columns of `csv`. */
  readonly columns: ReadonlyArray<readonly [name: string, value: (row: Row) => unknown]>
  /** The text for people, for a width in cells. In a pipe, `tableWidth` is `undefined`: no table is truncated. */
  readonly text: (width: number, tableWidth: number | undefined) => string
  /** A sentence about the records behind the answer. */
  readonly basis: string
  /** Which records the answer lacks, or "". */
  readonly gap: string
}

const dayMillis = 86_400_000

const daysIn = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMillis + 1

export const rangeText = ({ from, to }: DayRange): string => (from === to ? from : `${from} to ${to}`)

const maxNamed = 5

/** Names the first days of a list. */
export const named = (days: ReadonlyArray<string>): string =>
  days.slice(0, maxNamed).join(", ") + (days.length > maxNamed ? ` and ${grouped(days.length - maxNamed)} more` : "")

export const missingDays = ({ missing }: Pick<MirrorCoverage, "missing">): number =>
  missing.reduce((sum, range) => sum + daysIn(range), 0)

/** Returns the days that an answer lacks as part of a sentence, or "". */
const gapText = ({ complete, missing, partial, unpublished }: MirrorCoverage): string => {
  if (complete + partial.length + missing.length + unpublished.length === 0) return "every day"
  const lacking = [
    missing.length === 0
      ? ""
      : `${counted(missingDays({ missing }), "day", "days")} (${named(missing.map(rangeText))})`,
    partial.length === 0 ? "" : `parts of ${counted(partial.length, "day", "days")} (${named(partial)})`
  ]
  return lacking.filter((text) => text !== "").join(" and ")
}

/** Returns the sentence about the days of an answer. */
const basisText = (coverage: MirrorCoverage): string => {
  const { complete, from, partial, to, unpublished } = coverage
  const present = complete + partial.length
  const gaps = unpublished.length === 0 ? "" : ` Not published: ${named(unpublished.map(rangeText))}.`
  if (from === null || to === null || present === 0) return `The mirror has no day of this range.${gaps}`
  const all = present + missingDays(coverage)
  const days = all === present ? counted(all, "day", "days") : `${grouped(present)} of ${counted(all, "day", "days")}`
  const incomplete = partial.length === 0 ? "" : `, ${grouped(partial.length)} of them partial`
  return `Based on ${days}${all === 1 ? "" : ` from ${rangeText({ from, to })}`}${incomplete}.${gaps}`
}

/** Returns the members of an answer that say what it is based on: the days, and the filter in words. */
export const covered = (
  { coverage, note }: { readonly coverage: MirrorCoverage; readonly note: string },
  filter = ""
) => {
  const { complete, from, missing, newest, partial, to, unpublished } = coverage
  const filtered = filter === "" ? "" : ` Filter: ${safeText(filter)}.`
  return {
    json: {
      coverage: { from, to, complete, partial, missing, unpublished, newest },
      note,
      ...(filter === "" ? {} : { filter })
    },
    basis: `Reported by consumers, not verified; caller ID is often forged. ${basisText(coverage)}${filtered}`,
    gap: gapText(coverage)
  }
}

export const makeAnswerStatus = Effect.fnUntraced(function* ({ quiet }: Pick<AnswerFlags, "quiet">) {
  const host = yield* Host
  return makeStatusOutput(host, { quiet, showsProgress: host.stderr.isTTY && !quiet })
})

/** Prints rows in a format for programs, or a text for people. */
export const printRows = Effect.fnUntraced(function* <Row>(
  flags: Pick<AnswerFlags, "format">,
  { columns, json, rows, text }: Pick<PrintedAnswer<Row>, "columns" | "json" | "rows" | "text">
) {
  const { stdout } = yield* Host
  const { format, width: tableWidth } = yield* printerOptions({ ...flags, spreadsheetSafe: false })
  const cell = (value: unknown): string => (stdout.isTTY ? safeText(formatValue(value)) : formatValue(value))
  const texts = {
    table: () => text(tableWidth ?? defaultWidth, tableWidth),
    json: () => `${printedJson(json, stdout, 2)}\n`,
    ndjson: () => rows.map((row) => `${printedJson(row, stdout)}\n`).join(""),
    csv: () => {
      const lines = rows.map((row) => columns.map(([, value]) => cell(value(row))))
      return [columns.map(([name]) => name), ...lines].map(csvLine).join("")
    }
  }
  yield* write(stdout, texts[format]())
  return format
})

const textWithBasis =
  <Row>({ basis, text }: PrintedAnswer<Row>): PrintedAnswer<Row>["text"] =>
  (width, tableWidth) =>
    text(width, tableWidth) + wrapped(basis, width)

/** Prints an answer and what it is based on. With `--strict`, fails if the mirror lacks records. */
export const printAnswer = Effect.fnUntraced(function* <Row>(
  flags: AnswerFlags,
  status: StatusOutput,
  answer: PrintedAnswer<Row>
) {
  const withBasis = { ...answer, text: textWithBasis(answer) }
  const format = yield* printRows(flags, withBasis)
  if (format === "ndjson" || format === "csv") yield* status.print(answer.basis)
  yield* checkStrict(flags, answer)
})

export const checkStrict = Effect.fnUntraced(function* (
  { strict }: AnswerFlags,
  { gap }: Pick<PrintedAnswer<never>, "gap">
) {
  if (!strict || gap === "") return
  return yield* strictCheckFailed(`The mirror lacks ${gap}.`, "Import them, or remove --strict.")
})

/** Breaks a text into lines of at most `width` cells. */
const wrapped = (text: string, width: number): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    if (line.length + 1 + word.length > width) lines.push(word)
    else lines.splice(-1, 1, line === "" ? word : `${line} ${word}`)
  }
  return lines.map((line) => `${line}\n`).join("")
}
