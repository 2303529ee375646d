import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runSchedule } from "./site/schedules.ts"

/** `SCHEDULES=500` takes a quarter of an hour. */
const schedules = Number(process.env["SCHEDULES"] ?? 6)

describe("a sync with a site whose files are late, missing, new editions, cut, redirected and refused", () => {
  it.effect("has the newest good editions in the end", () =>
    Effect.gen(function* () {
      const seeds = Array.from({ length: schedules }, (_, index) => index + 1)
      const problems = yield* Effect.forEach(seeds, runSchedule)
      assert.deepStrictEqual(problems.flat(), [])
    })
  )
})
