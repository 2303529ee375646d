import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { latestPublishedDay, yesterday } from "../src/PublicationCalendar.ts"

const at = (instant: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(instant)))

describe("PublicationCalendar", () => {
  const latest: ReadonlyArray<readonly [string, string, string]> = [
    ["on a Wednesday afternoon, Tuesday", "2026-11-18T18:00:00Z", "2026-11-17"],
    ["on a Wednesday morning, Monday", "2026-11-18T15:00:00Z", "2026-11-16"],
    ["on a Monday afternoon, Sunday", "2026-11-16T18:00:00Z", "2026-11-15"],
    ["on a Monday morning, Thursday", "2026-11-16T15:00:00Z", "2026-11-12"],
    ["on a Saturday, Thursday", "2026-11-21T18:00:00Z", "2026-11-19"],
    ["on Thanksgiving, Tuesday", "2026-11-26T20:00:00Z", "2026-11-24"],
    ["on the Friday after it, Thursday", "2026-11-27T20:00:00Z", "2026-11-26"],
    ["on 4 July kept on Friday 3 July 2026, Wednesday", "2026-07-03T20:00:00Z", "2026-07-01"],
    ["at noon in winter by Eastern time", "2026-01-07T17:00:00Z", "2026-01-06"],
    ["a minute before noon in summer by Eastern time", "2026-07-08T15:59:00Z", "2026-07-06"]
  ]

  for (const [what, now, expected] of latest) {
    it.effect(`has published, ${what}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        assert.strictEqual<string>(yield* latestPublishedDay, expected)
      })
    )
  }

  it.effect("knows yesterday by Eastern time", () =>
    Effect.gen(function* () {
      yield* at("2026-03-01T04:00:00Z")
      assert.strictEqual<string>(yield* yesterday, "2026-02-27")
    })
  )
})
