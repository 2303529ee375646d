import { assert, describe, it } from "@effect/vitest"
import { newestOfSample } from "../examples/newestWithPromises.ts"

describe("the example with Promises in README.md", () => {
  it("reads the newest hundred complaints from New York", async () => {
    const complaints = await newestOfSample()
    assert.strictEqual(complaints.length, 100)
    assert.deepStrictEqual([...new Set(complaints.map(({ consumerState }) => consumerState))], ["New York"])
    const dates = complaints.map(({ createdDate }) => createdDate)
    assert.deepStrictEqual(dates, dates.toSorted().toReversed())
  })
})
