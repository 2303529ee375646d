import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import { Bookmark, ComplaintQuery, PublicRecords, type Resumption } from "../src/index.ts"
import { type Answer, clientOf, complaintRecord, fakeService, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList } from "./walked.ts"

/** What was kept of a walk that was left after a page. */
interface Left {
  readonly ids: ReadonlyArray<string>
  readonly bookmark: string
  readonly seen: ReadonlyArray<string>
}

const BookmarkJson = Schema.fromJsonString(Schema.toCodecJson(Bookmark))
const toJson = Schema.encodeSync(BookmarkJson)
const fromJson = Schema.decodeSync(BookmarkJson)

const resumptionOf = ({ bookmark, seen }: Left): Resumption => ({ bookmark: fromJson(bookmark), seen })

/** Walks complaints page by page, from where another walk was left if there is one. */
const walkedPages = (answer: Answer, query = ComplaintQuery.default, from?: Left) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const lefts: Array<Left> = []
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
      lefts.push({ ids, seen, bookmark: toJson(page.bookmark) })
    }
    return { pages, ids, lefts, offsets: service.arrivals.map(({ url }) => offsetOf(url)) }
  })

describe("a walk that was left", () => {
  it.effect("goes on from any page to the same records and the same report", () =>
    Effect.gen(function* () {
      const whole = yield* walkedPages(listOf(numbered(230)))
      assert.deepStrictEqual(whole.ids, numbered(230))
      assert.strictEqual(whole.lefts.length, 5)
      for (const [place, left] of whole.lefts.slice(0, -1).entries()) {
        const rest = yield* walkedPages(listOf(numbered(230)), ComplaintQuery.default, left)
        assert.deepStrictEqual(rest.ids, whole.ids)
        assert.deepStrictEqual(rest.pages.at(-1)?.report, whole.pages.at(-1)?.report)
        assert.deepStrictEqual(rest.offsets, [49, 98, 147, 196].slice(place), "no request more")
        assert.isFalse(rest.pages.some(({ hasChanged }) => hasChanged))
      }
    })
  )

  it.effect("asks for nothing where it was at its end", () =>
    Effect.gen(function* () {
      const whole = yield* walkedPages(listOf(numbered(70)))
      const rest = yield* walkedPages(listOf(numbered(70)), ComplaintQuery.default, whole.lefts.at(-1))
      assert.deepStrictEqual(rest.ids, numbered(70))
      assert.deepStrictEqual(rest.offsets, [])
    })
  )

  it.effect("keeps what it knows of pages that overlap", () =>
    Effect.gen(function* () {
      const overlapping: Answer = (url) =>
        pageOfList(numbered(260), url, { "records-total": 260 }, offsetOf(url) % 100 === 0 ? 0 : 3)
      const whole = yield* walkedPages(overlapping)
      for (const left of whole.lefts.slice(0, -1)) {
        const rest = yield* walkedPages(overlapping, ComplaintQuery.default, left)
        assert.deepStrictEqual(rest.ids, whole.ids)
        assert.deepStrictEqual(rest.pages.at(-1)?.report, whole.pages.at(-1)?.report)
      }
    })
  )

  for (const [count, what, namesTotal] of [
    [420, "named", true],
    [90, "not named", false]
  ] as const) {
    it.effect(`loses and repeats nothing where ${count} records arrived meanwhile and the total is ${what}`, () =>
      Effect.gen(function* () {
        const total = (count: number) => (namesTotal ? { "records-total": count } : undefined)
        const before = numbered(300)
        const arrived = Array.from({ length: count }, (_, index) => `new-${index}`)
        const now = [...arrived, ...before]
        const first = yield* walkedPages((url) => pageOfList(before, url, total(before.length)))
        const left = first.lefts[2]
        const rest = yield* walkedPages((url) => pageOfList(now, url, total(now.length)), ComplaintQuery.default, left)
        assert.deepStrictEqual(rest.ids, before)
        assert.isTrue(rest.pages[0]?.hasChanged)
      })
    )
  }

  it.effect("goes back where records went away meanwhile", () =>
    Effect.gen(function* () {
      const now = numbered(300).filter((_, index) => index < 20 || index >= 60)
      const first = yield* walkedPages((url) => pageOfList(numbered(300), url, { "records-total": 300 }))
      const rest = yield* walkedPages(
        (url) => pageOfList(now, url, { "records-total": now.length }),
        ComplaintQuery.default,
        first.lefts[2]
      )
      assert.deepStrictEqual(rest.ids, numbered(300))
    })
  )

  it.effect("ends where the service gives the same page for ever", () =>
    Effect.gen(function* () {
      const first = yield* walkedPages(listOf(numbered(300)))
      for (const offset of [0, 100]) {
        let asked = 0
        const result = yield* Effect.result(
          walkedPages(
            (url, n) => {
              asked = n + 1
              return pageOfIds(numbered(300).slice(offset, offset + limitOf(url)))
            },
            ComplaintQuery.default,
            first.lefts[2]
          )
        )
        assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : undefined, "WalkStalled")
        assert.strictEqual(asked, 4)
      }
    })
  )

  it.effect("counts a rejected record without an id once, wherever on a page it is", () =>
    Effect.gen(function* () {
      const broken = { type: "dnc_complaint", attributes: {} }
      for (const at of [48, 49, 97, 98, 120]) {
        const records: ReadonlyArray<unknown> = numbered(140).map(complaintRecord)
        const all = records.toSpliced(at, 0, broken, broken)
        const everyPage: Answer = (url) =>
          Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
        const whole = yield* walkedPages(everyPage)
        assert.strictEqual(whole.pages.at(-1)?.report.rejected, 2)
        for (const left of whole.lefts.slice(0, -1)) {
          const rest = yield* walkedPages(everyPage, ComplaintQuery.default, left)
          assert.deepStrictEqual(rest.pages.at(-1)?.report, whole.pages.at(-1)?.report)
        }
      }
    })
  )

  it.effect("goes past pages of records that it knows, however many", () =>
    Effect.gen(function* () {
      const before = numbered(400)
      const now = [...Array.from({ length: 200 }, (_, index) => `new-${index}`), ...before]
      const first = yield* walkedPages((url) => pageOfList(before, url))
      const rest = yield* walkedPages((url) => pageOfList(now, url), ComplaintQuery.default, first.lefts[4])
      assert.deepStrictEqual(rest.ids, before)
      assert.deepStrictEqual(
        rest.pages.map(({ report }) => report.duplicates),
        [49, 98, 147, 196, 200, 200, 200, 200, 200, 200]
      )
      const single = ComplaintQuery.default.withLimit(1)
      const few = yield* walkedPages((url) => pageOfList(before.slice(0, 20), url), single)
      const more = yield* walkedPages(
        (url) => pageOfList([...now.slice(0, 8), ...before.slice(0, 20)], url),
        single,
        few.lefts[9]
      )
      assert.deepStrictEqual(more.ids, before.slice(0, 20))
    })
  )

  it.effect("takes no record for news where it does not find what it knows", () =>
    Effect.gen(function* () {
      const before = numbered(300)
      const now = [...Array.from({ length: 420 }, (_, index) => `new-${index}`), ...before]
      const first = yield* walkedPages((url) => pageOfList(before, url))
      const result = yield* Effect.result(
        walkedPages((url) => pageOfList(now, url), ComplaintQuery.default, first.lefts[1])
      )
      assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : undefined, "WalkStalled")
    })
  )

  it.effect("counts what arrived, and not what it asked for again", () =>
    Effect.gen(function* () {
      const before = numbered(201)
      const now = [...Array.from({ length: 20 }, (_, index) => `new-${index}`), ...before]
      const first = yield* walkedPages((url) => pageOfList(before, url))
      const rest = yield* walkedPages((url) => pageOfList(now, url), ComplaintQuery.default, first.lefts[4])
      assert.deepStrictEqual(rest.ids, before)
      assert.strictEqual(rest.pages.at(-1)?.report.duplicates, 20)
    })
  )

  it.effect("does not take an empty page for the end if the list shifted", () =>
    Effect.gen(function* () {
      const now = numbered(300).slice(10, 155)
      const first = yield* walkedPages((url) => pageOfList(numbered(300), url))
      const rest = yield* walkedPages((url) => pageOfList(now, url), ComplaintQuery.default, first.lefts[2])
      assert.deepStrictEqual(rest.ids, numbered(155))
    })
  )

  it.effect("reports that the list changed only if the next page does not start with the last record", () =>
    Effect.gen(function* () {
      const before = numbered(300)
      const first = yield* walkedPages(listOf(before))
      const lists = [before, ["new", ...before], before.slice(1), before.toSpliced(120, 0, "new")] as const
      const changed = [false, true, true, false]
      for (const [n, list] of lists.entries()) {
        const rest = yield* walkedPages(listOf(list), ComplaintQuery.default, first.lefts[1])
        assert.deepStrictEqual(rest.pages.map(({ hasChanged }) => hasChanged).slice(0, 2), [changed[n], false])
      }
    })
  )

  it.effect("is not taken up from a bookmark of an earlier version", () =>
    Effect.gen(function* () {
      const first = yield* walkedPages(listOf(numbered(300)))
      const text = (first.lefts[0]?.bookmark ?? "").replace('"version":2', '"version":1')
      const refused = yield* Effect.flip(Schema.decodeEffect(BookmarkJson)(text))
      assert.include(refused.message, "an earlier version")
    })
  )
})

describe("a bookmark of an earlier version", () => {
  const messageOf = (version: number): string => {
    const decoded = Schema.decodeUnknownResult(BookmarkJson)(JSON.stringify({ version, asked: { offset: 0 } }))
    return Result.isFailure(decoded) ? decoded.failure.message : "decoded"
  }

  it("is refused with a sentence that says what to do", () => {
    const sentence = "The bookmark is from an earlier version of this package. Start the walk again."
    assert.strictEqual(messageOf(1), sentence)
    assert.notInclude(messageOf(2), sentence)
  })
})
