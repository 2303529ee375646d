import { hash } from "node:crypto"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { dateOf, secondsOf, secondsPerDay } from "./civil.ts"
import { type Database, integer, text } from "./Database.ts"
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

const compareIds = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Sorts complaints in the documented order: by creation, ties by id. */
const inOrder = (complaints: ReadonlyArray<PlainComplaint>): ReadonlyArray<PlainComplaint> =>
  complaints.toSorted((left, right) => compareIds(left.createdDate, right.createdDate) || compareIds(left.id, right.id))

/** Returns the SHA-256 of the contents of a day. It does not depend on ids or on the order of records. */
export const digestOf = (complaints: ReadonlyArray<PlainComplaint>): Uint8Array =>
  hash("sha256", complaints.map(rowText).toSorted().join("\u001E"), "buffer")

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

const dayTables = ["daily", "daily_area", "daily_city", "daily_called", "daily_hour", "daily_call_hour", "calls"]

// The remainder of a negative number is negative in SQLite: calls before 1970.
const calledSecond = "((called % 86400 + 86400) % 86400)"
const calledDay = `((called - ${calledSecond}) / 86400)`

/** Fills the roll-ups of a day from its calls. A `reports` counts equal complaints once. An hour of -1 is unknown. */
const rollUps = [
  "insert into daily select day, state, subject, ifnull(robocall, 2), count(*), sum(copy = 0) from calls where day = ? group by 2, 3, 4",
  "insert into daily_area select day, area, count(*), sum(copy = 0) from calls where day = ? group by 2",
  "insert into daily_city select day, city, state, count(*), sum(copy = 0) from calls where day = ? group by 2, 3",
  `insert into daily_called select day, ${calledDay}, count(*), sum(copy = 0) from calls where day = ? group by 2`,
  "insert into daily_hour select day, second / 3600, subject, ifnull(robocall, 2), count(*), sum(copy = 0) from calls where day = ? group by 2, 3, 4",
  `insert into daily_call_hour select day, iif(${calledSecond} = 0, -1, ${calledSecond} / 3600), subject, ifnull(robocall, 2),
  count(*), sum(copy = 0) from calls where day = ? group by 2, 3, 4`
]

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
    for (const table of dayTables) {
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
    for (const sql of rollUps) {
      this.#db.run(sql, day)
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
