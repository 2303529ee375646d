import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type ProfileName, ReferenceServer } from "../src/index.ts"
import { ask, at, attribute, data, ids } from "./asking.ts"
import { countRows } from "./realRows.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const icahn = "0254a428-d492-4d98-8bc6-e704bad804b7"

/** All records of a list in the profile `live`, which tells no total. */
const count = Effect.fnUntraced(function* (query: string) {
  let offset = 0
  for (;;) {
    const { length } = data(yield* ask(`${complaints}?${query}&offset=${offset}`))
    offset += length
    if (length === 0) return offset
  }
})

layer(ReferenceServer.layerInProcess({ rateLimit: "off", profile: "live" }))("the profile live", (it) => {
  it.effect("has a stray object where the total of complaints belongs, and foreign links", () =>
    Effect.gen(function* () {
      const asked = yield* ask(`${complaints}?items_per_page=1`)
      assert.strictEqual(at(asked.json, "meta", "records-this-page"), 1)
      assert.strictEqual(typeof at(asked.json, "meta", "record-total", "seq"), "number")
      assert.strictEqual(at(asked.json, "links", "self"), `https://www.ftc.gov${complaints}?items_per_page=1`)
      assert.match(
        String(at(data(asked)[0], "links", "self")),
        /^https:\/\/www\.ftc\.gov\/v0\/dnc-complaints\/[0-9a-f]{32}$/
      )
    })
  )

  it.effect("lets every filter of complaints count by itself, and ignores half a range", () =>
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
      assert.strictEqual((yield* ask(`${complaints}?items_per_page=0`)).status, 400)
    })
  )

  it.effect("tells the total of notices as a number, in JSON:API's content type, with a link to the next page", () =>
    Effect.gen(function* () {
      const asked = yield* ask(`${notices}?page[limit]=2&api_key=DEMO_KEY`)
      assert.deepStrictEqual(at(asked.json, "meta"), { count: 3_002 })
      assert.strictEqual(asked.headers.get("content-type"), "application/vnd.api+json")
      assert.strictEqual(
        at(asked.json, "links", "next", "href"),
        `https://www.ftc.gov${notices}?page%5Boffset%5D=2&page%5Blimit%5D=2`
      )
      const last = yield* ask(`${notices}?page[offset]=3001`)
      assert.isUndefined(at(last.json, "links", "next"))
      const refused = yield* ask(`${notices}?filter[nope]=1`)
      assert.strictEqual(refused.headers.get("content-type"), "application/vnd.api+json")
      assert.strictEqual((yield* ask(notices, {})).headers.get("content-type"), "application/json")
    })
  )

  it.effect("has the records as they were seen: feeds_item, no meta, no tags", () =>
    Effect.gen(function* () {
      const [record] = data(yield* ask(`${notices}/${icahn}`))
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

  it.effect("sorts ascending where a sort names no direction, and ignores the parameter table's names", () =>
    Effect.gen(function* () {
      const created = attribute(yield* ask(`${notices}?sort[x][path]=created`), "created").map(String)
      assert.deepStrictEqual(created, created.toSorted())
      assert.deepStrictEqual(ids(yield* ask(`${notices}?title=blockbuster&items_per_page=1`)), ids(yield* ask(notices)))
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

/** What each of the two profiles answers, from a data set whose notice has tags. */
const inBoth = <A>(asked: Effect.Effect<A, unknown, ReferenceServer>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    const file = join(folder, "notices.json")
    yield* Effect.promise(() => writeFile(file, JSON.stringify({ data: [tagged] })))
    const of = (profile: ProfileName) =>
      Effect.provide(asked, ReferenceServer.layerInProcess({ data: [file], profile }))
    return { documented: yield* of("documented"), live: yield* of("live") }
  }).pipe(Effect.scoped)

describe("the profiles", () => {
  it.effect("differ in tags: those of the data set are served as documented, and none live", () =>
    Effect.gen(function* () {
      const { documented, live } = yield* inBoth(Effect.map(ask(notices), (asked) => attribute(asked, "tags")))
      assert.deepStrictEqual(documented, [["mergers"]])
      assert.deepStrictEqual(live, [undefined])
    })
  )

  it.effect("differ in the meta of both lists, empty ones too, and not in that of a single complaint", () =>
    Effect.gen(function* () {
      const { documented, live } = yield* inBoth(
        Effect.map(
          Effect.all([ask(complaints), ask(notices), ask(`${notices}?page[offset]=1`), ask(`${notices}/${tagged.id}`)]),
          (answers) => answers.map((asked) => at(asked.json, "meta"))
        )
      )
      assert.deepStrictEqual(documented, [
        { "records-this-page": 0, "records-total": 0, "record-total": 0 },
        { count: "1" },
        { count: "0" },
        { count: "1" }
      ])
      const [, ...ofNotices] = live
      assert.deepStrictEqual(ofNotices, [{ count: 1 }, { count: 1 }, { count: 1 }])
      assert.strictEqual(at(live[0], "records-this-page"), 0)
    })
  )

  it.effect("agree in what was seen and is documented alike: operators, clamped pages, gateway errors", () =>
    Effect.gen(function* () {
      const paths = [
        `${notices}?filter[date][condition][path]=date&filter[date][condition][operator]=%3D%3D&filter[date][condition][value]=2011-04-11`,
        `${notices}?filter[date][condition][path]=date&filter[date][condition][operator]==&filter[date][condition][value]=2011-04-11`,
        `${notices}?page[limit]=500`,
        `${notices}?page[limit]=0`,
        `${complaints}?items_per_page=x`,
        `${complaints}?surprise=1`,
        `${complaints}/none`,
        "/v0/none"
      ]
      const { documented, live } = yield* inBoth(
        Effect.forEach(paths, (path) => Effect.map(ask(path), ({ status }) => status))
      )
      assert.deepStrictEqual(documented, [400, 200, 200, 400, 400, 200, 404, 404])
      assert.deepStrictEqual(live, documented)
    })
  )
})
