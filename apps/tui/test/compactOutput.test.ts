import { assert, describe, it } from "@effect/vitest"
import { anchoredFrame } from "../src/platform/anchoredFrame.ts"
import { compactFrame } from "../src/platform/compactOutput.ts"

const blanks = " ".repeat(20)

describe("a thrifty frame", () => {
  it("counts steps to the next line, and leaves a single one", () => {
    assert.strictEqual(compactFrame("\u001B[E\u001B[E\u001B[Ex\u001B[E"), "\u001B[3Ex\u001B[E")
  })

  it("leaps over spaces where the line was cleared before, up to its end", () => {
    assert.strictEqual(compactFrame(`\u001B[Ka${blanks}b\nc${blanks}d`), `\u001B[Ka\u001B[20Cb\nc${blanks}d`)
  })

  it("writes spaces that can be seen", () => {
    for (const seen of [
      `\u001B[K\u001B[7ma${blanks}b`,
      `\u001B[K\u001B[4ma${blanks}b`,
      `\u001B[K\u001B[44ma${blanks}b`
    ]) {
      assert.strictEqual(compactFrame(seen), seen)
    }
  })

  it("leaves text without escapes as it is", () => {
    assert.strictEqual(compactFrame(`a${blanks}b`), `a${blanks}b`)
  })
})

describe("an anchored frame", () => {
  it("puts what follows text of unsure width where it belongs, and gives that text the spaces after it", () => {
    assert.strictEqual(
      anchoredFrame("\u001B[5G\u001B[Kab किं किं  │\n東京│"),
      `\u001B[5G\u001B[Kab ${" ".repeat(7)}\u001B[8Gकिं किं\u001B[15G│\n東京\u001B[5G│`
    )
  })

  it("is the same where there is no such text, or where it is no frame", () => {
    for (const same of ["\u001B[5G\u001B[Kab — é │\n", "\u001B]52;c;東\u0007"])
      assert.strictEqual(anchoredFrame(same), same)
  })
})
