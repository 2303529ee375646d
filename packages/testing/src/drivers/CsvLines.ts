import { Data, Effect } from "effect"
import { type Outcome } from "../Scenario.ts"

/** CSV output whose records differ from those of the JSON output. */
class CsvMismatch extends Data.TaggedError("CsvMismatch")<{ readonly found: string; readonly text: string }> {
  override get message(): string {
    return `The CSV output differs from the JSON output: ${this.found}. The CSV is\n${this.text.slice(0, 2000)}`
  }
}

/** A cell, quoted or not, and its terminator. Quotes within a quoted cell are doubled. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy

/** Splits CSV into lines of cells (RFC 4180). `rest` is the first part that is not valid CSV and all that follows. */
const linesOf = (text: string): { readonly lines: ReadonlyArray<ReadonlyArray<string>>; readonly rest: string } => {
  const lines: Array<Array<string>> = [[]]
  let end = 0
  for (const [whole, written = "", after] of text.matchAll(cell)) {
    end += whole.length
    lines.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (after !== ",") lines.push([])
  }
  return { lines: lines.slice(0, -1), rest: text.slice(end) }
}

/** Fails if the CSV output is not valid or does not have the same records as the outcome. */
export const assertSameRecords = (text: string, outcome: Outcome): Effect.Effect<void, CsvMismatch> => {
  const { lines, rest } = linesOf(text)
  const [header = [], ...rows] = lines
  const column = header.findIndex((name) => name === "Company_Phone_Number" || name === "transactionNumber")
  const identifiers = rows.map((row) => row[column] ?? "")
  const fail = (found: string): Effect.Effect<void, CsvMismatch> => Effect.fail(new CsvMismatch({ found, text }))
  if (rest !== "") return fail(`it is invalid starting with ${JSON.stringify(rest.slice(0, 100))}`)
  if (rows.some(({ length }) => length !== header.length)) return fail("a line has the wrong number of cells")
  const expected = outcome._tag === "Records" ? outcome.identifiers : []
  return identifiers.join() === expected.join() ? Effect.void : fail(`its records are ${identifiers.join()}`)
}
