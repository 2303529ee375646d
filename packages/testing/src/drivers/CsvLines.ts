import { Data, Effect } from "effect"
import { type Outcome } from "../Scenario.ts"

/** A CSV file does not hold what the same question brings as JSON. */
class CsvDiffers extends Data.TaggedError("CsvDiffers")<{ readonly found: string; readonly text: string }> {
  override get message(): string {
    return `The CSV is another answer than the JSON: ${this.found}. It is\n${this.text.slice(0, 2000)}`
  }
}

/** A cell, quoted or not, and what ends it; quotation marks within a quoted cell are doubled. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy

/** The lines of a file as RFC 4180 has them, each as its cells; what is no such file leaves a rest. */
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

/** Fails where a CSV file is not whole, or has other records than those that came as JSON. */
export const mustBeTheSame = (text: string, outcome: Outcome): Effect.Effect<void, CsvDiffers> => {
  const { lines, rest } = linesOf(text)
  const [header = [], ...rows] = lines
  const column = header.findIndex((name) => name === "Company_Phone_Number" || name === "transactionNumber")
  const marks = rows.map((row) => row[column] ?? "")
  const fail = (found: string): Effect.Effect<void, CsvDiffers> => Effect.fail(new CsvDiffers({ found, text }))
  if (rest !== "") return fail(`no line of CSV is ${JSON.stringify(rest.slice(0, 100))}`)
  if (rows.some(({ length }) => length !== header.length)) return fail("a line has not a cell for each column")
  const expected = outcome._tag === "Records" ? outcome.marks : []
  return marks.join() === expected.join() ? Effect.void : fail(`its records are ${marks.join()}`)
}
