import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Result, Stream } from "effect"
import { ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
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

  it.effect("counts from the query's offset, in pages of its size", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(list, ({ complaints }) =>
        Effect.andThen(
          complaints.page(ComplaintQuery.default),
          complaints.estimate({ ...ComplaintQuery.default, offset: 20, limit: 10 })
        )
      )
      const { records, pages, requests } = Result.getOrThrow(result)
      assert.deepStrictEqual([records, pages, requests], [Option.some(100), Option.some(10), Option.some(11)])
      assert.deepStrictEqual(
        arrivals.map(({ url }) => url.searchParams.get("offset")),
        ["0", "0"]
      )
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
        const query = { ...ComplaintQuery.default, limit }
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
        ({ complaints }) => complaints.estimate({ ...ComplaintQuery.default, limit: 5 }),
        { requestsPerHour: 10 }
      )
      const time = result._tag === "Success" ? result.success.time : Option.none()
      // 25 requests: 10 in each of two hours, and 5 seconds for the remaining 5.
      assert.deepStrictEqual(Option.map(time, Duration.toSeconds), Option.some(2 * 3600 + 5))
    })
  )

  it.effect("is unknown without a total, and zero for an empty list", () =>
    Effect.gen(function* () {
      const unknown = yield* withClient(
        () => Response.json({ data: [], meta: {} }),
        ({ notices }) => notices.estimate({ ...NoticeQuery.default, offset: 50 })
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
