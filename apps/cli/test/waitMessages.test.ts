import { assert, describe, it } from "@effect/vitest"
import { type Wait, WaitListener } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { waitMessages } from "../src/output/requestLog.ts"

/** Returns the lines that are printed for these waits. */
const linesFor = (waits: ReadonlyArray<Wait>, verbose = false) => {
  const lines: Array<string> = []
  const print = (line: string) => Effect.sync(() => void lines.push(line))
  const status = { print, progress: () => Effect.void, clearProgress: Effect.void }
  return WaitListener.use((announce) => Effect.forEach(waits, announce)).pipe(
    Effect.provide(waitMessages(status, verbose)),
    Effect.as(lines)
  )
}

const retry = { _tag: "Retry", detail: "the service returned 503: Sorry.", retry: 2, maxRetries: 4 } as const

describe("a wait", () => {
  it.effect("is announced with its reason and end if it takes more than 5 seconds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 22, 10))
      const at = Date.UTC(2026, 10, 22, 10, 0, 30)
      const until = "Waiting until 2026-11-22T10:00:30.000Z; press Ctrl-C to stop."
      assert.deepStrictEqual(
        yield* linesFor([
          { until: at, cause: { _tag: "Budget" } },
          { until: at, cause: { _tag: "Pause" } },
          { until: at, cause: retry }
        ]),
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
      for (const cause of [{ _tag: "Budget" }, { _tag: "Pause" }, retry] as const) {
        assert.deepStrictEqual(yield* linesFor([{ until: 5000, cause }]), [])
        assert.strictEqual((yield* linesFor([{ until: 5001, cause }])).length, 1)
      }
    })
  )

  it.effect("is announced with --verbose before any retry, but not otherwise if it is short", () =>
    Effect.gen(function* () {
      const short: ReadonlyArray<Wait> = [
        { until: 1300, cause: retry },
        { until: 0, cause: { ...retry, detail: "no response within 30s" } },
        { until: 1300, cause: { _tag: "Budget" } }
      ]
      assert.deepStrictEqual(yield* linesFor(short, true), [
        "Retry 2 of 4 in 1.3 s: the service returned 503: Sorry.",
        "Retry 2 of 4 in 0.0 s: no response within 30s."
      ])
    })
  )

  it.effect("is given in minutes or hours if it is that long", () =>
    Effect.gen(function* () {
      const [line] = yield* linesFor([{ until: 7_230_000, cause: retry }])
      assert.include(line, "Retry 2 of 4 in 2h 30s: ")
    })
  )
})
