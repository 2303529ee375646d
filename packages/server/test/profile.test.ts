import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type ProfileName, ReferenceServer } from "../src/index.ts"
import { sendRequest, at, attribute, data, ids } from "./requests.ts"
import { countRows } from "./realRows.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const icahn = "0254a428-d492-4d98-8bc6-e704bad804b7"

/** Counts the records of a list page by page, because the profile `live` reports no total. */
const count = Effect.fnUntraced(function* (query: string) {
  let offset = 0
  for (;;) {
    const { length } = data(yield* sendRequest(`${complaints}?${query}&offset=${offset}`))
    offset += length
    if (length === 0) return offset
  }
})

layer(ReferenceServer.layerInProcess({ rateLimit: "off", profile: "live" }))("the profile live", (it) => {
  it.effect("has an object instead of the total of complaints, and links to another origin", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${complaints}?items_per_page=1`)
      assert.strictEqual(at(response.json, "meta", "records-this-page"), 1)
      assert.strictEqual(typeof at(response.json, "meta", "record-total", "seq"), "number")
      assert.strictEqual(at(response.json, "links", "self"), `https://www.ftc.gov${complaints}?items_per_page=1`)
      assert.match(
        String(at(data(response)[0], "links", "self")),
        /^https:\/\/www\.ftc\.gov\/v0\/dnc-complaints\/[0-9a-f]{32}$/
      )
      const one = yield* sendRequest(`${complaints}/${ids(response)[0]}`)
      assert.deepStrictEqual(at(one.json, "meta"), { "records-this-page": 1, "records-total": 1, "record-total": 1 })
    })
  )

  it.effect("applies every filter of complaints independently and ignores half a range", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* count("state=Ohio&is_robocall=true"),
        countRows((row) => row["Consumer_State"] === "Ohio" && row["Recorded_Message_Or_Robocall"] === "Y")
      )
      assert.strictEqual(
        yield* count("city=Columbus&violation_date=2021-07-07"),
        countRows(
          (row) =>
            row["Consumer_City"]?.toLowerCase() === "columbus" &&
            row["Violation_Date"]?.startsWith("2021-07-07") === true
        )
      )
      assert.strictEqual(
        yield* count("area_code=216&created_date_from=2021-07-07"),
        countRows((row) => row["Consumer_Area_Code"] === "216")
      )
      assert.strictEqual(yield* count("created_date=2021-02-30"), 0)
      const called = (from: string, to: string) =>
        countRows((row) => (row["Violation_Date"] ?? "") >= from && (row["Violation_Date"] ?? "") <= to)
      const range = (from: string, to: string) =>
        count(`violation_date=2021-07-06&violation_date_from=${from}&violation_date_to=${to}`)
      assert.strictEqual(
        yield* range("2021-07-01", "2021-07-06 10:00:00"),
        called("2021-07-06 00:00:00", "2021-07-06 10:00:00")
      )
      assert.strictEqual(
        yield* range("2021-07-06 10:00:00", "2021-07-07"),
        called("2021-07-06 10:00:00", "2021-07-06 23:59:59")
      )
      assert.strictEqual((yield* sendRequest(`${complaints}?items_per_page=0`)).status, 400)
    })
  )

  it.effect("reports the total of notices as a number, in JSON:API's content type, with a link to the next page", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${notices}?page[limit]=2&api_key=DEMO_KEY`)
      assert.deepStrictEqual(at(response.json, "meta"), { count: 3_002 })
      assert.strictEqual(response.headers.get("content-type"), "application/vnd.api+json")
      assert.strictEqual(
        at(response.json, "links", "next", "href"),
        `https://www.ftc.gov${notices}?page%5Boffset%5D=2&page%5Blimit%5D=2`
      )
      const filtered = yield* sendRequest(`${notices}?filter[title][value]=inc&page[offset]=2&page[limit]=3`)
      assert.strictEqual(
        at(filtered.json, "links", "next", "href"),
        `https://www.ftc.gov${notices}?filter%5Btitle%5D%5Bvalue%5D=inc&page%5Boffset%5D=5&page%5Blimit%5D=3`
      )
      for (const [offset, hasNext] of [
        [2_999, true],
        [3_000, false],
        [3_001, false]
      ] as const) {
        const last = yield* sendRequest(`${notices}?page[offset]=${offset}&page[limit]=2`)
        assert.strictEqual(at(last.json, "links", "next") !== undefined, hasNext)
      }
      const refused = yield* sendRequest(`${notices}?filter[nope]=1`)
      assert.strictEqual(refused.headers.get("content-type"), "application/vnd.api+json")
      assert.strictEqual((yield* sendRequest(notices, {})).headers.get("content-type"), "application/json")
    })
  )

  it.effect("repeats no key in the link to the next page, even a misspelled one", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${notices}?api_key=DEMO_KEY&API_KEY=DEMO_KEY&Api_Key=x&page[limit]=1`, {})
      assert.strictEqual(
        at(response.json, "links", "next", "href"),
        `https://www.ftc.gov${notices}?page%5Boffset%5D=1&page%5Blimit%5D=1`
      )
    })
  )

  it.effect("serves notices as observed, with feeds_item and without meta and tags", () =>
    Effect.gen(function* () {
      const [record] = data(yield* sendRequest(`${notices}/${icahn}`))
      const href = `https://www.ftc.gov${notices}/${icahn}`
      assert.deepStrictEqual(at(record, "relationships", "feeds_item"), {
        data: [],
        links: {
          related: { href: `${href}/feeds_item?resourceVersion=id%3A2358` },
          self: { href: `${href}/relationships/feeds_item?resourceVersion=id%3A2358` }
        }
      })
      assert.isUndefined(at(record, "meta"))
    })
  )

  it.effect("sorts ascending by default and ignores the names of the parameter table", () =>
    Effect.gen(function* () {
      const created = attribute(yield* sendRequest(`${notices}?sort[x][path]=created`), "created").map(String)
      assert.deepStrictEqual(created, created.toSorted())
      assert.deepStrictEqual(
        ids(yield* sendRequest(`${notices}?title=blockbuster&items_per_page=1`)),
        ids(yield* sendRequest(notices))
      )
    })
  )
})

