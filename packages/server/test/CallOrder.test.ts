import { assert, describe, it } from "@effect/vitest"
import { CallOrder } from "../src/store/CallOrder.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const ascending = (left: number, right: number) => left - right

const numbers = (count: number, of: (n: number) => number = (n) => n) => Array.from({ length: count }, (_, n) => of(n))

describe("the order of calls", () => {
  it.each([
    ["all at one moment", 1],
    ["at few moments", 10],
    ["within 32 bits", 2 ** 32],
    ["beyond 32 bits by one", 2 ** 32 + 1],
    ["far apart", 2 ** 40]
  ] as const)("tells of calls %s which lie between two moments, by ordinal", (_, span) => {
    const random = new SeededRandom(span % 1000)
    for (const records of [0, 1, 2, 31, 32, 64, 65, 128, 129, 1023, 1024, 1025, 2500]) {
      const earliest = random.between(1, 2 ** 30)
      const moments = numbers(records, (n) => earliest + (n < 2 ? n * (span - 1) : random.below(span)))
      const calls = new CallOrder(records, (ordinal) => moments[ordinal] ?? assert.fail(`asks for ${ordinal}`))
      for (let round = 0; round < 6; round++) {
        // Between any two moments, and between those of two calls.
        const any = round % 2 === 0 ? () => earliest - 1 + random.below(span + 2) : () => moments[random.below(3)] ?? 0
        const [from = 0, to = 0] = numbers(2, any).toSorted(ascending)
        const stretch = round === 0 ? calls.between(0, 2 ** 41) : calls.between(from, to)
        const isBetween = (moment = 0) => round === 0 || (moment >= from && moment <= to)
        const expected = numbers(records).filter((ordinal) => isBetween(moments[ordinal]))
        assert.strictEqual(stretch.end - stretch.start, expected.length)
        assert.deepStrictEqual(calls.ordinals(stretch, 0, records + 1), expected)
        const [skip, count] = [random.between(0, expected.length), random.between(0, 100)]
        assert.deepStrictEqual(calls.ordinals(stretch, skip, count), expected.slice(skip, skip + count))
        for (const ordinal of [-1, 0, 1, random.between(0, records), records - 1, records, records + 1]) {
          const before = expected.filter((one) => one < ordinal).length
          assert.strictEqual(calls.countBefore(stretch, ordinal), before, `${records} records, before ${ordinal}`)
        }
      }
    }
  })

  it("has nothing between moments in the wrong order", () => {
    const calls = new CallOrder(3, (ordinal) => ordinal * 10)
    assert.deepStrictEqual(calls.between(10, 10), { start: 1, end: 2 })
    assert.deepStrictEqual(calls.between(20, 5), { start: 2, end: 2 })
  })
})
