import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { digitsOf, matchFrom } from "../src/collection/matches.ts"

describe("the digits of a phone number", () => {
  it("are those of seven digits or more in any notation", () => {
    for (const [typed, digits] of [
      ["214555", ""],
      ["555-0007", "5550007"],
      [" +1 (214) 555-0007 ", "2145550007"],
      ["1.214.555.0007", "2145550007"],
      ["call 2145550007", ""],
      ["214555 000A7", ""]
    ] as const) {
      assert.strictEqual(digitsOf(typed), digits, typed)
    }
  })
})

describe("the next match", () => {
  const record = { _tag: "Record", record: "match" } as const
  const rows = [
    [0, record],
    [1, { _tag: "Rejected", reason: "no id" }],
    [2, record],
    [3, { _tag: "Record", record: "other" }],
    [5, record]
  ] as const
  const isMatch = (text: string): boolean => text !== "other"

  it("is after or before a row, and wraps around at the ends", () => {
    for (const [from, by, row, position] of [
      [0, 1, 2, 2],
      [3, 1, 5, 3],
      [5, 1, 0, 1],
      [5, -1, 2, 2],
      [2, -1, 0, 1],
      [0, -1, 5, 3]
    ] as const) {
      assert.deepStrictEqual(matchFrom(rows, isMatch, from, by), Option.some({ row, position, count: 3 }))
    }
  })

  it("does not exist if no record matches", () => {
    assert.deepStrictEqual(
      matchFrom(rows, () => false, 0, 1),
      Option.none()
    )
  })
})
