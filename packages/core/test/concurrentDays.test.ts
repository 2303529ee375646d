import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result, Stream } from "effect"
import {
  type ComplaintQuery,
  NoticeQuery,
  PublicRecords,
  type RejectedRecord,
  type StreamOptions,
  type WalkReport
} from "../src/index.ts"
import { createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { advanceUntil, clientOf, complaintRecord, fakeService, pageOfIds, type Respond } from "./FakeService.ts"
import { limitOf, offsetOf } from "./collectWalk.ts"
import { walkDays } from "../src/walk/walkDays.ts"
import { queryFor, range } from "./ranges.ts"

const days = ["2021-07-04", "2021-07-03", "2021-07-02", "2021-07-01"]
const perDay = 120
const week = queryFor({ _tag: "CreatedRange", created: range("2021-07-01", "2021-07-04") })
const dayOf = (url: URL) => String(url.searchParams.get("created_date_from")).replaceAll('"', "")
const idsOf = (day: string) => Array.from({ length: perDay }, (_, n) => `${day}#${n}`)
const all = days.flatMap(idsOf)

/** Returns the pages of days, or of all of them. The reported totals of some days can be missing or wrong. */
const pages =
  (totals: { readonly [day: string]: number | undefined } = {}): Respond =>
  (url) => {
    const to = String(url.searchParams.get("created_date_to")).replaceAll('"', "")
    const list = days.filter((day) => day >= dayOf(url) && day <= to).flatMap(idsOf)
    const meta = { "records-total": dayOf(url) in totals ? totals[dayOf(url)] : list.length }
    return pageOfIds(list.slice(offsetOf(url), offsetOf(url) + limitOf(url)), meta)
  }

/** A service whose responses take a second, and the largest number of requests at the same time. */
const slowService = (respond: Respond) => {
  let active = 0
  const most = { active: 0 }
  const service = fakeService((url, n) =>
    Effect.gen(function* () {
      most.active = Math.max(most.active, ++active)
      yield* Effect.sleep("1 second")
      const response = respond(url, n)
      return response instanceof Response ? response : yield* response
    }).pipe(Effect.ensuring(Effect.sync(() => active--)))
  )
  return { ...service, most, isActive: () => active > 0 }
}

/** Reads a query while time passes. */
const read = (
  service: ReturnType<typeof slowService>,
  query: ComplaintQuery,
  options: StreamOptions,
  take = Number.POSITIVE_INFINITY
) =>
  Effect.gen(function* () {
    const reports: Array<WalkReport> = []
    const ids: Array<string> = []
    const onReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
    const reading = PublicRecords.use(({ complaints }) =>
      complaints.stream(query, { ...options, onReport }).pipe(
        Stream.take(take),
        Stream.runForEach(({ id }) => Effect.sync(() => void ids.push(id)))
      )
    ).pipe(Effect.provide(clientOf(service)), Effect.result)
    const result = yield* advanceUntil(yield* Effect.forkChild(reading))
    const failure = result._tag === "Failure" ? result.failure.reason : undefined
    return { ids, reports, failure, days: service.arrivals.map(({ url }) => dayOf(url)) }
  })

describe("concurrency", () => {
  it.effect("is the number of days that are read at a time, and does not change the order of the records", () =>
    Effect.gen(function* () {
      for (const [concurrency, active] of [
        [1, 1],
        [2, 2],
        [3, 3],
        [9, 4]
      ] as const) {
        const service = slowService(pages())
        const { ids, reports } = yield* read(service, week, { concurrency })
        assert.deepStrictEqual(ids, all)
        assert.strictEqual(service.most.active, active)
        const requests = concurrency === 1 ? 10 : 12
        const same = { records: 480, duplicates: 0, rejected: 0, claimedTotal: 480, agrees: true, forgotten: 0 }
        assert.deepStrictEqual(reports, [{ ...same, requests }])
      }
      const oldestFirst = queryFor({ _tag: "CreatedRange", created: range("2021-07-01", "2021-07-04") }, "ASC")
      const { ids } = yield* read(slowService(pages()), oldestFirst, { concurrency: 2 })
      assert.deepStrictEqual(ids, days.toReversed().flatMap(idsOf))
    })
  )

  it.effect("reads each day again when the stream is run again", () =>
    Effect.gen(function* () {
      const service = fakeService(pages())
      const read = PublicRecords.use(({ complaints }) => {
        const stream = complaints.stream(week, { concurrency: 2 })
        return Effect.all([Stream.runCount(stream), Stream.runCount(stream)])
      })
      assert.deepStrictEqual(yield* Effect.provide(read, clientOf(service)), [480, 480])
      assert.strictEqual(service.arrivals.length, 24)
    })
  )

  it.effect("does not begin further days until their records are needed", () =>
    Effect.gen(function* () {
      const service = slowService(pages())
      const first = yield* read(service, week, { concurrency: 2 }, perDay)
      assert.deepStrictEqual(first.ids, idsOf("2021-07-04"))
      assert.deepStrictEqual(
        first.days.toSorted(),
        ["03", "03", "03", "04", "04", "04"].map((day) => `2021-07-${day}`)
      )
      const more = yield* read(slowService(pages()), week, { concurrency: 2 }, 2 * perDay + 1)
      assert.deepStrictEqual([...new Set(more.days)], days)
    })
  )

  it.effect("limits the days that wait in memory, however slow the first one is", () =>
    Effect.gen(function* () {
      const slowFirst: Respond = (url, n) => {
        const page = pages()(url, n)
        return dayOf(url) === days[0] && page instanceof Response ? Effect.as(Effect.sleep("9 seconds"), page) : page
      }
      const { days: begun, ids } = yield* read(slowService(slowFirst), week, { concurrency: 2 }, perDay)
      assert.deepStrictEqual(ids, idsOf("2021-07-04"))
      assert.deepStrictEqual([...new Set(begun)].toSorted(), ["2021-07-03", "2021-07-04"])
    })
  )

  it.effect("returns the records of a page before the rest of its day is read", () =>
    Effect.gen(function* () {
      const { days, ids } = yield* read(slowService(pages()), week, { concurrency: 2 }, 50)
      assert.deepStrictEqual(ids, all.slice(0, 50))
      assert.isBelow(days.length, 6)
    })
  )

  it.effect("reports a total only if every day has one", () =>
    Effect.gen(function* () {
      const known = yield* read(slowService(pages()), week, { concurrency: 4 })
      assert.deepStrictEqual([known.reports[0]?.claimedTotal, known.reports[0]?.agrees], [480, true])
      const unknown = yield* read(slowService(pages({ "2021-07-02": undefined, "2021-07-03": 121 })), week, {
        concurrency: 4
      })
      const wrong = yield* read(slowService(pages({ "2021-07-03": 121 })), week, { concurrency: 4 })
      assert.deepStrictEqual([wrong.reports[0]?.claimedTotal, wrong.reports[0]?.agrees], [481, false])
      assert.deepStrictEqual([unknown.reports[0]?.claimedTotal, unknown.reports[0]?.agrees], [null, null])
      assert.strictEqual(unknown.reports[0]?.records, 480)
      const left = yield* read(slowService(pages()), week, { concurrency: 2 }, perDay)
      assert.deepStrictEqual(
        [left.reports.length, left.reports[0]?.claimedTotal, left.reports[0]?.agrees],
        [1, null, null]
      )
    })
  )

  it.effect("reports the sums of all days", () =>
    Effect.gen(function* () {
      const report = { records: 3, requests: 2, duplicates: 1, rejected: 4, claimedTotal: 7, forgotten: 5 }
      for (const [agrees, ofAll] of [
        [[true, true], true],
        [[true, false], false],
        [[false, true], false],
        [[null, true], null],
        [[true, null], null]
      ] as const) {
        const reports: Array<WalkReport> = []
        const onReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
        const walk = walkDays(agrees, 1, onReport, (agrees, onDayReport) =>
          Stream.ensuring(Stream.empty, onDayReport({ ...report, agrees }))
        )
        yield* Stream.runDrain(walk)
        assert.deepStrictEqual(reports, [
          { records: 6, requests: 4, duplicates: 2, rejected: 8, claimedTotal: 14, forgotten: 10, agrees: ofAll }
        ])
      }
    })
  )

  it.effect("fails after the records before the failure, and stops all days", () =>
    Effect.gen(function* () {
      const failing: Respond = (url, n) =>
        dayOf(url) === "2021-07-03" && offsetOf(url) > 0 ? new Response("{}", { status: 400 }) : pages()(url, n)
      const service = slowService(failing)
      const { days, failure, ids, reports } = yield* read(service, week, { concurrency: 3 })
      assert.strictEqual(failure?._tag, "BadRequest")
      assert.deepStrictEqual(ids, all.slice(0, perDay + 50))
      assert.strictEqual(reports.length, 1)
      assert.isFalse(days.includes("2021-07-01") && service.isActive())
    })
  )

  it.effect("fails even if the consumer was busy when the reading failed", () =>
    Effect.gen(function* () {
      for (const failing of ["first", "last"]) {
        const got: Array<string> = []
        const walk = walkDays(["first", "last"], 2, undefined, (day) =>
          Stream.concat(Stream.make(day), day === failing ? Stream.fail("a failure") : Stream.empty)
        )
        const slowly = Stream.runForEach(walk, (day) => Effect.as(Effect.sleep("1 second"), void got.push(day)))
        const result = yield* advanceUntil(yield* Effect.forkChild(Effect.result(slowly)))
        assert.deepStrictEqual(result, Result.fail("a failure"))
        assert.deepStrictEqual(got, failing === "first" ? ["first"] : ["first", "last"])
      }
    })
  )

  it.effect("stops all days when the consumer stops or is interrupted", () =>
    Effect.gen(function* () {
      for (const isInterrupted of [false, true]) {
        const service = slowService(pages())
        const reports: Array<WalkReport> = []
        const reading = PublicRecords.use(({ complaints }) =>
          complaints
            .stream(week, { concurrency: 3, onReport: (report) => Effect.sync(() => void reports.push(report)) })
            .pipe(Stream.take(isInterrupted ? all.length : 1), Stream.runDrain)
        ).pipe(Effect.provide(clientOf(service)))
        const fiber = yield* Effect.forkChild(reading)
        if (isInterrupted) {
          yield* Effect.yieldNow
          while (service.arrivals.length < 3) yield* Effect.promise(() => new Promise(setImmediate))
          yield* Fiber.interrupt(fiber)
        } else yield* advanceUntil(fiber)
        assert.isFalse(service.isActive())
        const sent = service.arrivals.length
        yield* advanceUntil(yield* Effect.forkChild(Effect.sleep("1 minute")))
        assert.strictEqual(service.arrivals.length, sent)
        assert.strictEqual(reports.length, 1)
      }
    })
  )

  it.effect("sends no further request when the consumer stops and its client remains open", () =>
    Effect.gen(function* () {
      const service = slowService(pages())
      const reading = PublicRecords.use(({ complaints }) =>
        Effect.gen(function* () {
          yield* complaints.stream(week, { concurrency: 3 }).pipe(Stream.take(1), Stream.runDrain)
          assert.isFalse(service.isActive())
          const sent = service.arrivals.length
          yield* Effect.sleep("1 minute")
          assert.strictEqual(service.arrivals.length, sent)
          return yield* Stream.runCount(complaints.stream(week, { concurrency: 3 }))
        })
      ).pipe(Effect.provide(clientOf(service)))
      assert.strictEqual(yield* advanceUntil(yield* Effect.forkChild(reading)), all.length)
    })
  )

  it.effect("reports the rejected records and the duplicates of every day", () =>
    Effect.gen(function* () {
      const withFaults: Respond = (url) => {
        const day = dayOf(url)
        const data = [complaintRecord(day), { id: `broken ${day}` }, complaintRecord(day)]
        return Response.json({ data: offsetOf(url) === 0 ? data : [], meta: { "records-total": 2 } })
      }
      const found: Array<string> = []
      const keep = (id: unknown) => Effect.sync(() => void found.push(JSON.stringify(id)))
      const options = { concurrency: 2, onDropped: keep, onRejected: ({ raw }: RejectedRecord) => keep(raw) }
      const { reports } = yield* read(slowService(withFaults), week, options)
      assert.deepStrictEqual(found.toSorted(), days.flatMap((day) => [`"${day}"`, `{"id":"broken ${day}"}`]).toSorted())
      assert.deepInclude(reports[0], { records: 4, duplicates: 4, rejected: 4 })
    })
  )

  it.effect("has no effect on a query without a range of days, or with an offset", () =>
    Effect.gen(function* () {
      const queries = [
        queryFor({ _tag: "None" }),
        queryFor({ _tag: "CreatedRange", created: range("2021-07-02", "2021-07-02") }),
        week.withOffset(1)
      ]
      for (const query of queries) {
        const requests = []
        for (const concurrency of [1, 3]) {
          const service = fakeService(pages())
          const count = PublicRecords.use(({ complaints }) =>
            Stream.runCount(complaints.stream(query, { concurrency }))
          )
          yield* Effect.provide(count, clientOf(service))
          requests.push(service.arrivals.map(({ url }) => url.search))
        }
        assert.deepStrictEqual(requests[1], requests[0])
      }
      const service = fakeService(() => pageOfIds([], { "records-total": 0 }))
      const notices = PublicRecords.use(({ notices }) =>
        Stream.runCount(notices.stream(NoticeQuery.default, { concurrency: 3 }))
      )
      assert.strictEqual(yield* Effect.provide(notices, clientOf(service)), 0)
    })
  )

  it("is refused unless it is an integer of 1 or more", async () => {
    const service = fakeFetch(({ searchParams }) => pageOfIds(searchParams.get("offset") === "0" ? ["a"] : []))
    const { complaints } = createClient({ apiKey: "canary-key-0123456789", fetch: service.fetch, logLevel: "off" })
    for (const [value, shown] of [
      [0, "0"],
      [1.5, "1.5"],
      ["2", '"2"'],
      [Number.POSITIVE_INFINITY, "Infinity"],
      [null, "null"]
    ] as const) {
      const options: object = { concurrency: value }
      const error = await rejection(complaints.stream({ createdDate: "2021-07-01" }, options).toArray({ limit: 1 }))
      assert.instanceOf(error, PublicRecordsError)
      assert.include(error.message, `concurrency must be an integer of 1 or more, not ${shown}.`)
    }
    assert.strictEqual(service.sent.length, 0)
    assert.strictEqual((await complaints.stream({}, { concurrency: 1 }).toArray({ limit: 1 })).length, 1)
    const misplaced: object = { concurrency: 2 }
    const pagesError = await rejection(complaints.pages({}, misplaced)[Symbol.asyncIterator]().next())
    assert.include(String(pagesError), 'A walk of pages has no option "concurrency"')
  })

  it("is an option of streams with Promises", async () => {
    const service = fakeFetch((url) => {
      const response = pages()(url, 0)
      if (!(response instanceof Response)) throw new Error("not a response")
      return response
    })
    const { complaints } = createClient({ apiKey: "canary-key-0123456789", fetch: service.fetch, logLevel: "off" })
    const query = { createdFrom: "2021-07-01", createdTo: "2021-07-04" }
    const stream = complaints.stream(query, { concurrency: 2 })
    const ids: Array<string> = []
    for await (const { id } of stream) ids.push(id)
    assert.deepStrictEqual(ids, all)
    assert.strictEqual((await stream.report).requests, 12)
    const left = complaints.stream(query, { concurrency: 2 })
    for await (const { id } of left) if (id === all[perDay]) break
    assert.strictEqual((await left.report).agrees, null)
  })
})
