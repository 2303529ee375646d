import { assert, describe, it } from "vitest"
import { Seen } from "../src/walk/Seen.ts"

describe("Seen", () => {
  it("adds each id once", () => {
    const seen = new Seen()
    assert.deepStrictEqual([seen.has("a"), seen.add("a"), seen.has("a"), seen.add("a")], [false, true, true, false])
    assert.strictEqual(seen.forgotten, 0)
  })

  it("distinguishes ids by case, hyphens and every other character", () => {
    const seen = new Seen()
    for (const id of ["ab", "AB", "a-b", "ab ", "\u{d800}", "\u{d801}"]) assert.isTrue(seen.add(id), id)
  })

  it("replaces the oldest ids when it is full", () => {
    const seen = new Seen(3)
    for (const id of ["a", "b", "c"]) seen.add(id)
    assert.deepStrictEqual([seen.forgotten, seen.has("a")], [0, true])
    // Adding a seen id does not make it newer.
    seen.add("a")
    seen.add("d")
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((id) => seen.has(id)),
      [false, true, true, true]
    )
    seen.add("a")
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((id) => seen.has(id)),
      [true, false, true, true]
    )
    assert.strictEqual(seen.forgotten, 2)
  })

  // A search for the oldest id that visits all removed ones would take hours.
  it("remembers 200,000 ids by default, and a million without slowing down", { timeout: 300_000 }, () => {
    const seen = new Seen()
    for (let n = 0; n < 1_000_000; n++) seen.add(`id-${n}`)
    assert.strictEqual(seen.forgotten, 800_000)
    assert.deepStrictEqual([seen.has("id-799999"), seen.has("id-800000")], [false, true])
  })
})
