import { Result } from "effect"
import { complaintFromRow } from "./complaintRecords.ts"
import { FileDateOrder } from "./dateOrder.ts"
import type { FileFacts } from "./FileFacts.ts"
import type { ComplaintRow } from "./PlainComplaint.ts"

/** The maximum number of rows that wait for a date that proves the order of day and month. */
const maxWaiting = 50_000

/** The values of a row in the order of `dailyColumns`, its text, and its line. */
export interface ValuesInFile {
  readonly row: ReadonlyArray<string>
  readonly text: string
  readonly line: number
}

/** Converts the rows of a daily file. */
export class ComplaintRows {
  readonly #facts: FileFacts
  readonly #add: (row: ComplaintRow) => void
  readonly #reject: (values: ValuesInFile, reason: string) => void
  readonly #order: FileDateOrder
  /** The rows since the first one whose date needs an order that is not known. */
  #waiting: Array<ValuesInFile> = []
  #last: { readonly row: ComplaintRow; readonly values: ValuesInFile } | undefined

  constructor(
    facts: FileFacts,
    add: (row: ComplaintRow) => void,
    reject: (values: ValuesInFile, reason: string) => void
  ) {
    this.#facts = facts
    this.#add = add
    this.#reject = reject
    this.#order = new FileDateOrder(facts.path)
  }

  take(values: ValuesInFile): void {
    const [, created = "", violation = ""] = values.row
    const isCreatedOpen = this.#order.see(created, values.line)
    const needsOrder = this.#order.see(violation, values.line) || isCreatedOpen
    if (this.#waiting.length === 0 && (!needsOrder || this.#order.known !== undefined)) return this.#convert(values)
    this.#waiting.push(values)
    if (this.#order.known !== undefined || this.#waiting.length === maxWaiting) this.#convertWaiting()
  }

  /** Passes on the last row, unless it is in the last line of the file and ends within it. */
  end(lastLine: number, endsWithLine: boolean): void {
    this.#convertWaiting()
    if (this.#last === undefined) return
    const { row, values } = this.#last
    const isCutOff = values.line === lastLine && !endsWithLine && !/^[YN]$/.test(row.recordedMessageOrRobocall)
    if (isCutOff) this.#reject(values, "the file ends within the row")
    else this.#add(row)
  }

  #convertWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length > 0 && this.#order.known === undefined) {
      this.#order.assume(waiting.map(({ row: [, created = ""] }) => created))
    }
    for (const values of waiting) this.#convert(values)
  }

  /** Passes on each row when the next one comes, because the last one may be cut off. */
  #convert(values: ValuesInFile): void {
    const row = complaintFromRow(values.row, { newest: this.#facts.newest, order: this.#order.known })
    if (Result.isFailure(row)) return this.#reject(values, row.failure)
    if (this.#last !== undefined) this.#add(this.#last.row)
    this.#last = { row: row.success, values }
  }
}
