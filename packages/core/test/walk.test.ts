import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { complaintRecord, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList, collectWalk } from "./collectWalk.ts"

describe("walk", () => {
  it.effect("returns every record once, in order, without an empty page after a short one", () =>
    Effect.gen(function* () {
      const { ids, report, offsets } = yield* collectWalk(listOf(numbered(120)))
      assert.deepStrictEqual(ids, numbered(120))
      assert.deepStrictEqual(offsets, [0, 49, 98])
      assert.deepStrictEqual(report, {
        records: 120,
        requests: 3,
        duplicates: 0,
        rejected: 0,
        claimedTotal: 120,
        agrees: true
      })
    })
  )

  it.effect("counts each record that the service repeated, but none that the walk requested again", () =>
    Effect.gen(function* () {
      const all = numbered(230)
      const { ids, report } = yield* collectWalk((url) =>
        pageOfList(all, url, { "records-total": 230 }, offsetOf(url) === 49 ? 2 : 0)
      )
      assert.deepStrictEqual(ids, all)
      assert.strictEqual(report?.duplicates, 2)
    })
  )

  it.effect("loses no records if the service returns smaller pages", () =>
    Effect.gen(function* () {
      const { ids, offsets } = yield* collectWalk(listOf(numbered(25), 10))
      assert.deepStrictEqual(ids, numbered(25))
      assert.deepStrictEqual(offsets, [0, 9, 18])
    })
  )

  it.effect("continues beyond a reported total that is too small", () =>
    Effect.gen(function* () {
      const all = numbered(100)
      const { ids, report } = yield* collectWalk((url) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50), { "records-total": 50 })
      )
      assert.deepStrictEqual(ids, all)
      assert.deepStrictEqual(report?.agrees, false)
    })
  )

  it.effect("confirms the end without a reported total", () =>
    Effect.gen(function* () {
      const all = numbered(60)
      const { ids, offsets, report } = yield* collectWalk((url) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50))
      )
      assert.deepStrictEqual(ids, all)
      assert.deepStrictEqual(offsets, [0, 49, 59, 58])
      assert.deepStrictEqual(report?.agrees, null)
    })
  )

  it.effect("ends at a short first page only if the total agrees", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* collectWalk(listOf(numbered(7)))).offsets, [0])
      const empty = yield* collectWalk(listOf([]))
      assert.deepStrictEqual([empty.offsets, empty.report?.agrees], [[0], true])
      const unknown = yield* collectWalk((url) => pageOfList(numbered(7), url))
      assert.deepStrictEqual(unknown.offsets, [0, 6, 5])
    })
  )

  it.effect("continues beyond short pages and a reported total that grows", () =>
    Effect.gen(function* () {
      const all = numbered(333)
      const sizes = [50, 13, 40, 2, 50, 31, 1, 50]
      const { ids, failure, report } = yield* collectWalk((url, n) => {
        const size = Math.min(limitOf(url), sizes[n % sizes.length] ?? 50)
        const some = all.slice(offsetOf(url), offsetOf(url) + size)
        return pageOfIds(some, { "records-total": offsetOf(url) + some.length })
      })
      assert.strictEqual(failure, undefined)
      assert.deepStrictEqual(ids, all)
      assert.deepStrictEqual(report?.agrees, true)
    })
  )

  it.effect("confirms the end if the reported total is too large, invalid or missing", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const claims = [() => 500, () => ({ _id: "84e5", seq: 19_479_399 }), (n: number) => (n === 0 ? 120 : undefined)]
      for (const [index, claim] of claims.entries()) {
        const { ids, offsets, report } = yield* collectWalk((url, n) =>
          pageOfList(all, url, { "record-total": claim(n) })
        )
        assert.deepStrictEqual(ids, all)
        assert.deepStrictEqual(offsets, [0, 49, 98, 119, 118])
        const agrees = [false, null, true][index]
        assert.deepStrictEqual(report?.agrees, agrees)
      }
    })
  )

  it.effect("does not end at a short page in the middle, even if the reported total is too small", () =>
    Effect.gen(function* () {
      const all = numbered(190)
      const { ids } = yield* collectWalk((url, n) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + (n === 1 ? 30 : 50)), { "records-total": 50 })
      )
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect("ignores a reported total that its first page exceeds", () =>
    Effect.gen(function* () {
      const all = numbered(90)
      const { ids } = yield* collectWalk((url) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 30), { "records-total": 3 })
      )
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect("works with overlapping pages of any size", () =>
    Effect.gen(function* () {
      const all = numbered(23)
      for (const limit of [1, 2, 3, 20]) {
        const plain = yield* collectWalk(listOf(all), ComplaintQuery.default.withLimit(limit))
        assert.deepStrictEqual(plain.ids, all)
        assert.isTrue(plain.limits.slice(1).every((asked) => asked === limit + 1))
        const { ids, limits } = yield* collectWalk(
          (url, n) => pageOfList(all, url, undefined, n % 3 === 1 ? 1 : 0),
          ComplaintQuery.default.withLimit(limit)
        )
        assert.deepStrictEqual(ids, all)
        assert.isAtMost(Math.max(...limits), 50)
      }
    })
  )

  it.effect("counts a rejected record and continues after it", () =>
    Effect.gen(function* () {
      const { ids, report } = yield* collectWalk((url) =>
        offsetOf(url) === 0
          ? Response.json({
              data: [complaintRecord("a"), { type: "dnc_complaint" }, complaintRecord("b")],
              meta: { "records-total": 3 }
            })
          : pageOfIds([])
      )
      assert.deepStrictEqual(ids, ["a", "b"])
      assert.strictEqual(report?.rejected, 1)
      assert.strictEqual(report?.requests, 1)
      assert.deepStrictEqual(report?.agrees, true)
    })
  )

  it.effect("reports each rejected record once: by its id, or by its position on the page", () =>
    Effect.gen(function* () {
      const broken = [{ type: "dnc_complaint" }, { type: "dnc_complaint", id: "x" }, { type: "other" }]
      const all = [broken[0], complaintRecord("a"), broken[1], broken[0], broken[2], complaintRecord("a"), broken[1]]
      const { ids, rejected, report, failure } = yield* collectWalk((url) =>
        Response.json({ data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)) })
      )
      assert.strictEqual(failure, undefined)
      assert.deepStrictEqual(ids, ["a"])
      assert.deepStrictEqual(rejected, [broken[0], broken[1], broken[0], broken[2]])
      assert.deepStrictEqual([report?.records, report?.rejected], [1, 4])
    })
  )

  it.effect("counts identical records without an id separately, and sends no additional request for them", () =>
    Effect.gen(function* () {
      const unreadable = { type: "dnc_complaint", attributes: {} }
      for (const at of [10, 47, 49, 90]) {
        const records: ReadonlyArray<unknown> = numbered(120).map(complaintRecord)
        const all = records.toSpliced(at, 0, unreadable, unreadable, unreadable)
        const { ids, offsets, rejected, report } = yield* collectWalk((url) =>
          Response.json({
            data: all.slice(offsetOf(url), offsetOf(url) + limitOf(url)),
            meta: { "records-total": 123 }
          })
        )
        assert.deepStrictEqual(ids, numbered(120))
        assert.deepStrictEqual(rejected, [unreadable, unreadable, unreadable])
        assert.deepStrictEqual([report?.rejected, report?.duplicates], [3, 0])
        assert.deepStrictEqual(report?.agrees, true)
        assert.strictEqual(offsets.length, 3)
      }
    })
  )

  it.effect("reads a list without ids by position", () =>
    Effect.gen(function* () {
      for (const limit of [50, 20, 3]) {
        const { rejected, report } = yield* collectWalk((url) => {
          const page = Array.from({ length: 70 }, (_, type) => ({ type })).slice(
            offsetOf(url),
            offsetOf(url) + limitOf(url)
          )
          return Response.json({ data: page, meta: { "records-total": 70 } })
        }, ComplaintQuery.default.withLimit(limit))
        assert.deepStrictEqual(
          rejected,
          Array.from({ length: 70 }, (_, type) => ({ type }))
        )
        assert.strictEqual(report?.duplicates, 0)
      }
    })
  )

  it.effect("ends at an empty first page if the total agrees or if it is repeated", () =>
    Effect.gen(function* () {
      const unknown = yield* collectWalk(() => pageOfIds([]))
      assert.deepStrictEqual([unknown.offsets, unknown.ids], [[0, 0], []])
      const all = numbered(7)
      const late = yield* collectWalk((url, n) =>
        n === 0 ? pageOfIds([], { "records-total": 7 }) : listOf(all)(url, n)
      )
      assert.deepStrictEqual([late.offsets, late.ids], [[0, 0], all])
      assert.deepStrictEqual(late.report?.agrees, true)
      const claimed = yield* collectWalk(() => pageOfIds([], { "records-total": 7 }))
      assert.deepStrictEqual([claimed.offsets, claimed.report?.agrees], [[0, 0], false])
    })
  )

  it.effect("does not report rejected records of a discarded page until it reads them", () =>
    Effect.gen(function* () {
      const all = [...numbered(50), "broken", ...numbered(120).slice(50)]
      const { ids, rejected } = yield* collectWalk((url, n) => {
        const now = n === 0 ? all : all.slice(3)
        const page = now.slice(offsetOf(url), offsetOf(url) + 50)
        return Response.json({
          data: page.map((id) => (id === "broken" ? { id } : complaintRecord(id))),
          meta: { "records-total": now.length }
        })
      })
      assert.deepStrictEqual(ids, numbered(120))
      assert.deepStrictEqual(rejected, [{ id: "broken" }])
    })
  )

  it.effect("begins at the query's offset", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* collectWalk(
        listOf(numbered(120)),
        ComplaintQuery.default.withOffset(95).withLimit(20)
      )
      assert.deepStrictEqual(ids, numbered(120).slice(95))
      assert.deepStrictEqual(offsets, [95, 114])
      assert.deepStrictEqual(report?.agrees, true)
    })
  )

  it.effect("ends at the first page if the query's offset is after the last record", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* collectWalk(listOf(numbered(20)), ComplaintQuery.default.withOffset(50))
      assert.deepStrictEqual([ids, offsets], [[], [50]])
      assert.deepStrictEqual([report?.claimedTotal, report?.agrees], [20, true])
    })
  )

  it.effect("fetches pages on demand, and reports when its consumer stops", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* collectWalk(listOf(numbered(500)), ComplaintQuery.default, 60)
      assert.deepStrictEqual(ids, numbered(60))
      assert.deepStrictEqual(offsets, [0, 49])
      assert.deepStrictEqual(report?.agrees, null)
    })
  )
})
