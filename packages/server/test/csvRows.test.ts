import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { readCsvRows } from "../src/dataset/csvRows.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const read = (csv: string) => {
  const rows: Array<{ readonly line: number; readonly fields: ReadonlyArray<string> | undefined }> = []
  readCsvRows(csv, (line, fields) => rows.push({ line, fields }))
  return rows
}

describe("readCsvRows", () => {
  it("agrees with another parser on random files", () => {
    const random = new SeededRandom(5)
    for (let round = 0; round < 300; round++) {
      const cells = Array.from({ length: random.between(1, 6) }, () =>
        Array.from(
          { length: 3 },
          (_, place) => (place === 0 ? "x" : "") + random.pick(["", "a", 'b"c', "d,e", "f\ng", "’"])
        )
      )
      const written = cells
        .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","))
        .join(random.pick(["\n", "\r\n"]))
      assert.deepStrictEqual(
        read(written).map(({ fields }) => fields),
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
})
