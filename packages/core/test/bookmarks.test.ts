import { assert, describe, it } from "@effect/vitest"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Schema, Stream } from "effect"
import { Bookmark, ComplaintQuery, type MetRecords, PublicRecords, type Resumption } from "../src/index.ts"
import { type Answer, clientOf, complaintRecord, fakeService, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList } from "./walked.ts"

/** What was kept of a walk that was left after a page. */
interface Left {
  readonly ids: ReadonlyArray<string>
  readonly bookmark: string
  readonly met: ReadonlyArray<MetRecords>
}

const BookmarkJson = Schema.fromJsonString(Schema.toCodecJson(Bookmark))
const toJson = Schema.encodeSync(BookmarkJson)
const fromJson = Schema.decodeSync(BookmarkJson)

const resumptionOf = ({ bookmark, met }: Left): Resumption => ({ bookmark: fromJson(bookmark), met })

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
    let met = from?.met ?? []
    for (const page of pages) {
      ids = ids.concat(page.records.map(({ id }) => id))
      met = met.concat([page.met])
      lefts.push({ ids, met, bookmark: toJson(page.bookmark) })
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
        assert.deepStrictEqual(rest.offsets, [0, 50, 100, 150, 200].slice(place), "the last page is asked for again")
        assert.isFalse(rest.pages.some(({ isMoved }) => isMoved))
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
        assert.isTrue(rest.pages[0]?.isMoved)
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

  it.effect("counts a rejected record once, though it has no id", () =>
    Effect.gen(function* () {
      const broken = { type: "dnc_complaint", attributes: {} }
      const everyPage: Answer = (url) => {
        const ids = numbered(140).slice(offsetOf(url), offsetOf(url) + limitOf(url) - 1)
        return Response.json({ data: [...ids.map(complaintRecord), ...(ids.length === 0 ? [] : [broken])] })
      }
      const whole = yield* walkedPages(everyPage)
      assert.strictEqual(whole.pages.at(-1)?.report.rejected, 1)
      for (const left of whole.lefts.slice(0, -1)) {
        const rest = yield* walkedPages(everyPage, ComplaintQuery.default, left)
        assert.deepStrictEqual(rest.pages.at(-1)?.report, whole.pages.at(-1)?.report)
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
        [0, 50, 100, 150, 200, 200, 200, 201, 201, 201, 201, 201, 201]
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

  it.effect("does not take an empty page for the end where the list moved", () =>
    Effect.gen(function* () {
      const now = numbered(300).slice(60, 155)
      const first = yield* walkedPages((url) => pageOfList(numbered(300), url))
      const rest = yield* walkedPages((url) => pageOfList(now, url), ComplaintQuery.default, first.lefts[2])
      assert.deepStrictEqual(rest.ids, numbered(155))
    })
  )

  it.effect("sees by the ids of a page, rejected ones among them, that it came otherwise", () =>
    Effect.gen(function* () {
      const withRejected =
        (id: string): Answer =>
        (url) => {
          const all = [...numbered(49).map(complaintRecord), { id }, complaintRecord("last")]
          return Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
        }
      const first = yield* walkedPages(withRejected("x"))
      const text = JSON.stringify([50, [...numbered(49), "x"]])
      assert.strictEqual(first.pages[0]?.bookmark.page, bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32))
      const same = yield* walkedPages(withRejected("x"), ComplaintQuery.default, first.lefts[0])
      const other = yield* walkedPages(withRejected("y"), ComplaintQuery.default, first.lefts[0])
      assert.deepStrictEqual([same.pages[0]?.isMoved, other.pages[0]?.isMoved], [false, true])
    })
  )
})
