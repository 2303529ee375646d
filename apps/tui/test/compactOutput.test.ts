import { assert, describe, it } from "@effect/vitest"
import { anchoredFrame } from "../src/platform/anchoredFrame.ts"
import { compactFrame } from "../src/platform/compactOutput.ts"

const blanks = " ".repeat(20)

describe("a compact frame", () => {
  it("combines line steps, and keeps a single one", () => {
    assert.strictEqual(compactFrame("\u001B[E\u001B[E\u001B[Ex\u001B[E"), "\u001B[3Ex\u001B[E")
  })

  it("skips spaces up to the end of a cleared line", () => {
    assert.strictEqual(compactFrame(`\u001B[Ka${blanks}b\nc${blanks}d`), `\u001B[Ka\u001B[20Cb\nc${blanks}d`)
  })

  it("writes visible spaces", () => {
    for (const seen of [
      `\u001B[K\u001B[7ma${blanks}b`,
      `\u001B[K\u001B[4ma${blanks}b`,
      `\u001B[K\u001B[44ma${blanks}b`
    ]) {
      assert.strictEqual(compactFrame(seen), seen)
    }
  })

  it("does not change text without escapes", () => {
    assert.strictEqual(compactFrame(`a${blanks}b`), `a${blanks}b`)
  })
})

describe("an anchored frame", () => {
  it("moves the cursor after text of uncertain width, and clears its cells first", () => {
    assert.strictEqual(
      anchoredFrame("\u001B[5G\u001B[Kab किं किं  │\n東京│"),
      `\u001B[5G\u001B[Kab ${" ".repeat(7)}\u001B[8Gकिं किं\u001B[15G│\n東京\u001B[5G│`
    )
  })

  it.each([
    ["without a number", "\u001B[G東│", "\u001B[G東\u001B[3G│"],
    ["of a later line", "ab\u001B[E東│", "ab\u001B[E東\u001B[3G│"],
    ["after a line feed", "ab\n東│", "ab\n東\u001B[3G│"],
    ["after a style and a cleared line", "ab\u001B[31m\u001B[K東│", "ab\u001B[31m\u001B[K東\u001B[5G│"],
    ["after a second string", "東a東│", "東\u001B[3Ga東\u001B[6G│"],
    ["that is unknown until the next line", "ab\u001B[3C東│\n東│", "ab\u001B[3C東│\n東\u001B[3G│"]
  ])("knows the column %s", (_, frame, expected) => {
    assert.strictEqual(anchoredFrame(frame), expected)
  })

  it("is unchanged without such text, or if it is not a frame", () => {
    for (const same of ["\u001B[5G\u001B[Kab — é │\n", "\u001B]52;c;東\u0007"])
      assert.strictEqual(anchoredFrame(same), same)
  })
})
