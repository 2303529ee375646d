/** Fastify with `node:sqlite` in memory: an index for each query, prepared statements, and a schema of the response. */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite"
import Fastify from "fastify"
import { columns, readRows } from "./rows.ts"
import { runServer } from "./ServerProcess.ts"

type Query = Readonly<Record<string, string>>
type Row = Readonly<Record<string, SQLOutputValue>>

const table = `create table complaints (
  ordinal integer primary key, id text not null, phone text, created text not null, violation text not null,
  city text collate nocase, state text collate nocase, area text, subject text, robocall text)`

// Each query finds its rows in one index, in the order of creation. A range of violations has to be sorted.
const indexes = [
  "create unique index by_id on complaints (id)",
  "create index by_created on complaints (created)",
  "create index by_violation on complaints (violation, created)",
  "create index by_state on complaints (state, created)",
  "create index by_city on complaints (state, city, created)",
  "analyze"
]

const databaseFrom = (file: string): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  database.exec(table)
  const insert = database.prepare(
    "insert into complaints values (null, lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?, ?, ?)"
  )
  database.exec("begin")
  for (const row of readRows(file)) insert.run(...columns.map((column) => row[column]))
  database.exec("commit")
  for (const index of indexes) database.exec(index)
  return database
}

/** The attributes of a complaint, in the order of the columns. */
const attributes = [
  "company-phone-number",
  "created-date",
  "violation-date",
  "consumer-city",
  "consumer-state",
  "consumer-area-code",
  "subject",
  "recorded-message-or-robocall"
]
const selection = `select id, ${columns.map((column, place) => `${column} as "${attributes[place]}"`).join()} from complaints`

const conditions: ReadonlyArray<readonly [parameter: string, condition: string]> = [
  ["created_date_from", "created >= ?"],
  ["created_date_to", "created <= ?"],
  ["violation_date_from", "violation >= ?"],
  ["violation_date_to", "violation <= ?"],
  ["state", "state = ?"],
  ["city", "city = ?"]
]

const envelope = (rows: ReadonlyArray<Row>, total: number, self: string, list: string) => ({
  data: rows.map((row) => ({
    type: "dnc_complaint",
    id: row["id"],
    attributes: row,
    relationships: [],
    meta: [],
    links: { self: `${list}/${String(row["id"])}` }
  })),
  meta: { "records-this-page": rows.length, "records-total": total },
  links: { self }
})

const text = { type: "string" }
const integer = { type: "integer" }
const none = { type: "array", maxItems: 0 }
const objectOf = (properties: object) => ({ type: "object", properties })
const links = objectOf({ self: text })
const complaint = objectOf({
  type: text,
  id: text,
  attributes: objectOf(Object.fromEntries(attributes.map((name) => [name, text]))),
  relationships: none,
  meta: none,
  links
})

/** The schema of a response, from which Fastify generates a function that writes its JSON. */
const responseSchema = objectOf({
  data: { type: "array", items: complaint },
  meta: objectOf({ "records-this-page": integer, "records-total": integer }),
  links
})

await runServer(async (file) => {
  const database = databaseFrom(file)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const fastify = Fastify()
  const options = { schema: { response: { 200: responseSchema } } }
  const path = "/v0/dnc-complaints"
  const linkTo = (url: string): string => `${fastify.listeningOrigin}${url}`

  fastify.get<{ readonly Querystring: Query }>(path, options, ({ query, url }) => {
    const given = conditions.filter(([parameter]) => query[parameter] !== undefined)
    const values = given.map(([parameter]) => (query[parameter] ?? "").replaceAll('"', ""))
    const where = given.length === 0 ? "" : ` where ${given.map(([, condition]) => condition).join(" and ")}`
    const order = query["sort_order"] === "ASC" ? "asc" : "desc"
    const total = prepared(`select count(*) as total from complaints${where}`).get(...values)
    const rows = prepared(`${selection}${where} order by created ${order}, ordinal ${order} limit ? offset ?`).all(
      ...values,
      Number(query["items_per_page"]),
      Number(query["offset"])
    )
    return envelope(rows, Number(total?.["total"]), linkTo(url), linkTo(path))
  })

  fastify.get<{ readonly Params: { readonly id: string } }>(`${path}/:id`, options, ({ params, url }) => {
    const rows = prepared(`${selection} where id = ?`).all(params.id)
    return envelope(rows, rows.length, linkTo(url), linkTo(path))
  })

  return fastify.listen({ port: 0, host: "127.0.0.1" })
})
