import { assert, describe, it } from "@effect/vitest"
import { widthOf } from "@public-records/text/fit"
import { barTable, joinFitting } from "../src/output/barTable.ts"

const linesOf = (...table: Parameters<typeof barTable>): ReadonlyArray<string> =>
  barTable(...table)
    .text.split("\n")
    .slice(0, -1)

const full = (cells: number): string => "█".repeat(cells)

describe("a table with bars", () => {
  it("fills the width with the longest bar, and has none for zero", () => {
    const rows = [
      { cells: ["Ohio", "8"], count: 8 },
      { cells: ["Texas", "2"], count: 2 },
      { cells: ["Utah", "0"], count: 0 }
    ]
    assert.deepStrictEqual(linesOf(["state", "reports"], rows, 40), [
      "state  reports",
      `Ohio         8  ${full(24)}`,
      `Texas        2  ${full(6)}`,
      "Utah         0"
    ])
  })

  it("shows the nearest eighth of a cell, and at least one for a small value", () => {
    const rows = [1569, 16_000, 1555, 1].map((count) => ({ cells: ["a", String(count)], count }))
    assert.deepStrictEqual(linesOf(["x", "y"], rows, 26), [
      "x      y",
      `a   1569  ${full(1)}▋`,
      `a  16000  ${full(16)}`,
      `a   1555  ${full(1)}▌`,
      "a      1  ▏"
    ])
  })

  it("is safe for a terminal, and as wide as its visible characters", () => {
    const rows = ["a\u001B[2Jb", "c\nd"].map((city) => ({ cells: [city, "1"], count: 0 }))
    assert.deepStrictEqual(linesOf(["city", "n"], rows, 40), ["city    n", "a␛[2Jb  1", "c␊d     1"])
  })

  it("never has a line that is wider than the terminal", () => {
    const rows = [{ cells: ["東京都 and a long name", "a second text", "1,234"], count: 5 }]
    for (let width = 1; width <= 60; width++) {
      for (const line of linesOf(["city", "subject", "reports"], rows, width)) {
        assert.isAtMost(widthOf(line), width, line)
      }
    }
  })

  it("aligns texts by their width on the terminal, not by their characters", () => {
    const rows = ["東京", "Ohio", "e\u0301", "😀"].map((city) => ({ cells: [city, "1"], count: 0 }))
    assert.deepStrictEqual(linesOf(["city", "reports"], rows, 20), [
      "city  reports",
      "東京        1",
      "Ohio        1",
      "e\u0301           1",
      "😀          1"
    ])
    const wide = [{ cells: ["東京都", "1"], count: 0 }]
    assert.deepStrictEqual(linesOf(["city", "n"], wide, 20), ["city    n", "東京都  1"])
  })

  it("truncates the first column so that a bar of 8 cells fits, and otherwise has no bars", () => {
    const rows = [{ cells: ["abcdefghijklmnop", "5"], count: 5 }]
    const header = ["city", "reports"]
    assert.deepStrictEqual(linesOf(header, rows, 30), ["city         reports", `abcdefghij…        5  ${full(8)}`])
    assert.deepStrictEqual(linesOf(header, rows, 26), ["city      reports", "abcdefg…        5"])
  })
})

describe("a table with many columns", () => {
  const rows = [{ cells: ["2021-07", "1,234", "56"] }, { cells: ["2021-08", "missing", ""] }]
  const header = ["month", "Ohio", "Texas"]

  it("omits figures that do not fit, and names them", () => {
    assert.deepStrictEqual(barTable(header, rows, 23).omitted, ["Texas"])
    assert.deepStrictEqual(linesOf(header, rows, 23), ["month       Ohio", "2021-07    1,234", "2021-08  missing"])
    assert.deepStrictEqual(barTable(header, rows, 24).omitted, [])
  })

  it("truncates nothing without a width, and draws bars for 80 cells", () => {
    const name = "a name ".repeat(20).trimEnd()
    assert.deepStrictEqual(linesOf(["x", "y"], [{ cells: ["1", name] }]), ["x  y", `1  ${name}`])
    assert.deepStrictEqual(linesOf(["x", "y"], [{ cells: ["1", name] }], 20)[1], "1  a name a name a …")
    assert.strictEqual(linesOf(["x", "y"], [{ cells: ["a", "1"], count: 1 }])[1], `a  1  ${full(74)}`)
  })

  it("has another bar for a count that lacks days", () => {
    const cut = [1, 16].map((count) => ({ cells: ["a", String(count)], count, isCut: true }))
    assert.deepStrictEqual(linesOf(["x", "y"], cut, 15), ["x   y", "a   1  ▒", `a  16  ${"▒".repeat(8)}`])
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
