import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { momentOf, momentText } from "../src/store/moment.ts"

describe("a moment", () => {
  it("is written as it was, and orders as its text does", () => {
    const random = new SeededRandom(1)
    const padded = (maximum: number, digits = 2, minimum = 0) =>
      String(random.between(minimum, maximum)).padStart(digits, "0")
    const texts = [
      "0000-01-01 00:00:00",
      "9999-12-31 23:59:59",
      ...Array.from(
        { length: 500 },
        () => `${padded(9999, 4)}-${padded(12, 2, 1)}-${padded(31, 2, 1)} ${padded(23)}:${padded(59)}:${padded(59)}`
      )
    ]
    assert.deepStrictEqual(texts.map(momentOf).map(momentText), texts)
    assert.deepStrictEqual(
      texts.toSorted((left, right) => momentOf(left) - momentOf(right)),
      texts.toSorted()
    )
    assert.isBelow(momentOf("9999-12-31 23:59:59"), 2 ** 40)
  })

  it("takes 32 bits within 64 years", () => {
    assert.isBelow(momentOf("2063-12-31 23:59:59") - momentOf("2000-01-01 00:00:00"), 2 ** 32)
  })
})
