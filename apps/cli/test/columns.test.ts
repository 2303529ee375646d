import { assert, describe, it } from "@effect/vitest"
import { formatValue } from "../src/output/columns.ts"

describe("a field", () => {
  it("is text for people, and empty if it is missing", () => {
    for (const [value, text] of [
      [null, ""],
      [undefined, ""],
      [false, "false"],
      [0, "0"],
      ["a", "a"],
      [["a", null, "b"], "a; ; b"],
      [[], ""],
      [{ tag: [1] }, '{"tag":[1]}']
    ] as const) {
      assert.strictEqual(formatValue(value), text)
    }
  })
})
