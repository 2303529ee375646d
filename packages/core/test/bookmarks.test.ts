import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import { Bookmark, ComplaintQuery, PublicRecords, type Resumption, type WalkReport } from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList } from "./collectWalk.ts"

/** The stored position of a walk after a page, with the records so far. */
interface SavedPosition {
  readonly ids: ReadonlyArray<string>
  readonly bookmark: string
  readonly seen: ReadonlyArray<string>
}

const BookmarkJson = Schema.fromJsonString(Schema.toCodecJson(Bookmark))
const toJson = Schema.encodeSync(BookmarkJson)
const fromJson = Schema.decodeSync(BookmarkJson)

const resumptionOf = ({ bookmark, seen }: SavedPosition): Resumption => ({ bookmark: fromJson(bookmark), seen })

/** Walks complaints page by page, from the position of an earlier walk if there is one. */
const collectPages = (respond: Respond, query = ComplaintQuery.default, from?: SavedPosition) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const positions: Array<SavedPosition> = []
    const pages = yield* PublicRecords.use((records) =>
      records.complaints
        .pages(query, { from: from === undefined ? undefined : resumptionOf(from) })
        .pipe(Stream.runCollect)
    ).pipe(Effect.provide(clientOf(service)))
    let ids = from?.ids ?? []
    let seen = from?.seen ?? []
    for (const page of pages) {
      ids = ids.concat(page.records.map(({ id }) => id))
      seen = seen.concat(page.seen)
      positions.push({ ids, seen, bookmark: toJson(page.bookmark) })
    }
    return { pages, ids, positions, offsets: service.arrivals.map(({ url }) => offsetOf(url)) }
  })

