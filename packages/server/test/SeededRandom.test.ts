import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"

describe("random numbers from a seed", () => {
  it("are the same each time", () => {
    const numbers = new SeededRandom(1)
    assert.deepStrictEqual(
      Array.from({ length: 4 }, () => numbers.uint32()),
      [2_420_951_833, 2_513_034_076, 3_847_892_949, 4_064_752_930]
    )
    const random = new SeededRandom(-7)
    assert.strictEqual(random.fraction(), 0.9280826379545033)
    assert.deepStrictEqual([random.below(100), random.between(5, 9), random.pick(["a", "b", "c"])], [74, 5, "b"])
    assert.deepStrictEqual(random.shuffled([1, 2, 3, 4, 5]), [5, 1, 3, 4, 2])
    assert.strictEqual(random.hex(20), "baa3191f8f569f4bf67d")
    assert.strictEqual(random.uuid(), "6ba9d967-67f1-4539-814b-0e4724a989ec")
    assert.strictEqual(random.uuid(), "5dc87058-9833-4b63-85b6-3c4d1c95e64f")
  })

  it("reach both ends of their range", () => {
    const random = new SeededRandom(2)
    const reached = new Set(Array.from({ length: 200 }, () => random.between(3, 6)))
    assert.deepStrictEqual(reached, new Set([3, 4, 5, 6]))
    const below = new Set(Array.from({ length: 200 }, () => random.below(3)))
    assert.deepStrictEqual(below, new Set([0, 1, 2]))
  })
})
