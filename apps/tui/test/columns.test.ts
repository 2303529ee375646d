import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { type Column, fittingColumns, linkText, rowText, titleText } from "../src/collection/columns.ts"

describe("the text of a link", () => {
  it("is the link, unless it is missing or of local data", () => {
    for (const [link, text] of [
      ["https://service.test/a", "https://service.test/a"],
      ["https://invalid.test/a", "https://invalid.test/a"],
      ["https://server.invalid.test/a", "https://server.invalid.test/a"],
      ["https://server.invalid/a", "—"],
      ["https://server.invalid:8080/a", "—"],
      ["https://server.invalid", "—"],
      [null, "—"]
    ] as const) {
      assert.strictEqual(linkText(link), text)
    }
  })
})

describe("the columns of a table", () => {
  const columns = (...widths: ReadonlyArray<number>): ReadonlyArray<Column<string>> =>
    widths.map((width) => ({ title: String(width), width, text: (record) => record }))
  const choices = [columns(10, 20, 30), columns(10, 20), columns(10)]

  it("are the first choice that fits, with a cell between two columns, or the last one", () => {
    for (const [width, count] of [
      [62, 3],
      [61, 2],
      [31, 2],
      [30, 1],
      [9, 1]
    ] as const) {
      assert.strictEqual(fittingColumns(choices, width).length, count, `${width} cells`)
    }
  })
})

describe("a cell", () => {
  it("shows at most 500 characters of a text", () => {
    const columns = [{ title: "NAME", width: 600, text: (record: string) => record }]
    for (const length of [499, 500, 501]) {
      assert.lengthOf(rowText(columns, "x".repeat(length), 600).trimEnd(), Math.min(length, 500))
    }
  })
})

describe("the titles of columns", () => {
  const name = (width: number): ReadonlyArray<Column<string>> => [{ title: "NAME", width, text: (record) => record }]

  it("mark the sorted column after its title, which is truncated if there is no room", () => {
    const sort = Option.some({ column: "NAME", direction: "up" } as const)
    for (const [width, title] of [
      [8, " NAME ▲  "],
      [6, " NAME ▲"],
      [5, " NAME▲"],
      [4, " NA…▲"]
    ] as const) {
      assert.strictEqual(titleText(name(width), width, { chosen: Option.none(), sort }), title)
    }
  })

  it("do not mark a column that is neither sorted nor chosen", () => {
    const sort = Option.some({ column: "OTHER", direction: "down" } as const)
    for (const [width, title] of [
      [6, " NAME  "],
      [4, " NAME"],
      [3, " NA…"]
    ] as const) {
      assert.strictEqual(titleText(name(width), width, { chosen: Option.some("OTHER"), sort }), title)
      assert.strictEqual(titleText(name(width), width, { chosen: Option.none(), sort: Option.none() }), title)
    }
    assert.strictEqual(titleText(name(6), 6, { chosen: Option.some("NAME"), sort }), "▸NAME  ")
  })
})
