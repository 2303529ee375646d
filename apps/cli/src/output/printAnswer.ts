import { type Answer, type Data } from "@public-records/answers/Answer"
import { type Basis } from "@public-records/answers/basis"
import { csvLine } from "@public-records/export/csv"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { strictCheckFailed } from "../CommandFailure.ts"
import { type AnswerFlags, type Format } from "../flags.ts"
import { Host } from "../Host.ts"
import { printerOptions } from "./printers.ts"
import { formatValue } from "./recordColumns.ts"
import { printedJson, write } from "./StandardOutput.ts"
import { makeStatusOutput, type StatusOutput } from "./StatusOutput.ts"

export const makeAnswerStatus = Effect.fnUntraced(function* ({ quiet }: Pick<AnswerFlags, "quiet">) {
  const host = yield* Host
  return makeStatusOutput(host, { quiet, showsProgress: host.stderr.isTTY && !quiet })
})

/** Prints values in a format for programs, or a text for people. In a pipe, the text gets no width: no table is truncated. */
export const printData = Effect.fnUntraced(function* (
  flags: { readonly format: Format | undefined },
  { cells, header, json, rows }: Data,
  text: (width: number | undefined) => string
) {
  const { stdout } = yield* Host
  const { format, width } = yield* printerOptions({ ...flags, spreadsheetSafe: false })
  const cell = (value: unknown): string => (stdout.isTTY ? safeText(formatValue(value)) : formatValue(value))
  const texts = {
    table: () => text(width),
    json: () => `${printedJson(json, stdout, 2)}\n`,
    ndjson: () => rows.map((row) => `${printedJson(row, stdout)}\n`).join(""),
    csv: () => [header, ...cells].map((line) => csvLine(line.map(cell))).join("")
  }
  yield* write(stdout, texts[format]())
  return format
})

/** **Fails with** exit code 6 if `--strict` does not allow the records that are missing. */
export const checkStrict = Effect.fnUntraced(function* (
  { strict = false }: { readonly strict?: boolean | undefined },
  { gap }: Pick<Basis, "gap">
) {
  if (!strict || gap === "") return
  return yield* strictCheckFailed(`The answer lacks ${gap}.`, "Import them, or remove --strict.")
})

type PrintedFlags = Pick<AnswerFlags, "quiet"> & {
  readonly format: Format | "svg" | undefined
  readonly strict?: boolean
}

/** Prints an answer with its basis, which is on standard error if the format has no place for it. */
export const printAnswer = Effect.fnUntraced(function* (flags: PrintedFlags, status: StatusOutput, answer: Answer) {
  const { format } = flags
  if (format === "svg") {
    const { picture } = yield* Effect.promise(() => import("@public-records/answers/svg/picture"))
    yield* write((yield* Host).stdout, picture(answer))
  } else {
    const { answerText } = yield* Effect.promise(() => import("./answerText.ts"))
    const printed = yield* printData({ format }, answer.data, (width) => answerText(answer, width))
    if (printed === "ndjson" || printed === "csv") {
      const found = answer.data.rows.length === 0 ? answer.summary.slice(0, 1).map(({ text }) => text) : []
      yield* Effect.forEach([...found, answer.basis.text], status.print)
    }
  }
  yield* checkStrict(flags, answer.basis)
})
