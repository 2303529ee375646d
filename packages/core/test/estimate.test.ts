import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Stream } from "effect"
import { ComplaintQuery, NoticeQuery, type PublicRecords } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
import { queryFor } from "./ranges.ts"
import { withClient } from "./withClient.ts"

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

describe("estimate", () => {
  const list = (url: URL) =>
    pageOfIds(numbered(120).slice(0, Number(url.searchParams.get("items_per_page"))), { "records-total": 120 })

  it.effect("requests a page of one record and returns records, pages, requests and time", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (url) => Effect.as(Effect.sleep("2 seconds"), list(url)),
        ({ complaints }) => complaints.estimate(ComplaintQuery.default)
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, {
        records: Option.some(120),
        pages: Option.some(3),
        requests: Option.some(3),
        time: Option.some(Duration.seconds(6))
      })
      assert.deepStrictEqual(
        arrivals.map(({ url }) => url.searchParams.get("items_per_page")),
        ["1"]
      )
    })
  )

  it.effect("sends no request if a page of the query was read, and counts from the query's offset", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(list, ({ complaints }) =>
        Effect.andThen(
          complaints.page(ComplaintQuery.default.withOffset(50)),
          complaints.estimate(ComplaintQuery.default.withOffset(20).withLimit(10))
        )
      )
      assert.strictEqual(arrivals.length, 1)
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(100))
      assert.deepStrictEqual(result._tag === "Success" && result.success.pages, Option.some(10))
      assert.deepStrictEqual(result._tag === "Success" && result.success.requests, Option.some(11))
    })
  )

  it.effect("sends no request for notices if another page of the list was read", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => Response.json({ data: [], meta: { count: 120 } }),
        ({ notices }) =>
          Effect.andThen(
            notices.page(NoticeQuery.default.withOffset(150)),
            notices.estimate(NoticeQuery.default.withLimit(10))
          )
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(120))
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("sends no request if an empty page with a total was read", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds([], { "records-total": 20 }),
        ({ complaints }) =>
          Effect.andThen(
            complaints.page(ComplaintQuery.default.withOffset(50)),
            complaints.estimate(ComplaintQuery.default)
          )
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(20))
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("counts no records if the first page is empty, whatever its total", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        () => pageOfIds([], { "records-total": 20 }),
        ({ complaints }) => complaints.estimate(ComplaintQuery.default)
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(0))
    })
  )

  it.effect("sends no request if the page that was read had no total", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(["a"]),
        ({ complaints }) =>
          Effect.andThen(complaints.page(ComplaintQuery.default), complaints.estimate(ComplaintQuery.default))
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.none())
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("sends no request if the list was read by a stream or page by page", () =>
    Effect.gen(function* () {
      const query = ComplaintQuery.default
      const reads = [
        ({ complaints }: PublicRecords["Service"]) => Stream.runDrain(Stream.take(complaints.stream(query), 1)),
        ({ complaints }: PublicRecords["Service"]) => Stream.runDrain(Stream.take(complaints.pages(query), 1))
      ]
      for (const read of reads) {
        const { result, arrivals } = yield* withClient(list, (client) =>
          Effect.andThen(read(client), client.complaints.estimate(query))
        )
        assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(120))
        assert.strictEqual(arrivals.length, 1)
      }
    })
  )

  it.effect("remembers the total of each list separately", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        ({ searchParams }) => pageOfIds(["a"], { "records-total": searchParams.get("area_code") === "614" ? 120 : 7 }),
        ({ complaints }) =>
          Effect.gen(function* () {
            const queries = [614, 330].map((areaCode) => queryFor({ _tag: "ByAreaCode", areaCode }))
            for (const query of queries) yield* complaints.page(query)
            return yield* Effect.forEach(queries, (query) => complaints.estimate(query))
          })
      )
      const records = result._tag === "Success" ? result.success.map((estimate) => estimate.records) : []
      assert.deepStrictEqual(records, [Option.some(120), Option.some(7)])
      assert.strictEqual(arrivals.length, 2)
    })
  )

  it.effect("returns the number of requests that a walk sends", () =>
    Effect.gen(function* () {
      for (const [total, limit, requests] of [
        [0, 50, 1],
        [49, 50, 1],
        [50, 50, 2],
        [98, 50, 2],
        [99, 50, 3],
        [38, 20, 2],
        [39, 20, 3],
        [40, 20, 3],
        [96, 49, 2],
        [97, 49, 3],
        [98, 49, 3],
        [1, 1, 2],
        [2, 1, 3],
        [1, 2, 1],
        [3, 2, 3],
        [4, 2, 3]
      ] as const) {
        const query = ComplaintQuery.default.withLimit(limit)
        const { result, arrivals } = yield* withClient(
          (url) => {
            const offset = Number(url.searchParams.get("offset"))
            const size = Number(url.searchParams.get("items_per_page"))
            return pageOfIds(numbered(total).slice(offset, offset + size), { "records-total": total })
          },
          ({ complaints }) => Effect.tap(complaints.estimate(query), () => Stream.runDrain(complaints.stream(query)))
        )
        assert.deepStrictEqual(
          result._tag === "Success" && [result.success.requests, arrivals.length - 1],
          [Option.some(requests), requests],
          `${total} records in pages of ${limit}`
        )
      }
    })
  )

  it.effect("includes the wait for the budget in the time", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(list, ({ complaints }) => complaints.estimate(ComplaintQuery.default), {
        requestsPerHour: 2
      })
      const time = result._tag === "Success" ? result.success.time : Option.none()
      // One request was sent. Of the next three, one is sent immediately and two in an hour.
      assert.deepStrictEqual(Option.map(time, Duration.toHours), Option.some(1))
    })
  )

  it.effect("counts the latency of only the last hour's requests, because earlier ones run during the wait", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        (url) => Effect.as(Effect.sleep("1 second"), list(url)),
        ({ complaints }) => complaints.estimate(ComplaintQuery.default.withLimit(5)),
        { requestsPerHour: 10 }
      )
      const time = result._tag === "Success" ? result.success.time : Option.none()
      // 25 requests: 10 in each of two hours, and 5 seconds for the remaining 5.
      assert.deepStrictEqual(Option.map(time, Duration.toSeconds), Option.some(2 * 3600 + 5))
    })
  )

  it.effect("starts with the lower latency of the first two responses, because the first one also connects", () =>
    Effect.gen(function* () {
      const latencies = ["8 seconds", "1 second"] as const
      let sent = 0
      const { result } = yield* withClient(
        (url) => Effect.as(Effect.sleep(latencies[sent++] ?? "1 second"), list(url)),
        ({ complaints }) =>
          Effect.andThen(
            Effect.andThen(
              complaints.page(ComplaintQuery.default),
              complaints.page(ComplaintQuery.default.withOffset(50))
            ),
            complaints.estimate(ComplaintQuery.default)
          )
      )
      const time = result._tag === "Success" ? result.success.time : Option.none()
      assert.deepStrictEqual(Option.map(time, Duration.toSeconds), Option.some(3))
    })
  )

  it.effect("is unknown without a total, and zero for an empty list", () =>
    Effect.gen(function* () {
      const unknown = yield* withClient(
        () => Response.json({ data: [], meta: {} }),
        ({ notices }) => notices.estimate(NoticeQuery.default.withOffset(50))
      )
      assert.deepStrictEqual(unknown.result._tag === "Success" && unknown.result.success.records, Option.some(0))
      const silent = yield* withClient(
        () => pageOfIds(["a"]),
        ({ complaints }) => complaints.estimate(ComplaintQuery.default)
      )
      assert.deepStrictEqual(silent.result._tag === "Success" && silent.result.success, {
        records: Option.none(),
        pages: Option.none(),
        requests: Option.none(),
        time: Option.none()
      })
    })
  )
})

