import { assert, describe, it } from "@effect/vitest"
import { CallListener, RateLimited, type RetryEvent, type WaitEvent } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { waitMessages } from "../src/output/requestLog.ts"

/** Returns the lines that are printed for these waits. */
const linesFor = (waits: ReadonlyArray<WaitEvent | RetryEvent>, verbose = false) => {
  const lines: Array<string> = []
  const print = (line: string) => Effect.sync(() => void lines.push(line))
  const status = { print, progress: () => Effect.void, clearProgress: Effect.void }
  return CallListener.use((listen) => Effect.forEach(waits, listen)).pipe(
    Effect.provide(waitMessages(status, verbose)),
    Effect.as(lines)
  )
}

const call = { callId: "1", operation: "complaints.page" }

/** A wait for the budget or a pause of the service, until a time. */
const waitUntil = (until: number, kind: WaitEvent["for"]): WaitEvent => ({
  _tag: "Wait",
  ...call,
  until: new Date(until),
  for: kind
})

/** A retry after some time. */
const retryIn = (waitMilliseconds: number, detail = "the service returned 503: Sorry."): RetryEvent => ({
  _tag: "Retry",
  ...call,
  attempt: 2,
  url: "https://records.test",
  reason: new RateLimited({ by: "service" }),
  detail,
  retry: 2,
  maxRetries: 4,
  waitMilliseconds
})

describe("a wait", () => {
  it.effect("is announced with its reason and end if it takes more than 5 seconds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 22, 10))
      const at = Date.UTC(2026, 10, 22, 10, 0, 30)
      const until = "Waiting until 2026-11-22T10:00:30.000Z; press Ctrl-C to stop."
      assert.deepStrictEqual(
        [
          ...(yield* linesFor([waitUntil(at, "budget")])),
          ...(yield* linesFor([waitUntil(at, "service")])),
          ...(yield* linesFor([retryIn(30_000)]))
        ],
        [
          `The API key's requests for this hour are used up. ${until}`,
          `The service requested a pause. ${until}`,
          `Retry 2 of 4 in 30 s: the service returned 503: Sorry. ${until}`
        ]
      )
    })
  )

  it.effect("is silent for 5 seconds, and announced for a millisecond more", () =>
    Effect.gen(function* () {
      for (const wait of [
        (time: number) => waitUntil(time, "budget"),
        (time: number) => waitUntil(time, "service"),
        retryIn
      ]) {
        assert.deepStrictEqual(yield* linesFor([wait(5000)]), [])
        assert.strictEqual((yield* linesFor([wait(5001)])).length, 1)
      }
    })
  )

  it.effect("is announced with --verbose before any retry, but not otherwise if it is short", () =>
    Effect.gen(function* () {
      const short = [retryIn(1300), retryIn(0, "no response within 1.5s"), waitUntil(1300, "budget")]
      assert.deepStrictEqual(yield* linesFor(short, true), [
        "Retry 2 of 4 in 1.3 s: the service returned 503: Sorry.",
        "Retry 2 of 4 in 0.0 s: no response within 1.5s."
      ])
    })
  )

  it.effect("is given in minutes or hours if it is that long", () =>
    Effect.gen(function* () {
      const waits = [9_940, 9_960, 10_000, 59_999, 60_000, 60_499, 7_230_000]
      const lines = yield* Effect.forEach(waits, (wait) => linesFor([retryIn(wait)]))
      assert.deepStrictEqual(
        lines.map(([line]) => /in (.*?):/.exec(line ?? "")?.[1]),
        ["9.9 s", "10 s", "10 s", "60 s", "1m", "1m", "2h 30s"]
      )
    })
  )

  it.effect("is announced once for several requests that wait for the same time, and again for another time", () =>
    Effect.gen(function* () {
      const waits = [10_000, 10_999, 11_000].map((until) => waitUntil(until, "budget"))
      assert.strictEqual((yield* linesFor(waits)).length, 2)
      // The second time is announced once, too.
      const second = [10_000, 20_000, 20_500].map((until) => waitUntil(until, "budget"))
      assert.strictEqual((yield* linesFor(second)).length, 2)
      // A pause may be replaced by a shorter one.
      const shorter = [60_000, 30_000].map((until) => waitUntil(until, "service"))
      assert.strictEqual((yield* linesFor(shorter)).length, 2)
      assert.strictEqual((yield* linesFor([retryIn(10_000), retryIn(10_000)])).length, 2)
      // The pause that follows a retry was announced with it.
      assert.strictEqual((yield* linesFor([retryIn(10_000), waitUntil(10_000, "service")])).length, 1)
    })
  )
})
