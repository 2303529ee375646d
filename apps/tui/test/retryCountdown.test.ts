import { assert, describe, it } from "@effect/vitest"
import { CircuitOpen, DeadlineExceeded, PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { waitForRetry } from "../src/collection/retryCountdown.ts"

const nextTryAt = new Date(90_000)

describe("the countdown to a retry", () => {
  it.effect.each([
    { name: "the rate limit", reason: new RateLimited({ by: "service", nextTryAt }), failures: 1, seconds: 90 },
    { name: "an unknown end of the rate limit", reason: new RateLimited({ by: "service" }), failures: 1 },
    { name: "an open circuit", reason: new CircuitOpen({ nextTryAt }), failures: 1, seconds: 90 },
    { name: "the first failure", reason: new Unavailable({ detail: "503" }), failures: 1, seconds: 15 },
    { name: "the second failure", reason: new Unavailable({ detail: "503" }), failures: 2, seconds: 30 },
    { name: "the tenth failure", reason: new Unavailable({ detail: "503" }), failures: 10, seconds: 120 },
    {
      name: "a failure that a retry does not help",
      reason: new Unavailable({ detail: "503", advice: "no" }),
      failures: 1
    },
    { name: "a missed deadline", reason: new DeadlineExceeded({ detail: "late" }), failures: 1, seconds: 15 }
  ])("begins as the error requires after $name", ({ failures, reason, seconds }) =>
    Effect.gen(function* () {
      const shown: Array<Option.Option<number>> = []
      const error = new PublicRecordsError({ operation: "List complaints", reason })
      const show = (secondsLeft: Option.Option<number>): void => void shown.push(secondsLeft)
      yield* Effect.forkChild(waitForRetry(error, failures, show), { startImmediately: true })
      assert.deepStrictEqual(shown, [Option.fromUndefinedOr(seconds)])
    })
  )

  it.effect("shows the rest of each second, and ends exactly at the time of the next attempt", () =>
    Effect.gen(function* () {
      const shown: Array<number> = []
      const reason = new CircuitOpen({ nextTryAt: new Date(2_400) })
      const error = new PublicRecordsError({ operation: "List complaints", reason })
      const show = (secondsLeft: Option.Option<number>): void =>
        void shown.push(Option.getOrElse(secondsLeft, () => -1))
      const waiting = yield* Effect.forkChild(waitForRetry(error, 1, show), { startImmediately: true })
      for (const [millis, seconds] of [
        [0, "3"],
        [1_000, "3 2"],
        [1_000, "3 2 1"],
        [399, "3 2 1"]
      ] as const) {
        yield* TestClock.adjust(millis)
        assert.strictEqual(shown.join(" "), seconds)
        assert.isUndefined(waiting.pollUnsafe())
      }
      yield* TestClock.adjust(1)
      assert.isDefined(waiting.pollUnsafe())
      assert.lengthOf(shown, 3)
      yield* waitForRetry(error, 1, show)
      assert.lengthOf(shown, 3)
    })
  )
})
