import { assert, describe, it } from "@effect/vitest"
import { type Bookmark, type Complaint, createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, listOf, rejection } from "./FakeFetch.ts"

const clientOf = (service: ReturnType<typeof fakeFetch>) =>
  createClient({ apiKey: "canary", fetch: service.fetch, logLevel: "off" })

interface Position {
  readonly bookmark: Bookmark
  readonly seen: ReadonlyArray<string>
}

/** Reads at most `count` pages. Returns their records and the position after them. */
const readPages = async (service: ReturnType<typeof fakeFetch>, count: number, from?: Position) => {
  const complaints: Array<Complaint> = []
  let position = from
  const walk = clientOf(service).complaints.pages({}, { from })
  let pages = 0
  for await (const { bookmark, records, seen } of walk) {
    complaints.push(...records)
    position = { bookmark, seen: [...(position?.seen ?? []), ...seen] }
    if (++pages === count) break
  }
  const saved: { readonly position: Position } = JSON.parse(JSON.stringify({ position }))
  return { ids: complaints.map(({ id }) => id), position: saved.position, pages, report: await walk.report }
}

const reasonOf = (error: unknown): string => (PublicRecordsError.is(error) ? error.code : String(error))

describe("pages", () => {
  it("returns each page with its records and the report so far", async () => {
    const { ids, pages, report } = await readPages(fakeFetch(listOf(120)), Infinity)
    assert.deepStrictEqual([ids.length, new Set(ids).size, pages], [120, 120, 3])
    assert.deepStrictEqual(report, {
      records: 120,
      requests: 3,
      duplicates: 0,
      rejected: 0,
      claimedTotal: 120,
      agrees: true
    })
  })

  it("continues from a bookmark that was JSON, and again from the next one", async () => {
    const service = fakeFetch(listOf(120))
    const first = await readPages(service, 1)
    const second = await readPages(service, 1, first.position)
    const third = await readPages(service, Infinity, second.position)
    assert.deepStrictEqual([first.ids.length, second.ids.length, third.ids.length], [50, 49, 21])
    assert.strictEqual(new Set([...first.ids, ...second.ids, ...third.ids]).size, 120)
    assert.deepStrictEqual([first.report.agrees, third.report.records, third.report.agrees], [null, 120, true])
    const none = await readPages(service, Infinity, third.position)
    assert.deepStrictEqual([none.ids, none.report.records], [[], 120])
    assert.strictEqual(service.sent.length, 3)
  })

  it("takes the options of a call", async () => {
    const service = fakeFetch(() => new Response(null, { status: 503 }))
    const walk = clientOf(service).complaints.pages({}, { maxRetries: 0, headers: { "x-team": "red" } })
    const error = await rejection(walk[Symbol.asyncIterator]().next())
    assert.strictEqual(reasonOf(error), "Unavailable")
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => headers.get("x-team")),
      ["red"]
    )
  })

  const noBookmark = "from.bookmark is not a bookmark, or from another version of this package. Start the walk again."
  const noPosition = "from must be an object with the bookmark and the seen ids of an earlier walk."

  for (const [what, from, message] of [
    ["a bookmark of another version", { bookmark: { version: 2 }, seen: [] }, noBookmark],
    ["no bookmark", { seen: [] }, noPosition],
    ["null", null, noPosition],
    ["a single text", { bookmark: undefined, seen: "abc" }, noBookmark]
  ] as const) {
    it(`rejects with InvalidOptions for ${what}, and sends nothing`, async () => {
      const service = fakeFetch(listOf(120))
      const walk = Reflect.apply(clientOf(service).complaints.pages, undefined, [{}, { from }])
      const error = await rejection(walk[Symbol.asyncIterator]().next())
      assert.strictEqual(reasonOf(error), "InvalidOptions")
      assert.strictEqual(String(error), `PublicRecordsError: List complaints: ${message}`)
      assert.strictEqual(service.sent.length, 0)
    })
  }

  for (const [what, seen] of [
    ["one text instead of an array", "AAAA"],
    ["an empty text instead of an array", ""],
    ["lists of ids", [["a"]]],
    ["numbers", [1]],
    ["missing", null]
  ] as const) {
    it(`rejects seen records that are ${what}`, async () => {
      const service = fakeFetch(listOf(120))
      const { position } = await readPages(service, 1)
      const walk = Reflect.apply(clientOf(service).complaints.pages, undefined, [{}, { from: { ...position, seen } }])
      const error = await rejection(walk[Symbol.asyncIterator]().next())
      assert.strictEqual(reasonOf(error), "InvalidOptions")
      assert.match(String(error), /: from\.seen must be the ids in WalkedPage\.seen of all pages, in one array\.$/)
    })
  }

  it("can be consumed once", async () => {
    const walk = clientOf(fakeFetch(listOf(1))).complaints.pages()
    for await (const _ of walk);
    const again = async () => {
      for await (const _ of walk);
    }
    assert.strictEqual(reasonOf(await rejection(again())), "InvalidOptions")
  })
})

describe("toArray", () => {
  it("returns at most the limit, and requests no page more", async () => {
    const service = fakeFetch(listOf(120))
    const { complaints } = clientOf(service)
    assert.strictEqual((await complaints.stream().toArray({ limit: 50 })).length, 50)
    assert.strictEqual(service.sent.length, 1)
    assert.strictEqual((await complaints.stream({ limit: 50 }).toArray({ limit: 51 })).length, 51)
    assert.strictEqual((await complaints.stream().toArray({ limit: 1000 })).length, 120)
  })

  it("rejects without a limit, or with one that is no count", async () => {
    const { complaints } = clientOf(fakeFetch(listOf(1)))
    for (const args of [[], [null], [{}], [{ limit: 0 }], [{ limit: Infinity }], [{ limit: "10" }]]) {
      const error = await rejection(Reflect.apply(complaints.stream().toArray, undefined, args))
      assert.strictEqual(reasonOf(error), "InvalidOptions")
      assert.match(String(error), /: Read a stream: toArray needs a limit/)
    }
  })
})

describe("nextOffset", () => {
  it("counts rejected records, also if there are no others", async () => {
    const service = fakeFetch(() => Response.json({ data: [{ id: "a" }, { id: "b" }] }))
    const { nextOffset, records } = await clientOf(service).complaints.page({ offset: 10 })
    assert.deepStrictEqual([records.length, nextOffset], [0, 12])
  })

  it("is where the next page begins, and null after an empty page", async () => {
    const { complaints } = clientOf(fakeFetch(listOf(60)))
    const offsets: Array<number | null> = []
    let offset: number | null = 0
    while (offset !== null) {
      const page: { readonly nextOffset: number | null } = await complaints.page({ offset })
      offsets.push(page.nextOffset)
      offset = page.nextOffset
    }
    assert.deepStrictEqual(offsets, [50, 60, null])
  })
})
