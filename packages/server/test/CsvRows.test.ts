import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { CsvRows } from "../src/dataset/CsvRows.ts"
import { readInPieces } from "./readInPieces.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

interface Row {
  readonly line: number
  readonly fields: ReadonlyArray<string> | undefined
}

/** Reads a text that comes in pieces of some bytes each, as a file does. */
const read = (csv: string, pieceBytes = csv.length + 1): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  const reader = new CsvRows(
    (line, fields) => rows.push({ line, fields }),
    (line) => rows.push({ line, fields: ["endless"] })
  )
  readInPieces(reader, Buffer.from(csv), pieceBytes)
  return rows
}

describe("CsvRows", () => {
  it("agrees with another parser on random files", () => {
    const random = new SeededRandom(5)
    for (let round = 0; round < 300; round++) {
      const cells = Array.from({ length: random.between(1, 6) }, () =>
        Array.from(
          { length: 3 },
          (_, place) => (place === 0 ? "x" : "") + random.pick(["", "a", 'b"c', "d,e", "f\ng", "h\r\ni", "’"])
        )
      )
      const written = cells
        .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","))
        .join(random.pick(["\n", "\r\n"]))
      assert.deepStrictEqual(
        read(written, random.between(1, 40)).map(({ fields }) => fields),
        cells
      )
      assert.deepStrictEqual(parse(written), cells)
    }
  })

  it("numbers the lines on which rows begin, over empty lines and line feeds within a field", () => {
    const rows = read('a,b\n\n"c\nd",e\nf,g\n')
    assert.deepStrictEqual(rows, [
      { line: 1, fields: ["a", "b"] },
      { line: 3, fields: ["c\nd", "e"] },
      { line: 5, fields: ["f", "g"] }
    ])
  })

  it("has no fields for a row whose quotation marks are broken", () => {
    for (const row of ['a"b,c', '"a"b,c', '"a', '"a""'])
      assert.deepStrictEqual(read(row), [{ line: 1, fields: undefined }])
  })

  it("loses one line to quotation marks that are never closed, and goes on with the next", () => {
    const csv = 'a,"b\nc,d\n"e,\n"f\n"g",h\n'
    for (const pieceBytes of [1, 7, 100]) {
      assert.deepStrictEqual(read(csv, pieceBytes), [
        { line: 1, fields: undefined },
        { line: 2, fields: ["c", "d"] },
        { line: 3, fields: undefined },
        { line: 4, fields: undefined },
        { line: 5, fields: ["g", "h"] }
      ])
    }
  })

  it("does not wait for a quotation mark beyond 64 KiB", () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => `${row},some text`)
    const found = read(["x", '"open,y', ...rows].join("\n"), 4_096)
    assert.deepStrictEqual(found[1], { line: 2, fields: undefined })
    assert.strictEqual(found.length, 10_002)
    assert.deepStrictEqual(found.at(-1), { line: 10_002, fields: ["9999", "some text"] })
  })

  it("gives up on a line without an end", () => {
    assert.deepStrictEqual(read(`a,b\n${"x".repeat(1_200_000)}`, 65_536)[1], { line: 2, fields: ["endless"] })
  })

  it("reads a last line without a line feed, and characters cut in two", () => {
    const rows = read("Thompson’s,Lee’s\r\na,’’", 3)
    assert.deepStrictEqual(
      rows.map(({ fields }) => fields),
      [
        ["Thompson’s", "Lee’s"],
        ["a", "’’"]
      ]
    )
  })
})
