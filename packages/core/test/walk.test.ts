import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Ref, Stream } from "effect"
import { ComplaintQuery, PublicRecords, type WalkReport } from "../src/index.ts"
import { type Answer, clientOf, complaintRecord, fakeService, pageOfIds } from "./FakeService.ts"

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

const offsetOf = (url: URL) => Number(url.searchParams.get("offset"))
const limitOf = (url: URL) => Number(url.searchParams.get("items_per_page"))

/** Walks every complaint of a service that answers so. */
const walked = (answer: Answer, query = ComplaintQuery.default, take = Number.POSITIVE_INFINITY) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const report = yield* Ref.make<ReadonlyArray<WalkReport>>([])
    const result = yield* PublicRecords.use((records) =>
      records.complaints.stream(query, { onReport: (told) => Ref.update(report, (before) => [...before, told]) }).pipe(
        Stream.take(take),
        Stream.map(({ id }) => id),
        Stream.runCollect
      )
    ).pipe(Effect.provide(clientOf(service)), Effect.result)
    const reports = yield* Ref.get(report)
    assert.strictEqual(reports.length, 1, "told once")
    return {
      ids: result._tag === "Success" ? result.success : [],
      failure: result._tag === "Failure" ? result.failure.reason._tag : undefined,
      report: reports[0],
      offsets: service.arrivals.map(({ url }) => offsetOf(url))
    }
  })

/** A well-behaved list that names its total. */
const listOf =
  (all: ReadonlyArray<string>, cap = 50): Answer =>
  (url) =>
    pageOfIds(all.slice(offsetOf(url), offsetOf(url) + Math.min(cap, limitOf(url))), { "records-total": all.length })

describe("walk", () => {
  it.effect("yields every record once, in order, and spares the empty page after a short one", () =>
    Effect.gen(function* () {
      const { ids, report, offsets } = yield* walked(listOf(numbered(120)))
      assert.deepStrictEqual(ids, numbered(120))
      assert.deepStrictEqual(offsets, [0, 50, 100])
      assert.deepStrictEqual(report, {
        records: 120,
        requests: 3,
        duplicates: 0,
        rejected: 0,
        claimedTotal: Option.some(120),
        agrees: Option.some(true)
      })
    })
  )

  it.effect("loses nothing where the service gives less than was asked", () =>
    Effect.gen(function* () {
      const { ids, offsets } = yield* walked(listOf(numbered(25), 10))
      assert.deepStrictEqual(ids, numbered(25))
      assert.deepStrictEqual(offsets, [0, 10, 20])
    })
  )

  it.effect("goes on past a claimed total that is too small", () =>
    Effect.gen(function* () {
      const all = numbered(100)
      const { ids, report } = yield* walked((url) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50), { "records-total": 50 })
      )
      assert.deepStrictEqual(ids, all)
      assert.deepStrictEqual(report?.agrees, Option.some(false))
    })
  )

  it.effect("goes on to an empty page where the service claims no total", () =>
    Effect.gen(function* () {
      const all = numbered(60)
      const { ids, offsets, report } = yield* walked((url) => pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50)))
      assert.deepStrictEqual(ids, all)
      assert.deepStrictEqual(offsets, [0, 50, 60])
      assert.deepStrictEqual(report?.agrees, Option.none())
    })
  )

  it.effect("ends at a first page that is short only where the total agrees", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* walked(listOf(numbered(7)))).offsets, [0])
      const unknown = yield* walked((url) => pageOfIds(offsetOf(url) === 0 ? numbered(7) : []))
      assert.deepStrictEqual(unknown.offsets, [0, 7])
    })
  )

  it.effect("drops records that overlapping pages repeat, counts them, and loses none behind them", () =>
    Effect.gen(function* () {
      const all = numbered(190)
      const overlapping =
        (isEarly: (n: number) => boolean): Answer =>
        (url, n) => {
          const start = Math.max(0, offsetOf(url) - (isEarly(n) ? 1 : 0))
          return pageOfIds(all.slice(start, start + 50))
        }
      for (const isEarly of [() => true, (n: number) => n === 1, (n: number) => n % 2 === 1]) {
        const { ids, report } = yield* walked(overlapping(isEarly))
        assert.deepStrictEqual(ids, all)
        assert.isAbove(report?.duplicates ?? 0, 0)
      }
    })
  )

  it.effect("loses none behind a record that is twice in a page", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { ids, report } = yield* walked((url, n) => {
        const page = all.slice(offsetOf(url), offsetOf(url) + 50)
        return pageOfIds(n === 1 ? [...page.slice(0, 1), ...page] : page)
      })
      assert.deepStrictEqual(ids, all)
      assert.strictEqual(report?.duplicates, 1)
    })
  )

  it.effect("counts what new records push down, and does not chase them", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = ["new-1", "new-2", ...before]
      const named = yield* walked((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(named.ids, before)
      assert.deepStrictEqual(named.offsets, [0, 50, 100, 122])
      assert.strictEqual(named.report?.duplicates, 2)
      const unnamed = yield* walked((url, n) => {
        const all = n === 0 ? before : after
        return pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50))
      })
      assert.deepStrictEqual(unnamed.ids, before)
    })
  )

  it.effect("goes back by as much as the claimed total fell", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = before.slice(5)
      const { ids } = yield* walked((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(ids, before)
    })
  )

  it.effect("stops at the third page in a row that brings nothing new", () =>
    Effect.gen(function* () {
      const { failure, offsets } = yield* walked(() => pageOfIds(numbered(50)))
      assert.strictEqual(failure, "WalkStalled")
      assert.deepStrictEqual(offsets, [0, 50, 100, 150])
    })
  )

  it.effect("ends at an empty page, even after two that brought nothing new", () =>
    Effect.gen(function* () {
      const { ids, failure } = yield* walked((url) => pageOfIds(offsetOf(url) < 150 ? numbered(50) : []))
      assert.deepStrictEqual(ids, numbered(50))
      assert.strictEqual(failure, undefined)
    })
  )

  it.effect("stops where the claimed total falls without end", () =>
    Effect.gen(function* () {
      const all = numbered(500)
      const { failure } = yield* walked((url, n) =>
        pageOfIds(all.slice(offsetOf(url), offsetOf(url) + 50), { "records-total": 500 - n })
      )
      assert.strictEqual(failure, "WalkStalled")
    })
  )

  it.effect("counts a rejected record and goes past it", () =>
    Effect.gen(function* () {
      const { ids, report } = yield* walked((url) =>
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
      assert.deepStrictEqual(report?.agrees, Option.some(true))
    })
  )

  it.effect("begins where the query does", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* walked(
        listOf(numbered(120)),
        ComplaintQuery.default.withOffset(95).withLimit(20)
      )
      assert.deepStrictEqual(ids, numbered(120).slice(95))
      assert.deepStrictEqual(offsets, [95, 115])
      assert.deepStrictEqual(report?.agrees, Option.some(true))
    })
  )

  it.effect("fetches no page that its reader does not need, and reports when the reader leaves", () =>
    Effect.gen(function* () {
      const { ids, offsets, report } = yield* walked(listOf(numbered(500)), ComplaintQuery.default, 60)
      assert.deepStrictEqual(ids, numbered(60))
      assert.deepStrictEqual(offsets, [0, 50])
      assert.deepStrictEqual(report?.agrees, Option.none())
    })
  )
})
