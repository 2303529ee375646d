import { assert, describe, it } from "vitest"
import { digestOf } from "../src/walk/digest.ts"
import { defaultRememberedRecords, encodeSeen, Seen } from "../src/walk/Seen.ts"

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
  it("forgets hundreds of thousands of ids without slowing down", { timeout: 300_000 }, () => {
    const seen = new Seen(200_000)
    for (let n = 0; n < 500_000; n++) seen.add(`id-${n}`)
    assert.strictEqual(seen.forgotten, 300_000)
    assert.deepStrictEqual([seen.has("id-299999"), seen.has("id-300000")], [false, true])
  })

  it("remembers 2,000,000 ids by default", () => {
    assert.strictEqual(defaultRememberedRecords, 2_000_000)
  })
})

describe("the encoded digests of a page", () => {
  it("are 16 bytes for each id, as Base64", () => {
    assert.strictEqual(encodeSeen([]), "")
    assert.strictEqual(encodeSeen(["a"]).length, 24)
    const bytes = Uint8Array.from(atob(encodeSeen(["a", "b", "c"])), (byte) => byte.charCodeAt(0))
    assert.strictEqual(bytes.length, 48)
    // Other processes and later versions read them, so they may not change.
    assert.strictEqual(encodeSeen(["a3d5c5c2-7fd2-4f65-a2b1-0a1c4b6d7e8f"]), "jr9ImvpfJ/CY/AR5jmKclA==")
    assert.strictEqual(encodeSeen(["2b1a47bb94cd1a6ea3b6e4d5b7a9c0f1"]), "51Ee2jC5lquyumcD9bqfXg==")
  })

  it("add the ids to another instance", () => {
    const seen = new Seen()
    assert.isTrue(seen.addEncoded(encodeSeen(["a", "b"])))
    assert.deepStrictEqual([seen.add("a"), seen.add("b"), seen.add("c")], [false, false, true])
    assert.isTrue(seen.addEncoded(""))
  })

  for (const [what, text] of [
    ["a text that is not Base64", "a-b"],
    ["incomplete digests", encodeSeen(["a"]).slice(0, 20)],
    ["half a digest", btoa("12345678")],
    ["a digest and a half", btoa("123456789012345678901234")]
  ] as const) {
    it(`are refused if they are ${what}`, () => {
      assert.isFalse(new Seen().addEncoded(text))
    })
  }

  it("differ for each of 50,000 similar ids", () => {
    const ids = Array.from({ length: 50_000 }, (_, n) => `id-${n}`)
    assert.strictEqual(new Set(ids.map(digestOf)).size, ids.length)
  })
})
