import { assert, describe, it } from "@effect/vitest"
import { counted, grouped } from "../src/counts.ts"

describe("grouped", () => {
  it("groups digits by three", () => {
    const numbers = [0, 999, 1000, 999_999, 1_000_000, -1000]
    assert.deepStrictEqual(numbers.map(grouped), ["0", "999", "1,000", "999,999", "1,000,000", "-1,000"])
  })
})

describe("counted", () => {
  it("uses the singular for 1, and the plural for 0 and for larger numbers", () => {
    const counts = [0, 1, 2, 1001].map((count) => counted(count, "page", "pages"))
    assert.deepStrictEqual(counts, ["0 pages", "1 page", "2 pages", "1,001 pages"])
  })
})
