import { assert, describe, it } from "@effect/vitest"
import { shareText } from "../src/share.ts"

describe("a share", () => {
  it.each([
    [116, 1234, "9 %"],
    [1, 3, "33 %"],
    [335, 1000, "34 %"],
    [0, 900, "0 %"],
    [1, 900, "<1 %"],
    [7, 1000, "<1 %"],
    [1, 100, "1 %"],
    [899, 900, ">99 %"],
    [995, 1000, ">99 %"],
    [994, 1000, "99 %"],
    [9, 9, "100 %"],
    [0, 0, "—"]
  ])("of %i in %i is %s, whatever the others are", (count, total, expected) => {
    assert.strictEqual(shareText(count, total), expected)
  })
})