describe("a resumed walk", () => {
  it.effect("returns the same records and report from any page on", () =>
    Effect.gen(function* () {
      const complete = yield* collectPages(listOf(numbered(230)))
      assert.deepStrictEqual(complete.ids, numbered(230))
      assert.strictEqual(complete.positions.length, 5)
      // The report of each page is that of the walk so far.
      assert.deepStrictEqual(
        complete.pages.map(({ report: { agrees, records, requests } }) => [records, requests, agrees]),
        [
          [50, 1, null],
          [99, 2, null],
          [148, 3, null],
          [197, 4, null],
          [230, 5, true]
        ]
      )
      for (const [index, position] of complete.positions.slice(0, -1).entries()) {
        const rest = yield* collectPages(listOf(numbered(230)), ComplaintQuery.default, position)
        assert.deepStrictEqual(rest.ids, complete.ids)
        assert.deepStrictEqual(rest.pages.at(-1)?.report, complete.pages.at(-1)?.report)
        assert.deepStrictEqual(rest.offsets, [49, 98, 147, 196].slice(index), "no request more")
        assert.isFalse(rest.pages.some(({ hasChanged }) => hasChanged))
      }
    })
  )

  it.effect("does not change its bookmark, from which another walk can resume", () =>
    Effect.gen(function* () {
      const { pages, positions } = yield* collectPages(listOf(numbered(230)))
      const bookmark = pages[1]?.bookmark ?? assert.fail()
      const before = structuredClone(bookmark)
      const from = { bookmark, seen: positions[1]?.seen ?? [] }
      const rest = PublicRecords.use(({ complaints }) =>
        Stream.runCollect(complaints.pages(ComplaintQuery.default, { from }))
      ).pipe(Effect.provide(clientOf(fakeService(listOf(numbered(230))))))
      const first = yield* rest
      assert.deepStrictEqual(bookmark, before)
      assert.deepStrictEqual(yield* rest, first)
      assert.deepStrictEqual(first, pages.slice(2))
    })
  )

  it.effect("accepts a bookmark that was stored before this test was written", () =>
    Effect.gen(function* () {
      const state =
        '{"records":6,"requests":2,"duplicates":0,"rejected":0,"claimedTotal":8,"isTotalRefuted":false,"isFinished":false,' +
        '"largestPage":4,"end":6,"endTotal":8,"unnamed":0,"expectedRepeats":1,"pagesWithoutAnchor":0,"pagesWithoutNews":0,' +
        '"pagesPassed":0,"lastId":"id-5","lastNewPage":{"first":"id-2","last":"id-5","size":4}}'
      const stored = {
        ids: numbered(6),
        bookmark: `{"version":1,"state":${state},"next":{"offset":5,"limit":4}}`,
        seen: numbered(6)
      }
      const rest = yield* collectPages(listOf(numbered(8)), { ...ComplaintQuery.default, limit: 3 }, stored)
      assert.deepStrictEqual(rest.ids, numbered(8))
      assert.deepStrictEqual(rest.offsets, [5])
      assert.strictEqual(rest.pages.at(-1)?.report.agrees, true)
    })
  )

  it.effect("sends no request if the walk had ended", () =>
    Effect.gen(function* () {
      const complete = yield* collectPages(listOf(numbered(70)))
      const rest = yield* collectPages(listOf(numbered(70)), ComplaintQuery.default, complete.positions.at(-1))
      assert.deepStrictEqual(rest.ids, numbered(70))
      assert.deepStrictEqual(rest.offsets, [])
    })
  )

  it.effect("remembers the records of overlapping pages", () =>
    Effect.gen(function* () {
      const overlapping: Respond = (url) =>
        pageOfList(numbered(260), url, { "records-total": 260 }, offsetOf(url) % 100 === 0 ? 0 : 3)
      const complete = yield* collectPages(overlapping)
      for (const position of complete.positions.slice(0, -1)) {
        const rest = yield* collectPages(overlapping, ComplaintQuery.default, position)
        assert.deepStrictEqual(rest.ids, complete.ids)
        assert.deepStrictEqual(rest.pages.at(-1)?.report, complete.pages.at(-1)?.report)
      }
    })
  )

  for (const [count, what, namesTotal] of [
    [420, "reported", true],
    [90, "not reported", false]
  ] as const) {
    it.effect(`loses and repeats no records if ${count} records arrived in the meantime and the total is ${what}`, () =>
      Effect.gen(function* () {
        const total = (count: number) => (namesTotal ? { "records-total": count } : undefined)
        const before = numbered(300)
        const arrived = Array.from({ length: count }, (_, index) => `new-${index}`)
        const now = [...arrived, ...before]
        const first = yield* collectPages((url) => pageOfList(before, url, total(before.length)))
        const position = first.positions[2]
        const rest = yield* collectPages(
          (url) => pageOfList(now, url, total(now.length)),
          ComplaintQuery.default,
          position
        )
        assert.deepStrictEqual(rest.ids, before)
        assert.isTrue(rest.pages[0]?.hasChanged)
      })
    )
  }

  it.effect("goes back if records vanished in the meantime", () =>
    Effect.gen(function* () {
      const now = numbered(300).filter((_, index) => index < 20 || index >= 60)
      const first = yield* collectPages((url) => pageOfList(numbered(300), url, { "records-total": 300 }))
      const rest = yield* collectPages(
        (url) => pageOfList(now, url, { "records-total": now.length }),
        ComplaintQuery.default,
        first.positions[2]
      )
      assert.deepStrictEqual(rest.ids, numbered(300))
    })
  )

  it.effect("fails if the service always returns the same page", () =>
    Effect.gen(function* () {
      const first = yield* collectPages(listOf(numbered(300)))
      for (const offset of [0, 100]) {
        let requests = 0
        const result = yield* Effect.result(
          collectPages(
            (url, n) => {
              requests = n + 1
              return pageOfIds(numbered(300).slice(offset, offset + limitOf(url)))
            },
            ComplaintQuery.default,
            first.positions[2]
          )
        )
        assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : undefined, "WalkStalled")
        assert.strictEqual(requests, 4)
      }
    })
  )

  it.effect("counts a rejected record without an id once, at any position of a page", () =>
    Effect.gen(function* () {
      const broken = { type: "dnc_complaint", attributes: {} }
      for (const at of [48, 49, 97, 98, 120]) {
        const records: ReadonlyArray<unknown> = numbered(140).map(complaintRecord)
        const all = records.toSpliced(at, 0, broken, broken)
        const everyPage: Respond = (url) =>
          Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
        const complete = yield* collectPages(everyPage)
        assert.strictEqual(complete.pages.at(-1)?.report.rejected, 2)
        for (const position of complete.positions.slice(0, -1)) {
          const rest = yield* collectPages(everyPage, ComplaintQuery.default, position)
          assert.deepStrictEqual(rest.pages.at(-1)?.report, complete.pages.at(-1)?.report)
        }
      }
    })
  )

  it.effect("remembers the rejected records", () =>
    Effect.gen(function* () {
      for (const isRejected of [() => true, (index: number) => index % 50 === 49]) {
        const respond: Respond = (url) => {
          const records = numbered(180).map((id, index) => (isRejected(index) ? { id } : complaintRecord(id)))
          return Response.json({ data: records.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
        }
        const complete = yield* collectPages(respond)
        for (const [index, position] of complete.positions.entries()) {
          const rest = yield* collectPages(respond, ComplaintQuery.default, position)
          assert.deepStrictEqual(rest.ids, complete.ids)
          assert.deepStrictEqual(rest.pages, complete.pages.slice(index + 1))
        }
      }
    })
  )

  it.effect("ends if a record arrived before the end of a list without a total was confirmed", () =>
    Effect.gen(function* () {
      const grown: Respond = (url) => pageOfList(["new", ...numbered(3)], url)
      const complete = yield* collectPages((url, n) => (n === 0 ? pageOfList(numbered(3), url) : grown(url, n)))
      assert.deepStrictEqual(complete.ids, numbered(3))
      assert.strictEqual(complete.pages.length, 3)
      for (const [index, position] of complete.positions.entries()) {
        const rest = yield* collectPages(grown, ComplaintQuery.default, position)
        assert.deepStrictEqual(
          rest.pages.map(({ report }) => report),
          complete.pages.slice(index + 1).map(({ report }) => report)
        )
      }
    })
  )

  it.effect("passes any number of pages with seen records", () =>
    Effect.gen(function* () {
      const before = numbered(400)
      const now = [...Array.from({ length: 200 }, (_, index) => `new-${index}`), ...before]
      const first = yield* collectPages((url) => pageOfList(before, url))
      const rest = yield* collectPages((url) => pageOfList(now, url), ComplaintQuery.default, first.positions[4])
      assert.deepStrictEqual(rest.ids, before)
      assert.deepStrictEqual(
        rest.pages.map(({ report }) => report.duplicates),
        [49, 98, 147, 196, 200, 200, 200, 200, 200, 200]
      )
      const single = { ...ComplaintQuery.default, limit: 1 }
      const few = yield* collectPages((url) => pageOfList(before.slice(0, 20), url), single)
      const more = yield* collectPages(
        (url) => pageOfList([...now.slice(0, 8), ...before.slice(0, 20)], url),
        single,
        few.positions[9]
      )
      assert.deepStrictEqual(more.ids, before.slice(0, 20))
    })
  )

  it.effect("fails instead of returning records if it finds no seen record", () =>
    Effect.gen(function* () {
      const before = numbered(300)
      const now = [...Array.from({ length: 420 }, (_, index) => `new-${index}`), ...before]
      const first = yield* collectPages((url) => pageOfList(before, url))
      const result = yield* Effect.result(
        collectPages((url) => pageOfList(now, url), ComplaintQuery.default, first.positions[1])
      )
      assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : undefined, "WalkStalled")
    })
  )

  it.effect("counts duplicates shifted by arrivals, but not requested repeats", () =>
    Effect.gen(function* () {
      const before = numbered(201)
      const now = [...Array.from({ length: 20 }, (_, index) => `new-${index}`), ...before]
      const first = yield* collectPages((url) => pageOfList(before, url))
      const rest = yield* collectPages((url) => pageOfList(now, url), ComplaintQuery.default, first.positions[4])
      assert.deepStrictEqual(rest.ids, before)
      assert.strictEqual(rest.pages.at(-1)?.report.duplicates, 20)
    })
  )

  it.effect("does not end at an empty page if the list shifted", () =>
    Effect.gen(function* () {
      const now = numbered(300).slice(10, 155)
      const first = yield* collectPages((url) => pageOfList(numbered(300), url))
      const rest = yield* collectPages((url) => pageOfList(now, url), ComplaintQuery.default, first.positions[2])
      assert.deepStrictEqual(rest.ids, numbered(155))
    })
  )

  it.effect("reports a changed list only if the next page does not start with the last record", () =>
    Effect.gen(function* () {
      const before = numbered(300)
      const first = yield* collectPages(listOf(before))
      const lists = [before, ["new", ...before], before.slice(1), before.toSpliced(120, 0, "new")] as const
      const changed = [false, true, true, false]
      for (const [n, list] of lists.entries()) {
        const rest = yield* collectPages(listOf(list), ComplaintQuery.default, first.positions[1])
        assert.deepStrictEqual(rest.pages.map(({ hasChanged }) => hasChanged).slice(0, 2), [changed[n], false])
      }
    })
  )

  it.effect("does not report changes of the list during a walk", () =>
    Effect.gen(function* () {
      const changing: Respond = (url, n) => listOf([...(n < 1 ? [] : ["new"]), ...numbered(300)])(url, n)
      const first = yield* collectPages(changing)
      assert.isTrue(first.pages.length > 1 && first.pages.every(({ hasChanged }) => !hasChanged))
      const before = yield* collectPages(listOf(numbered(300)))
      const rest = yield* collectPages(changing, ComplaintQuery.default, before.positions[1])
      assert.isTrue(rest.pages.length > 1 && rest.pages.every(({ hasChanged }) => !hasChanged))
    })
  )

  it.effect("rejects a bookmark of another version", () =>
    Effect.gen(function* () {
      const first = yield* collectPages(listOf(numbered(300)))
      const text = (first.positions[0]?.bookmark ?? "").replace('"version":1', '"version":2')
      const refused = yield* Effect.flip(Schema.decodeEffect(BookmarkJson)(text))
      assert.include(refused.message, "another version")
    })
  )
})

