import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery } from "../src/index.ts"
import { numbered, pageOfList } from "./collectWalk.ts"
import { type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const down = () => new Response(null, { status: 503 })

describe("a deadline", () => {
  it.effect("interrupts a call, including its retries and waits", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => Effect.as(Effect.sleep("20 seconds"), down()),
        ({ complaints }) =>
          Effect.timed(Effect.flip(complaints.page(ComplaintQuery.default, { deadline: "50 seconds" })))
      )
      assert.isTrue(result._tag === "Success")
      if (result._tag !== "Success") return
      const [time, error] = result.success
      assert.strictEqual(error.reason._tag, "DeadlineExceeded")
      assert.isAtMost(Duration.toSeconds(time), 50)
      assert.strictEqual(arrivals.length, 3)
    })
  )

  it.effect("is missed because of the last attempt only, not of one that a retry made good", () =>
    Effect.gen(function* () {
      const causeOf = Effect.fnUntraced(function* (respond: Respond, deadline: Duration.Input) {
        const { result } = yield* withClient(
          respond,
          ({ complaints }) => Stream.runDrain(complaints.stream(ComplaintQuery.default, { deadline })),
          { requestsPerHour: 10 }
        )
        const error = result._tag === "Failure" ? result.failure : assert.fail()
        assert.strictEqual(error.reason._tag, "DeadlineExceeded")
        return error.cause === undefined ? "none" : error.cause.message
      })
      const read = (url: URL) => pageOfList(numbered(1000), url)
      assert.strictEqual(yield* causeOf((url, n) => (n === 0 ? down() : read(url)), "30 minutes"), "none")
      const slow = (url: URL, n: number) => (n === 1 ? pageOfList(numbered(120), url) : Effect.never)
      assert.strictEqual(yield* causeOf((url, n) => (n === 0 ? down() : slow(url, n)), "20 seconds"), "none")
      assert.include(yield* causeOf((_, n) => (n === 0 ? down() : Effect.never), "20 seconds"), "503")
      const failing: Respond = (_, n) => (n < 2 ? new Response(null, { status: 500 + n }) : Effect.never)
      assert.include(yield* causeOf(failing, "20 seconds"), "501")
    })
  )

  it.effect("ends a call at any time of day", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { result } = yield* withClient(
        () => Effect.never,
        ({ complaints }) => complaints.page(ComplaintQuery.default, { deadline: "5 seconds" })
      )
      const reason = result._tag === "Failure" ? result.failure.reason : undefined
      assert.strictEqual(reason?._tag === "DeadlineExceeded" && reason.detail, "the deadline passed")
    })
  )

  it.effect("is for all pages of a walk together", () =>
    Effect.gen(function* () {
      const walkWithin = (deadline: Duration.Input) =>
        withClient(
          (url) => Effect.as(Effect.sleep("5 seconds"), pageOfList(numbered(120), url, { "records-total": 120 })),
          ({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline }))
        )
      const late = (yield* walkWithin("14 seconds")).result
      assert.strictEqual(late._tag === "Failure" && late.failure.code, "DeadlineExceeded")
      assert.strictEqual((yield* walkWithin("20 seconds")).result._tag, "Success")
    })
  )
})
