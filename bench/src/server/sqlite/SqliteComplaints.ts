import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite"
import { csvRows } from "./csvRows.ts"

type Query = Readonly<Record<string, string>>
type Row = Readonly<Record<string, SQLOutputValue>>

const table = `create table complaints (
  ordinal integer primary key, id text not null, phone text, created text not null, violation text not null,
  city text collate nocase, state text collate nocase, area text, subject text, robocall text)`

// Every documented combination finds its rows in one index, already in the order of creation; a range of calls has to be sorted.
const indexes = [
  "create unique index by_id on complaints (id)",
  "create index by_created on complaints (created)",
  "create index by_violation on complaints (violation, created)",
  "create index by_state on complaints (state, created)",
  "create index by_city on complaints (state, city, created)",
  "create index by_area on complaints (area, created)",
  "create index by_robocall on complaints (robocall, created)",
  "analyze"
]

const databaseFrom = (csv: string): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  database.exec(table)
  const insert = database.prepare(
    "insert into complaints values (null, lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?, ?, ?)"
  )
  database.exec("begin")
  for (const row of csvRows(csv)) insert.run(...row)
  database.exec("commit")
  for (const index of indexes) database.exec(index)
  return database
}

const unquoted = (value: string): string => (value.startsWith('"') ? value.slice(1, -1) : value)

const wholeMoment = (value: string, time: string): string => (value.length === 10 ? `${value} ${time}` : value)

/** For each parameter, its condition and what is compared. */
const conditions: ReadonlyArray<readonly [string, string, (value: string) => ReadonlyArray<string>]> = [
  ["created_date", "created between ? and ?", (day) => [`${day} 00:00:00`, `${day} 23:59:59`]],
  ["created_date_from", "created >= ?", (moment) => [wholeMoment(moment, "00:00:00")]],
  ["created_date_to", "created <= ?", (moment) => [wholeMoment(moment, "23:59:59")]],
  ["violation_date", "violation between ? and ?", (day) => [`${day} 00:00:00`, `${day} 23:59:59`]],
  ["violation_date_from", "violation >= ?", (moment) => [wholeMoment(moment, "00:00:00")]],
  ["violation_date_to", "violation <= ?", (moment) => [wholeMoment(moment, "23:59:59")]],
  ["state", "state = ?", (state) => [state]],
  ["city", "city = ?", (city) => [city]],
  ["area_code", "area = ?", (area) => [area]],
  ["is_robocall", "robocall = ?", (value) => [value === "true" ? "Y" : "N"]]
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

const columns = "id, phone, created, violation, city, state, area, subject, robocall"

/** Complaints as one would keep them in SQLite: an index for each filter, statements prepared once. */
export class SqliteComplaints {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(csv: string) {
    this.#database = databaseFrom(csv)
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  list(query: Query, self: string, origin: string) {
    const given = conditions.flatMap(([name, condition, valuesOf]) => {
      const value = query[name]
      return value === undefined ? [] : [{ condition, values: valuesOf(unquoted(value)) }]
    })
    const values = given.flatMap((one) => one.values)
    const where = given.length === 0 ? "" : ` where ${given.map(({ condition }) => condition).join(" and ")}`
    const order = query["sort_order"] === "ASC" ? "asc" : "desc"
    const total = this.#prepared(`select count(*) as total from complaints${where}`).get(...values)
    const rows = this.#prepared(
      `select ${columns} from complaints${where} order by created ${order}, ordinal ${order} limit ? offset ?`
    ).all(...values, Number(query["items_per_page"]), Number(query["offset"]))
    return envelope(rows, Number(total?.["total"]), self, origin)
  }

  single(id: string, self: string, origin: string) {
    const rows = this.#prepared(`select ${columns} from complaints where id = ?`).all(id)
    return envelope(rows, rows.length, self, origin)
  }
}
