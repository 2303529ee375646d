import { readFileSync } from "node:fs"
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite"
import { columns, rowsOf } from "../complaintRows.ts"

type Query = Readonly<Record<string, string>>
type Row = Readonly<Record<string, SQLOutputValue>>

const table = `create table complaints (
  ordinal integer primary key, id text not null, phone text, created text not null, violation text not null,
  city text collate nocase, state text collate nocase, area text, subject text, robocall text)`

// Each question finds its rows in one index, in the order of creation. A range of violations has to be sorted.
const indexes = [
  "create unique index by_id on complaints (id)",
  "create index by_created on complaints (created)",
  "create index by_violation on complaints (violation, created)",
  "create index by_state on complaints (state, created)",
  "create index by_city on complaints (state, city, created)",
  "analyze"
]

const databaseFrom = (csvFile: string): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  database.exec(table)
  const insert = database.prepare(
    "insert into complaints values (null, lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?, ?, ?)"
  )
  database.exec("begin")
  for (const row of rowsOf(readFileSync(csvFile, "utf8"))) insert.run(...columns.map((column) => row[column]))
  database.exec("commit")
  for (const index of indexes) database.exec(index)
  return database
}

const conditions: ReadonlyArray<readonly [parameter: string, condition: string]> = [
  ["created_date_from", "created >= ?"],
  ["created_date_to", "created <= ?"],
  ["violation_date_from", "violation >= ?"],
  ["violation_date_to", "violation <= ?"],
  ["state", "state = ?"],
  ["city", "city = ?"]
]

const recordOf = (row: Row, origin: string) => ({
  type: "dnc_complaint",
  id: row["id"],
  attributes: {
    "company-phone-number": row["phone"],
    "created-date": row["created"],
    "violation-date": row["violation"],
    "consumer-city": row["city"],
    "consumer-state": row["state"],
    "consumer-area-code": row["area"],
    subject: row["subject"],
    "recorded-message-or-robocall": row["robocall"]
  },
  relationships: [],
  meta: [],
  links: { self: `${origin}${String(row["id"])}` }
})

const envelope = (rows: ReadonlyArray<Row>, total: number, self: string, origin: string) => ({
  data: rows.map((row) => recordOf(row, origin)),
  meta: { "records-this-page": rows.length, "records-total": total },
  links: { self }
})

/** Complaints in SQLite, with an index for each question and prepared statements. */
export class SqliteComplaints {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(csvFile: string) {
    this.#database = databaseFrom(csvFile)
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  list(query: Query, self: string, origin: string) {
    const given = conditions.filter(([parameter]) => query[parameter] !== undefined)
    const values = given.map(([parameter]) => (query[parameter] ?? "").replaceAll('"', ""))
    const where = given.length === 0 ? "" : ` where ${given.map(([, condition]) => condition).join(" and ")}`
    const order = query["sort_order"] === "ASC" ? "asc" : "desc"
    const total = this.#prepared(`select count(*) as total from complaints${where}`).get(...values)
    const rows = this.#prepared(
      `select * from complaints${where} order by created ${order}, ordinal ${order} limit ? offset ?`
    ).all(...values, Number(query["items_per_page"]), Number(query["offset"]))
    return envelope(rows, Number(total?.["total"]), self, origin)
  }

  single(id: string, self: string, origin: string) {
    const rows = this.#prepared("select * from complaints where id = ?").all(id)
    return envelope(rows, rows.length, self, origin)
  }
}
