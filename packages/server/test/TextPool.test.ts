import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { TextPool } from "../src/store/TextPool.ts"

const chunk = 1_048_576

describe("TextPool", () => {
  it("gives every text back, however long it and those before it are", () => {
    const random = new SeededRandom(1)
    const pool = new TextPool()
    const characters = ["x", "é", "\uD800", "🛎"] as const
    const texts = [
      "",
      "a",
      // Fills the first chunk to its last byte: 4 bytes of length each, and two for a character.
      "b".repeat((chunk - 4 - 6 - 4) / 2),
      "c",
      "d".repeat(chunk),
      "e",
      "",
      ...Array.from({ length: 40 }, () => random.pick(characters).repeat(random.between(0, 60_000)))
    ]
    const positions = texts.map((text) => pool.add(text))
    for (const [n, position] of positions.entries()) {
      assert.isTrue(pool.text(position) === texts[n], `text ${n} is another`)
    }
    assert.strictEqual(new Set(positions).size, texts.length)
    assert.strictEqual(pool.text(2 ** 40), "")
  })

  it("keeps texts without room between them", () => {
    const pool = new TextPool()
    const [first = 0, second = 0, third = 0] = ["ab", "", "c"].map((text) => pool.add(text))
    assert.deepStrictEqual([second - first, third - second], [4 + 4, 4])
  })

  it("goes on from the bytes of another, of which the last are no more than were used", () => {
    const pool = new TextPool()
    const texts = ["a".repeat(chunk / 2 - 10), "b", "c".repeat(chunk / 4), "d"]
    const positions = texts.map((text) => pool.add(text))
    const { chunks } = pool
    assert.deepStrictEqual(
      chunks.map(({ length }) => length),
      [chunk, chunk / 2 + 4 + 4 + 2]
    )
    const other = new TextPool(chunks)
    const added = other.add("e")
    for (const [n, position] of [...positions, added].entries()) {
      assert.isTrue(other.text(position) === [...texts, "e"][n], `text ${n} is another`)
    }
  })
})
