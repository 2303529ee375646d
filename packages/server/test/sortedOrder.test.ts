import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { sortedOrder } from "../src/store/sortedOrder.ts"

const numbers = (count: number, of: (n: number) => number = (n) => n) => Array.from({ length: count }, (_, n) => of(n))

describe("the order of records by keys", () => {
  it("is by the weightiest key first, and what is equal keeps its order, for few records and for many", () => {
    const random = new SeededRandom(3)
    for (const count of [0, 1, 255, 256, 257, 1000]) {
      for (const largest of [1, 2, 2 ** 11, 2 ** 12, 2 ** 22, 2 ** 23, 2 ** 32]) {
        const [light, weighty] = [numbers(count, () => random.below(largest)), numbers(count, () => random.below(3))]
        const order = sortedOrder(count, [(record) => light[record] ?? 0, (record) => weighty[record] ?? 0])
        const expected = numbers(count).toSorted(
          (left, right) =>
            (weighty[left] ?? 0) - (weighty[right] ?? 0) || (light[left] ?? 0) - (light[right] ?? 0) || left - right
        )
        assert.deepStrictEqual(Array.from(order), expected, `${count} records with keys below ${largest}`)
      }
    }
  })
})
