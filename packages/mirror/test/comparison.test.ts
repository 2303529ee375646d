import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compareCombinations } from "./comparison/combinations.ts"
import { compare } from "./comparison/compare.ts"

describe("the pages of a mirror", () => {
  it.live("have the ids, order and totals of the reference server for random documented queries", () =>
    Effect.gen(function* () {
      const { compared, different } = yield* compare(1, 300)
      assert.deepStrictEqual(different.slice(0, 3), [])
      assert.isAbove(compared, 2000)
    }).pipe(Effect.scoped)
  )

  it.live("have for each combination of filters what the reference server has for all of them", () =>
    Effect.gen(function* () {
      const { different, found } = yield* compareCombinations(1, 200)
      assert.deepStrictEqual(different.slice(0, 3), [])
      assert.isAbove(found, 1000)
    }).pipe(Effect.scoped)
  )
})
