import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compareCombinations } from "./comparison/combinations.ts"
import { compare } from "./comparison/compare.ts"

describe("random questions", () => {
  it.live("have the same answers in memory, in a file and, if it can answer them, from the reference server", () =>
    Effect.gen(function* () {
      const { compared, different } = yield* compare(1, 500)
      assert.deepStrictEqual(different.slice(0, 3), [])
      assert.isAbove(compared, 4000)
    }).pipe(Effect.scoped)
  )

  it.live("list for each combination of filters what the reference server has for all of them", () =>
    Effect.gen(function* () {
      const { different, found } = yield* compareCombinations(1, 60)
      assert.deepStrictEqual(different.slice(0, 3), [])
      assert.isAbove(found, 300)
    }).pipe(Effect.scoped)
  )
})