describe("the deadline of a walk", () => {
  it.effect("fails it after the first page if the service is too slow to meet it", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => Effect.as(Effect.sleep("5 seconds"), pageOfIds(numbered(50), { "records-total": 120 })),
        ({ complaints }) =>
          Effect.flip(Stream.runDrain(complaints.stream(ComplaintQuery.default, { deadline: "14 seconds" })))
      )
      assert.match(result._tag === "Success" ? result.success.message : "", /2 requests remain/)
      assert.strictEqual(arrivals.length, 1)
    })
  )

  for (const [what, offset, expected, requests] of [
    ["fails it before its first page if a total is known that it cannot reach", 0, "DeadlineExceeded", 1],
    ["does not concern the records before its offset", 100, 20, 2]
  ] as const) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          (url) => {
            const from = Number(url.searchParams.get("offset"))
            const page = pageOfIds(numbered(120).slice(from, from + 50), { "records-total": 120 })
            return Effect.as(Effect.sleep("1 second"), page)
          },
          ({ complaints }) => {
            const query = ComplaintQuery.default.withOffset(offset)
            const walk = Stream.runCount(complaints.stream(query, { deadline: "2500 millis" }))
            return Effect.andThen(complaints.page(ComplaintQuery.default), walk)
          }
        )
        assert.strictEqual(result._tag === "Success" ? result.success : result.failure.code, expected)
        assert.strictEqual(arrivals.length, requests)
      })
    )
  }

  it.effect("does not fail it as long as the fastest responses so far would meet it", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { result } = yield* withClient(
        (url, n) => {
          const offset = Number(url.searchParams.get("offset"))
          const page = pageOfIds(all.slice(offset, offset + 50), { "records-total": 120 })
          return Effect.as(Effect.sleep(n > 0 && n < 9 ? "9 seconds" : "1 second"), page)
        },
        ({ complaints }) =>
          Effect.gen(function* () {
            for (let offset = 0; offset < 9; offset++) yield* complaints.page(ComplaintQuery.default.withOffset(offset))
            return yield* Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline: "6 seconds" }))
          })
      )
      assert.strictEqual(result._tag === "Success" && result.success, 120)
    })
  )

  it.effect("does not affect one that needs no request after the first page", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(["a"], { "records-total": 1 }),
        ({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline: "1 minute" })),
        { requestsPerHour: 1 }
      )
      assert.deepStrictEqual([result._tag === "Success" && result.success, arrivals.length], [1, 1])
    })
  )
})