describe("a walk of pages", () => {
  it.effect("is reported once: when it ends, fails, or its consumer stops", () =>
    Effect.gen(function* () {
      const failing: Respond = (url, n) =>
        n === 0 ? listOf(numbered(120))(url, n) : new Response("{}", { status: 400 })
      for (const [respond, take, expected] of [
        [listOf(numbered(120)), 9, 120],
        [failing, 9, 50],
        [listOf(numbered(120)), 1, 50]
      ] as const) {
        const reported: Array<number> = []
        const onReport = ({ records }: WalkReport) => Effect.sync(() => void reported.push(records))
        const read = PublicRecords.use(({ complaints }) =>
          Stream.runDrain(Stream.take(complaints.pages(ComplaintQuery.default, { onReport }), take))
        )
        yield* Effect.result(Effect.provide(read, clientOf(fakeService(respond))))
        assert.deepStrictEqual(reported, [expected])
      }
    })
  )
})

describe("a bookmark of another version", () => {
  const messageOf = (version: number): string => {
    const decoded = Schema.decodeUnknownResult(BookmarkJson)(JSON.stringify({ version, asked: { offset: 0 } }))
    return Result.isFailure(decoded) ? decoded.failure.message : "decoded"
  }

  it("is rejected with a message that suggests a solution", () => {
    const sentence = "The bookmark is from another version of this package. Start the walk again."
    assert.strictEqual(messageOf(2), sentence)
    assert.notInclude(messageOf(1), sentence)
  })
})
