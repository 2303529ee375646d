import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

describe("an estimate from a remembered total", () => {
  it.effect("counts no records if the first page was empty, whatever its total", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds([], { "records-total": 20 }),
        ({ complaints }) =>
          Effect.andThen(complaints.page(ComplaintQuery.default), complaints.estimate(ComplaintQuery.default))
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success.records, Option.some(0))
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("sends a request again when the list may have changed", () =>
    Effect.gen(function* () {
      let total = 5000
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(["a"], { "records-total": total }),
        ({ complaints }) =>
          Effect.gen(function* () {
            yield* complaints.page(ComplaintQuery.default)
            const nextPublication = DateTime.toEpochMillis(yield* complaints.nextPublication)
            yield* TestClock.setTime(nextPublication - 1)
            const before = yield* complaints.estimate(ComplaintQuery.default)
            total = 1
            yield* TestClock.setTime(nextPublication)
            const records = yield* Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline: "1 minute" }))
            const after = yield* complaints.estimate(ComplaintQuery.default)
            return [before.records, records, after.records]
          }),
        { requestsPerHour: 20 }
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, [Option.some(5000), 1, Option.some(1)])
      assert.isAtLeast(arrivals.length, 2)
    })
  )

  for (const [when, sentAt, known] of [
    ["before a publication and answered after it, does not count", -1000, Option.some(1)],
    ["at the publication counts until the next one", 0, Option.some(5000)]
  ] as const) {
    it.effect(`a total that was requested ${when}`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          (_, n) => Effect.as(Effect.sleep("2 seconds"), pageOfIds(["a"], { "records-total": n === 0 ? 5000 : 1 })),
          ({ complaints }) =>
            Effect.gen(function* () {
              const published = DateTime.toEpochMillis(yield* complaints.nextPublication)
              yield* TestClock.setTime(published + sentAt)
              yield* complaints.page(ComplaintQuery.default)
              return yield* complaints.estimate(ComplaintQuery.default)
            })
        )
        assert.deepStrictEqual(result._tag === "Success" && result.success.records, known)
        assert.strictEqual(arrivals.length, sentAt < 0 ? 2 : 1)
      })
    )
  }
})
