import type { ComplaintInput } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"
import type { Basis } from "./basis.ts"
import type { Chart } from "./charts/Chart.ts"

/** A question that a row leads to. The text is as the user typed it, or as it is in a record. */
export interface Question {
  readonly _tag: "Number" | "Party"
  readonly text: string
}

/** The effect of choosing a row. A screen gives it a key, a page a link. */
export type Target =
  | { readonly _tag: "Report"; readonly question: Question }
  | { readonly _tag: "Complaints"; readonly where: ComplaintInput }
  | { readonly _tag: "Notice"; readonly transactionNumber: string }
  | { readonly _tag: "Expand"; readonly section: string }

/** A sentence, or a line of a table if it has cells. The text may contain control characters, as may the cells. */
export interface Row {
  /** The sentence, or the first cell. */
  readonly text: string
  /** The cells after the first one. */
  readonly cells?: ReadonlyArray<string>
  /** The length of its bar. */
  readonly count?: number
  /** `true` if the count lacks days, so that its bar must not look like a full one. @default false */
  readonly isCut?: boolean
  readonly target?: Target
}

/** A part of an answer. */
export interface Section {
  readonly title: string
  /** The heading of each column of a table. */
  readonly header?: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  /** The rows that matter most if there are too many: the first or the last. @default all */
  readonly keep?: "first" | "last"
  /** `true` if a command draws the section as one line with the first rows. @default false */
  readonly brief?: boolean
  /** Sentences below the rows, or "". */
  readonly note?: string
}

/** The values of an answer for programs. */
export interface Data {
  readonly json: object
  /** The lines of NDJSON. */
  readonly rows: ReadonlyArray<object>
  /** The columns of CSV, and a line for each row. */
  readonly header: ReadonlyArray<string>
  readonly cells: ReadonlyArray<ReadonlyArray<unknown>>
}

/** An answer about local records, for every front end. Titles are in sentence case. */
export interface Answer {
  readonly title: string
  /** Sentences, the most important one first. */
  readonly summary: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  readonly basis: Basis
  readonly data: Data
  /** The picture of the answer, if it has one. */
  readonly chart?: Chart
}

/** Creates the values for programs. `names` are those of the columns, separated by spaces. */
export const dataOf = <Value extends object>(
  json: object,
  rows: ReadonlyArray<Value>,
  names: string,
  cellsOf: (row: Value) => ReadonlyArray<unknown>
): Data => ({ json, rows, header: names.split(" "), cells: rows.map(cellsOf) })

const most = { first: 10, last: 24 }

const sumOf = (rows: ReadonlyArray<Row>): number => rows.reduce((total, { count = 0 }) => total + count, 0)

/** Returns a section without the rows that matter least, if it has too many. One row then stands for all of them. */
export const folded = (section: Section): Section => {
  const { header = [], keep, rows, title } = section
  // A row that only leads to one other row would take its place.
  if (keep === undefined || rows.length <= most[keep] + 1) return section
  if (keep === "first") {
    const others = rows.slice(most.first)
    const text = `Show ${grouped(others.length)} more: ${counted(sumOf(others), "report", "reports")}`
    const more: Row = { text, target: { _tag: "Expand", section: title } }
    return { ...section, rows: [...rows.slice(0, most.first), more] }
  }
  const count = sumOf(rows.slice(0, -most.last))
  const cells = header.slice(1).map((_, column) => (column === header.length - 2 ? grouped(count) : ""))
  const earlier: Row = { text: "earlier", cells, count, target: { _tag: "Expand", section: title } }
  return { ...section, rows: [earlier, ...rows.slice(-most.last)] }
}
