import { assert, describe, it } from "@effect/vitest"
import { CircuitOpen, DeadlineExceeded, PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { Effect, Option } from "effect"
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
})
