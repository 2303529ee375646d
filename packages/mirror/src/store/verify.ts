import type { DayProblem, Verification } from "../MirrorStatus.ts"
import { dateOf } from "./civil.ts"
import { type Database, hex, integer, type Row, text } from "./Database.ts"
import { digestOf } from "./writeDay.ts"
import { calls, rollUps } from "./rollUps.ts"
import { recordsOfDay } from "./storedComplaint.ts"
import type { Steps } from "./steps.ts"

/** `counts` compares the numbers of records, `contents` also the records themselves and SQLite's own structures. */
export type VerifyDepth = "counts" | "contents"

const countsIn = (db: Database, table: string, day: number) => {
  const sums = db.first(`select sum(records) as records, sum(reports) as reports from ${table} where day = ?`, day)
  return { records: integer(sums, "records"), reports: integer(sums, "reports") }
}

/** Returns the first difference between the ledger and the tables of a day. */
const wrongCount = (db: Database, day: number, ledger: Row): string | undefined => {
  const records = integer(ledger, "records")
  const reports = records - integer(ledger, "duplicates")
  const stored = countsIn(db, calls, day)
  if (stored.records !== records) return `it has ${stored.records} records instead of ${records}`
  if (stored.reports !== reports) return "its equal records are counted wrong"
  const wrong = rollUps.find(({ name }) => {
    const counts = countsIn(db, name, day)
    return counts.records !== records || counts.reports !== reports
  })
  return wrong === undefined ? undefined : `its counts in the table ${wrong.name} are wrong`
}

/** Returns the message of SQLite about a page that it cannot read. Throws any other error again. */
const messageOf = (cause: unknown): string => {
  if (cause instanceof Error && "errcode" in cause) return cause.message
  throw cause
}

/** Returns what is wrong with a day. */
function* problemOf(db: Database, ledger: Row, depth: VerifyDepth): Steps<string | undefined> {
  const day = integer(ledger, "day")
  try {
    const wrong = wrongCount(db, day, ledger)
    if (wrong !== undefined || depth === "counts") return wrong
    yield undefined
    const digest = digestOf(yield* recordsOfDay(db, day))
    return digest === hex(ledger, "digest") ? undefined : "its records are not those that were written"
  } catch (cause) {
    return `it cannot be read (${messageOf(cause)})`
  }
}

/** Returns the rows of the ledger, or why it cannot be read. */
const ledgerOf = (db: Database): { readonly days: ReadonlyArray<Row>; readonly problem: ReadonlyArray<string> } => {
  try {
    return { days: db.rows("select * from days order by day"), problem: [] }
  } catch (cause) {
    return { days: [], problem: [`The list of days cannot be read (${messageOf(cause)}).`] }
  }
}

/** Compares every day with the ledger. **Gotchas** SQLite's own check, at the end of `contents`, runs in one piece. */
export function* verifyDays(db: Database, depth: VerifyDepth): Steps<Verification> {
  const { days: ledger, problem } = ledgerOf(db)
  const damaged: Array<DayProblem> = []
  for (const [index, row] of ledger.entries()) {
    const why = yield* problemOf(db, row, depth)
    if (why !== undefined) damaged.push({ day: dateOf(integer(row, "day")), why })
    yield index / ledger.length
  }
  return { days: ledger.length, damaged, problems: [...problem, ...(depth === "counts" ? [] : problemsOfFile(db))] }
}

const problemsOfFile = (db: Database): ReadonlyArray<string> => {
  try {
    const lines = db.rows("pragma integrity_check(20)").flatMap((row) => text(row, "integrity_check").split("\n"))
    return lines.filter((line) => line !== "ok" && !line.startsWith("***"))
  } catch (cause) {
    return [messageOf(cause)]
  }
}