const tagged = {
  type: "early_termination_notice",
  id: "00000000-0000-4000-8000-000000000001",
  attributes: {
    title: "20110001: Sample Holdings; Example Works",
    "transaction-number": "20110001",
    "acquiring-party": "Sample Holdings",
    "acquired-party": "Example Works",
    "acquired-entities": ["Example Works"],
    date: "2011-04-11",
    created: "2013-09-24T20:05:39+00:00",
    updated: "2013-09-24T20:05:39+00:00",
    tags: ["mergers"]
  }
}

/** Runs a request in both profiles, with data whose notice has tags. */
const inBoth = <A>(request: Effect.Effect<A, unknown, ReferenceServer>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    const file = join(folder, "notices.json")
    yield* Effect.promise(() => writeFile(file, JSON.stringify({ data: [tagged] })))
    const of = (profile: ProfileName) =>
      Effect.provide(request, ReferenceServer.layerInProcess({ data: [file], profile }))
    return { documented: yield* of("documented"), live: yield* of("live") }
  }).pipe(Effect.scoped)

describe("the profiles", () => {
  it.effect("differ in tags, which only the profile documented serves", () =>
    Effect.gen(function* () {
      const { documented, live } = yield* inBoth(
        Effect.map(sendRequest(notices), (response) => attribute(response, "tags"))
      )
      assert.deepStrictEqual(documented, [["mergers"]])
      assert.deepStrictEqual(live, [undefined])
    })
  )

  it.effect("differ in the meta of both lists, even if they are empty", () =>
    Effect.gen(function* () {
      const { documented, live } = yield* inBoth(
        Effect.map(
          Effect.all([
            sendRequest(complaints),
            sendRequest(notices),
            sendRequest(`${notices}?page[offset]=1`),
            sendRequest(`${notices}/${tagged.id}`)
          ]),
          (responses) => responses.map((response) => at(response.json, "meta"))
        )
      )
      assert.deepStrictEqual(documented, [
        { "records-this-page": 0, "records-total": 0, "record-total": 0 },
        { count: "1" },
        { count: "0" },
        { count: "1" }
      ])
      const [, ...noticeMetas] = live
      assert.deepStrictEqual(noticeMetas, [{ count: 1 }, { count: 1 }, { count: 1 }])
      assert.strictEqual(at(live[0], "records-this-page"), 0)
    })
  )
})