describe("timeFor", () => {
  const one = () => pageOfIds(["a"], { "records-total": 1 })
  const twoRequests = { requestsPerHour: 2 }

  it.effect("is unknown before the first response, and 0 for no requests", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(one, ({ timeFor }) => Effect.all([timeFor(0), timeFor(1)]))
      assert.deepStrictEqual(result._tag === "Success" && result.success, [Option.some(Duration.zero), Option.none()])
      assert.strictEqual(arrivals.length, 0)
    })
  )

  it.effect("waits for the next hour only if the requests exceed the remaining budget", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        one,
        ({ complaints, timeFor }) =>
          Effect.andThen(complaints.page(ComplaintQuery.default), Effect.all([timeFor(1), timeFor(2)])),
        twoRequests
      )
      const times = result._tag === "Success" ? result.success : []
      assert.deepStrictEqual(
        times.map((time) => Option.map(time, Duration.toHours)),
        [Option.some(0), Option.some(1)]
      )
    })
  )

  it.effect("includes the last request, which is sent after the wait", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        () => Effect.as(Effect.sleep("1 second"), one()),
        ({ complaints, timeFor }) =>
          Effect.andThen(complaints.page(ComplaintQuery.default), Effect.forEach([9, 10, 20], timeFor)),
        { requestsPerHour: 10 }
      )
      const [now = 0, later = 0, last = 0] =
        result._tag === "Success"
          ? result.success.map(Option.match({ onNone: () => 0, onSome: Duration.toSeconds }))
          : []
      assert.strictEqual(now, 9)
      assert.isAbove(later, 3600)
      assert.isAbove(last, 2 * 3600)
    })
  )

  it.effect("follows the limit and the remaining requests that the service reports", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "3" }
      const { result } = yield* withClient(
        () => Effect.as(Effect.sleep("1 second"), Response.json({ data: [] }, { headers })),
        ({ complaints, timeFor }) =>
          Effect.andThen(complaints.page(ComplaintQuery.default), Effect.forEach([3, 4, 24], timeFor))
      )
      const times = result._tag === "Success" ? result.success : []
      assert.deepStrictEqual(
        times.map((time) => Option.map(time, Duration.toSeconds)),
        // The other processes' 6 requests count for an hour from the response that showed them.
        [Option.some(3), Option.some(3600 + 4), Option.some(3 * 3600 + 4)]
      )
    })
  )
})
