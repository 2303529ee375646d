import { assert, describe, it } from "@effect/vitest"
import { widthOf } from "@public-records/text/fit"
import { barTable, joinFitting } from "../src/output/barTable.ts"

const linesOf = (...table: Parameters<typeof barTable>): ReadonlyArray<string> =>
  barTable(...table)
    .split("\n")
    .slice(0, -1)

const full = (cells: number): string => "█".repeat(cells)

describe("a table with bars", () => {
  it("fills the width with the longest bar, and has none for zero", () => {
    const rows = [
      { cells: ["Ohio", "8"], value: 8 },
      { cells: ["Texas", "2"], value: 2 },
      { cells: ["Utah", "0"], value: 0 }
    ]
    assert.deepStrictEqual(linesOf(["state", "reports"], rows, { texts: 1, width: 40 }), [
      "state  reports",
      `Ohio         8  ${full(24)}`,
      `Texas        2  ${full(6)}`,
      "Utah         0"
    ])
  })

  it("shows the nearest eighth of a cell, and at least one for a small value", () => {
    const rows = [1569, 16_000, 1555, 1].map((value) => ({ cells: ["a", String(value)], value }))
    assert.deepStrictEqual(linesOf(["x", "y"], rows, { texts: 1, width: 26 }), [
      "x      y",
      `a   1569  ${full(1)}▋`,
      `a  16000  ${full(16)}`,
      `a   1555  ${full(1)}▌`,
      "a      1  ▏"
    ])
  })

  it("is safe for a terminal, and as wide as its visible characters", () => {
    const rows = ["a\u001B[2Jb", "c\nd"].map((city) => ({ cells: [city, "1"], value: 0 }))
    assert.deepStrictEqual(linesOf(["city", "n"], rows, { texts: 1, width: 40 }), [
      "city    n",
      "a␛[2Jb  1",
      "c␊d     1"
    ])
  })

  it("never has a line that is wider than the terminal", () => {
    const rows = [{ cells: ["東京都 and a long name", "a second text", "1,234"], value: 5 }]
    for (let width = 1; width <= 60; width++) {
      for (const line of linesOf(["city", "subject", "reports"], rows, { texts: 2, width })) {
        assert.isAtMost(widthOf(line), width, line)
      }
    }
  })

  it("aligns texts by their width on the terminal, not by their characters", () => {
    const rows = ["東京", "Ohio", "e\u0301", "😀"].map((city) => ({ cells: [city, "1"], value: 0 }))
    assert.deepStrictEqual(linesOf(["city", "reports"], rows, { texts: 1, width: 20 }), [
      "city  reports",
      "東京        1",
      "Ohio        1",
      "e\u0301           1",
      "😀          1"
    ])
    const wide = [{ cells: ["東京都", "1"], value: 0 }]
    assert.deepStrictEqual(linesOf(["city", "n"], wide, { texts: 1, width: 20 }), ["city    n", "東京都  1"])
  })

  it("truncates the first column so that a bar of 8 cells fits, and otherwise has no bars", () => {
    const rows = [{ cells: ["abcdefghijklmnop", "5"], value: 5 }]
    const header = ["city", "reports"]
    assert.deepStrictEqual(linesOf(header, rows, { texts: 1, width: 30 }), [
      "city         reports",
      `abcdefghij…        5  ${full(8)}`
    ])
    assert.deepStrictEqual(linesOf(header, rows, { texts: 1, width: 26 }), ["city      reports", "abcdefg…        5"])
  })
})

describe("items in one line", () => {
  for (const [items, room, line] of [
    [["ab", "cd", "ef"], 10, "ab, cd, ef"],
    [["ab", "cd", "ef"], 9, "ab, cd, …"],
    [["ab", "cd", "ef"], 8, "ab, …"],
    [["東京", "大阪"], 10, "東京, 大阪"],
    [["東京", "大阪"], 9, "東京, …"],
    [["abcdefghij", "k"], 8, "abcd…, k"],
    [["abcdefghij", "klm"], 8, "abcd…, …"]
  ] as const) {
    it(`fit into ${room} cells as ${line}`, () => {
      assert.strictEqual(joinFitting(items, ", ", room), line)
    })
  }
})
