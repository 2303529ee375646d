import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newest, sample } from "../examples/newestComplaints.ts"

describe("the example in README.md", () => {
  it.live("reads the newest hundred complaints from New York", () =>
    Effect.gen(function* () {
      const complaints = yield* newest
      assert.strictEqual(complaints.length, 100)
      assert.deepStrictEqual([...new Set(complaints.map(({ consumerState }) => consumerState))], ["New York"])
      const dates = complaints.map(({ createdDate }) => createdDate)
      assert.deepStrictEqual(dates, dates.toSorted().toReversed())
    }).pipe(Effect.provide(sample))
  )
})
