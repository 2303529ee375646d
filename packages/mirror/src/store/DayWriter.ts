import { sha256 } from "@public-records/files/sha256"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { compareValues } from "./compareValues.ts"
import { dateOf, secondsOf, secondsPerDay } from "./civil.ts"
import { type Database, integer, text } from "./Database.ts"
import { fillSql, rollUps } from "./rollUps.ts"
import { idBytes, oddValues, robocallCode } from "./storedComplaint.ts"
import type { Steps } from "./steps.ts"

/** Ledger entry of a day, without the counts of its records. */
export interface DayEntry {
  readonly state: DayState
  readonly source: DaySource
  /** The file name or the base URL that the day was read from. */
  readonly origin: string
  /** The total that the source reported, or `null` if it reported none. */
  readonly claimed: number | null
  /** ISO 8601 */
  readonly fetchedAt: string
  /** The `digestOf` the records. */
  readonly digest: Uint8Array
}

/** Rows are written in pieces of this many, about 1 ms each. */
const rowsPerStep = 100

/** Sorts complaints in the documented order: by creation, ties by id. */
const inOrder = (complaints: ReadonlyArray<PlainComplaint>): ReadonlyArray<PlainComplaint> =>
  complaints.toSorted(
    (left, right) => compareValues(left.createdDate, right.createdDate) || compareValues(left.id, right.id)
  )

/** Returns the SHA-256 of the contents of a day. It does not depend on ids or on the order of records. */
export const digestOf = (complaints: ReadonlyArray<PlainComplaint>): Uint8Array =>
  sha256(complaints.map(rowText).toSorted().join("\u001E"))

/** The codes of the names in a lookup table. Adds a code for each new name. */
class Codes {
  readonly #db: Database
  readonly #table: string
  #codes: Map<string, number> | undefined

  constructor(db: Database, table: string) {
    this.#db = db
    this.#table = table
  }

  of(name: string): number {
    const codes = (this.#codes ??= this.#load())
    const known = codes.get(name)
    if (known !== undefined) return known
    const code = codes.size
    this.#db.run(`insert into ${this.#table} values(?, ?, ?)`, code, name, name.toLowerCase())
    codes.set(name, code)
    return code
  }

  /** Discards the known codes, because the transaction that added them was rolled back or another process added some. */
  forget(): void {
    this.#codes = undefined
  }

  #load(): Map<string, number> {
    const rows = this.#db.rows(`select code, name from ${this.#table}`)
    return new Map(rows.map((row) => [text(row, "name"), integer(row, "code")]))
  }
}

/** Writes days. Use it within a transaction of the connection. */
export class DayWriter {
  readonly #db: Database
  readonly #states: Codes
  readonly #cities: Codes
  readonly #subjects: Codes

  constructor(db: Database) {
    this.#db = db
    this.#states = new Codes(db, "states")
    this.#cities = new Codes(db, "cities")
    this.#subjects = new Codes(db, "subjects")
  }

  /** Discards what was remembered of a transaction that was rolled back. */
  forget(): void {
    for (const codes of [this.#states, this.#cities, this.#subjects]) codes.forget()
  }

  /** Replaces a day: its records in any order, its roll-ups and its ledger row. */
  *replaceDay(day: number, complaints: ReadonlyArray<PlainComplaint>, entry: DayEntry): Steps<void> {
    for (const table of ["calls", ...rollUps.map(({ name }) => name)]) {
      this.#db.run(`delete from ${table} where day = ?`, day)
      yield undefined
    }
    const copies = new Map<string, number>()
    for (const [position, complaint] of inOrder(complaints).entries()) {
      const content = rowText(complaint)
      const copy = copies.get(content) ?? 0
      copies.set(content, copy + 1)
      this.#insert(day, position, complaint, copy)
      if (position % rowsPerStep === 0) yield undefined
    }
    for (const rollUp of rollUps) {
      this.#db.run(fillSql(rollUp), day)
      yield undefined
    }
    this.#record(day, entry)
  }

  #insert(day: number, position: number, complaint: PlainComplaint, copy: number): void {
    this.#db.run(
      "insert into calls values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      day,
      position,
      secondsOf(complaint.createdDate) - day * secondsPerDay,
      complaint.companyPhoneNumber === "" ? null : complaint.companyPhoneNumber,
      secondsOf(complaint.violationDate),
      this.#states.of(complaint.consumerState),
      this.#cities.of(complaint.consumerCity),
      complaint.consumerAreaCode,
      this.#subjects.of(complaint.subject),
      robocallCode(complaint.recordedMessageOrRobocall),
      copy,
      idBytes(complaint.id),
      oddValues(complaint)
    )
  }

  #record(day: number, { claimed, digest, fetchedAt, origin, source, state }: DayEntry): void {
    this.#db.run(
      `insert or replace into days select ?, ?, ?, ?, ?, count(*), ifnull(sum(copy > 0), 0), ifnull(sum(robocall is 1), 0),
      ifnull(sum(robocall is 0), 0), ?, (select count(*) from aside where day = ?), ?, null, ?, 0 from calls where day = ?`,
      day,
      dateOf(day),
      state,
      source,
      origin,
      claimed,
      day,
      digest,
      fetchedAt,
      day
    )
  }
}
