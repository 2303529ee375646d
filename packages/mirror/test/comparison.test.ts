import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compare } from "./comparison/compare.ts"

describe("the pages of a mirror", () => {
  it.live("have the ids, order and totals of the reference server for random documented queries", () =>
    Effect.gen(function* () {
      const { compared, different } = yield* compare(1, 300)
      assert.deepStrictEqual(different.slice(0, 3), [])
      assert.isAbove(compared, 2000)
    }).pipe(Effect.scoped)
  )
})
