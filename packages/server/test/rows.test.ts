import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { ArrivingRows, PackedRows } from "../src/store/rows.ts"

const largest = 2 ** 32 - 1

describe("ArrivingRows", () => {
  it("keeps every number of every row, and the largest of each column", () => {
    const random = new SeededRandom(1)
    const rows = new ArrivingRows(3)
    const added = Array.from({ length: 33_000 }, (_, row) => [row, random.below(100), row === 70 ? largest : 0])
    for (const row of added) rows.add(Uint32Array.from(row))
    assert.strictEqual(rows.size, added.length)
    assert.deepStrictEqual(Array.from(rows.maxima), [32_999, 99, largest])
    const read = new Uint32Array(3)
    const differing = added.filter((numbers, row) => {
      rows.read(row, read)
      return numbers.some((number, column) => number !== rows.at(row, column) || number !== read[column])
    })
    assert.deepStrictEqual(differing, [])
  })

  it("has nothing left once it is cleared", () => {
    const rows = new ArrivingRows(1)
    rows.add(Uint32Array.of(7))
    rows.clear()
    assert.strictEqual(rows.at(0, 0), 0)
  })
})

describe("PackedRows", () => {
  it.each([
    ["a column with a word of its own", [5], 1, 1],
    ["those that fit into a word together", [1, 2 ** 20 - 1, 2 ** 12 - 1], 1, 2],
    ["one bit too many for a word", [1, 2 ** 20 - 1, 2 ** 12], 1, 3],
    ["the widest first, which leaves room for the others", [2 ** 12 - 1, 2 ** 16 - 1, 2 ** 20 - 1, 2 ** 16 - 1], 0, 2],
    ["a column of 32 bits", [largest, largest, 1], 0, 3],
    ["columns of nothing but zeros, beside a full word", [largest, 0, 0], 1, 1]
  ] as const)("gives %s no more room than that takes", (_, maxima, wholeWords, width) => {
    const rows = new PackedRows(2, maxima, wholeWords)
    assert.strictEqual(rows.width, width)
    assert.strictEqual(rows.words.length, 2 * width)
    rows.write(1, Uint32Array.from(maxima))
    const columns = maxima.map((_, column) => rows.column(column))
    assert.deepStrictEqual(
      columns.map((column) => column.at(1)),
      [...maxima]
    )
    assert.deepStrictEqual(
      columns.map((column) => column.at(0)),
      maxima.map(() => 0)
    )
  })

  it("keeps every number of every row, however the columns lie", () => {
    const random = new SeededRandom(2)
    for (let round = 0; round < 50; round++) {
      const wholeWords = random.between(0, 2)
      const maxima = Array.from({ length: random.between(1, 8) }, () => 2 ** random.between(0, 32) - 1)
      const written = Array.from({ length: 5 }, () => maxima.map((maximum) => random.between(0, maximum)))
      const rows = new PackedRows(written.length, maxima, wholeWords)
      for (const [row, numbers] of written.entries()) rows.write(row, Uint32Array.from(numbers))
      assert.deepStrictEqual(
        written.map((numbers, row) => numbers.map((_, column) => rows.column(column).at(row))),
        written
      )
    }
  })
})
