import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { generatedNotices } from "../src/dataset/generatedNotices.ts"
import { ReferenceServer } from "../src/index.ts"
import { SeededRandom } from "../src/SeededRandom.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { sendRequest, at, data, ids } from "./requests.ts"

const list = "/v0/hsr-early-termination-notices"

interface Row {
  readonly id: string
  readonly title: string
  readonly number: string
  readonly date: string
  readonly created: string
  readonly updated: string
}

const rowOf = (record: unknown): Row => {
  const text = (name: string) => String(at(record, "attributes", name))
  return {
    id: String(at(record, "id")),
    title: text("title"),
    number: text("transaction-number"),
    date: text("date"),
    created: text("created"),
    updated: text("updated")
  }
}

const page = (offset: number) =>
  Effect.map(sendRequest(`${list}?page[offset]=${offset}`), (response) => data(response).map(rowOf))

const everyRow = Effect.gen(function* () {
  const rows: Array<Row> = []
  for (let next = yield* page(0); next.length > 0; next = yield* page(rows.length)) rows.push(...next)
  return rows
})

interface Query {
  readonly parameters: ReadonlyArray<readonly [string, string]>
  readonly isMatch: (row: Row) => boolean
}

const wordsIn = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a keyword filter with words of one title, sometimes also of another, so that it may match nothing. */
const keywords = (row: Row, other: Row, random: SeededRandom): Query => {
  const words = [row, row, other].slice(0, random.between(1, 3)).flatMap(({ title }) => {
    const some = wordsIn(title)
    return some.slice(random.between(0, some.length - 1)).slice(0, 1)
  })
  return {
    parameters: [["filter[title][value]", words.map((word) => word.toUpperCase()).join(" ")]],
    isMatch: ({ title }) => words.every((word) => wordsIn(title).includes(word))
  }
}

const phrase = (row: Row, random: SeededRandom): Query => {
  const from = random.between(0, row.title.length - 4)
  const text = row.title.slice(from, from + random.between(3, 12)).replaceAll('"', "")
  const [word = ""] = wordsIn(row.title).slice(-1)
  return {
    parameters: [["filter[title][value]", `"${text}" ${word}`]],
    isMatch: ({ title }) => title.toLowerCase().includes(text.toLowerCase()) && wordsIn(title).includes(word)
  }
}

const contains = (row: Row, random: SeededRandom): Query => {
  const from = random.between(0, row.title.length - 2)
  const text = row.title.slice(from, from + random.between(1, 6)).toUpperCase()
  return {
    parameters: [
      ["filter[title][operator]", "CONTAINS"],
      ["filter[title][value]", text]
    ],
    isMatch: ({ title }) => title.toUpperCase().includes(text)
  }
}

const date = (row: Row): Query => ({
  parameters: [
    ["filter[date][condition][value]", row.date],
    ["filter[date][condition][path]", "date"],
    ["filter[date][condition][operator]", "="]
  ],
  isMatch: (one) => one.date === row.date
})

const number = (row: Row): Query => ({
  parameters: [["filter[transaction-number][value]", row.number]],
  isMatch: (one) => one.number === row.number
})

const both = (one: Query, other: Query): Query => ({
  parameters: [...one.parameters, ...other.parameters],
  isMatch: (row) => one.isMatch(row) && other.isMatch(row)
})

const randomQuery = (rows: ReadonlyArray<Row>, random: SeededRandom): Query => {
  const row = random.pick([rows[random.between(0, rows.length - 1)] ?? rowOf({}), rows[0] ?? rowOf({})])
  const other = rows[random.between(0, rows.length - 1)] ?? row
  return random.pick([
    { parameters: [], isMatch: () => true },
    keywords(row, other, random),
    keywords(row, other, random),
    phrase(row, random),
    contains(row, random),
    date(row),
    number(row),
    both(keywords(row, row, random), date(row)),
    both(keywords(row, other, random), date(other))
  ])
}

const compare = (left: string, right: string) => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

interface Sorted {
  /** `undefined` for the default order. */
  readonly path: string | undefined
  readonly order: "ASC" | "DESC"
  readonly of: (row: Row) => string
}

const anySort = (random: SeededRandom): Sorted =>
  random.pick<Sorted>([
    { path: undefined, order: "DESC", of: (row) => row.created },
    { path: "created", order: "ASC", of: (row) => row.created },
    { path: "changed", order: "ASC", of: (row) => row.updated },
    { path: "changed", order: "DESC", of: (row) => row.updated },
    { path: "title", order: "DESC", of: (row) => row.title.toLowerCase() }
  ])

const openRecords = Effect.sync(() => ({
  source: "a test",
  complaints: new ComplaintStore([]),
  notices: generatedNotices(400, 1)
}))

layer(ReferenceServer.layerInProcess({ rateLimit: "off", profile: "live", openRecords }))("the notices", (it) => {
  it.effect("agree with filtering, sorting and slicing plain records for random valid requests", () =>
    Effect.gen(function* () {
      const rows = yield* everyRow
      assert.lengthOf(rows, 400)
      const random = new SeededRandom(20_130_924)
      for (let round = 0; round < 250; round++) {
        const { isMatch, parameters } = randomQuery(rows, random)
        const { of, order, path } = anySort(random)
        const sorted = rows
          .filter(isMatch)
          .toSorted((left, right) => compare(of(left), of(right)) || compare(left.id, right.id))
        const matching = order === "ASC" ? sorted : sorted.toReversed()
        const offset = random.fraction() < 0.4 ? 0 : random.between(0, matching.length)
        const limit = random.between(1, 50)
        const query = new URLSearchParams({ "page[limit]": String(limit), "page[offset]": String(offset) })
        for (const [name, value] of parameters) query.append(name, value)
        if (path !== undefined) query.append("sort[s][path]", path)
        if (path !== undefined) query.append("sort[s][direction]", order)
        const response = yield* sendRequest(`${list}?${query.toString()}`)
        assert.strictEqual(response.status, 200, query.toString())
        assert.strictEqual(at(response.json, "meta", "count"), matching.length, query.toString())
        const expected = matching.slice(offset, offset + limit).map(({ id }) => id)
        assert.deepStrictEqual(ids(response), expected, query.toString())
      }
    })
  )
})
