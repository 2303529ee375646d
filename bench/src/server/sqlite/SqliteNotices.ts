import { readFileSync } from "node:fs"
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite"
import { decodeNotices } from "../../client/ClientDecoding.ts"

type Query = Readonly<Record<string, string>>
type Row = Readonly<Record<string, SQLOutputValue>>

const tables = `
create table notices (
  ordinal integer primary key, id text not null, title text not null, number text, acquiring text, acquired text,
  entities text, date text, created text, updated text);
create unique index by_id on notices (id);
create index by_number on notices (number, created);
create index by_date on notices (date, created);
create index by_created on notices (created);
create virtual table titles using fts5 (title, content = 'notices', content_rowid = 'ordinal')`

const databaseFrom = (file: string): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  database.exec(tables)
  const insert = database.prepare("insert into notices values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  database.exec("begin")
  for (const notice of decodeNotices(readFileSync(file, "utf8")).records) {
    const { acquiredEntities, acquiredParty, acquiringParty, created, date, id, title, transactionNumber, updated } =
      notice
    const entities = JSON.stringify(acquiredEntities)
    insert.run(id, title, transactionNumber, acquiringParty, acquiredParty, entities, date, created, updated)
  }
  database.exec("commit")
  database.exec("insert into titles (titles) values ('rebuild'); analyze")
  return database
}

const titleIs = (query: Query): readonly [string, string] => {
  const value = query["filter[title][value]"] ?? ""
  return query["filter[title][operator]"] === "CONTAINS"
    ? ["title like ?", `%${value}%`]
    : ["ordinal in (select rowid from titles where titles match ?)", `"${value}"`]
}

/** The one condition of a question, and what is compared. */
const conditionOf = (query: Query): readonly [string, string] | undefined => {
  const number = query["filter[transaction-number][value]"]
  if (number !== undefined) return ["number = ?", number]
  const date = query["filter[date][condition][value]"]
  if (date !== undefined) return ["date = ?", date]
  return query["filter[title][value]"] === undefined ? undefined : titleIs(query)
}

const recordOf = (row: Row, ordinal: number, origin: string) => {
  const href = `${origin}${String(row["id"])}`
  const version = `?resourceVersion=id%3A${100_000 + ordinal}`
  return {
    type: "early_termination_notice",
    id: row["id"],
    links: { self: { href: `${href}${version}` } },
    attributes: {
      title: row["title"],
      created: row["created"],
      updated: row["updated"],
      "acquired-party": row["acquired"],
      "acquiring-party": row["acquiring"],
      date: row["date"],
      "acquired-entities": JSON.parse(String(row["entities"])),
      "transaction-number": row["number"]
    },
    relationships: {
      node_type: { data: null, links: { self: { href: `${href}/relationships/node_type${version}` } } }
    },
    meta: []
  }
}

/** Notices as one would keep them in SQLite: an index for each filter, one of full text for keywords. */
export class SqliteNotices {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#database = databaseFrom(file)
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  list(query: Query, self: string, origin: string) {
    const condition = conditionOf(query)
    const [where, values] = condition === undefined ? ["", []] : [` where ${condition[0]}`, [condition[1]]]
    const order = query["sort[s][direction]"] === "ASC" ? "asc" : "desc"
    const rows = this.#prepared(
      `select * from notices${where} order by created ${order}, ordinal ${order} limit ? offset ?`
    ).all(...values, Number(query["page[limit]"]), Number(query["page[offset]"]))
    return {
      jsonapi: { version: "1.0", meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } } },
      data: rows.map((row) => recordOf(row, Number(row["ordinal"]), origin)),
      meta: { count: String(rows.length) },
      links: { self: { href: self } }
    }
  }
}
