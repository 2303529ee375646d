import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { openFilesOf } from "../../files/test/openFiles.ts"
import { RowsByDay } from "../src/importing/RowsByDay.ts"

const folder = mkdtempSync(join(tmpdir(), "rows-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rows of three days, each with its number. */
const filled = (count: number) => {
  const rows = new RowsByDay<{ readonly text: string }>(folder)
  for (let index = 0; index < count; index++) rows.add(9 - (index % 3), { text: `row ${index}, é` })
  return rows
}

describe("the rows of a file", () => {
  it.each([0, 5, 49_999, 50_000, 50_001, 120_000])("are returned by day in their order, if it has %i", (count) => {
    const rows = filled(count)
    const days = [7, 8, 9].filter((day) => 9 - day < count)
    assert.deepStrictEqual(rows.days(), days)
    for (const day of days) {
      const numbers = Array.from({ length: count }, (_, index) => index).filter((index) => 9 - (index % 3) === day)
      assert.deepStrictEqual(
        rows.of(day).map(({ text }) => text),
        numbers.map((index) => `row ${index}, é`)
      )
    }
    rows.close()
  })

  it("are in a file without a name if there are many, which is closed with them", () => {
    const rows = filled(50_000)
    assert.deepStrictEqual(readdirSync(folder), [])
    rows.close()
    assert.deepStrictEqual(openFilesOf(folder), [])
  })
})
