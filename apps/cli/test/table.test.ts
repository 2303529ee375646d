import { assert, describe, it } from "@effect/vitest"
import { widthOf } from "@public-records/text/fit"
import { Effect } from "effect"
import { type TableColumn, tableOf } from "../src/output/table.ts"
import { Host } from "../src/Host.ts"
import { printerOptions } from "../src/output/printers.ts"
import { hostIn, run } from "./inProcess.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly text: string
}

const columns: ReadonlyArray<TableColumn<Row>> = [
  { name: "id", text: ({ id }) => id, minWidth: 8, rank: 3 },
  { name: "name", text: ({ name }) => name, minWidth: 6, rank: 1, grows: true },
  { name: "text", text: ({ text }) => text, minWidth: 10, rank: 2, grows: true }
]

const rows: ReadonlyArray<Row> = [
  { id: "12345678", name: "a name of 20 letters", text: "a text that is 30 letters long" },
  { id: "87654321", name: "short", text: "" }
]

const printed = (width: number | undefined, records = rows) =>
  tableOf(columns, () => width)
    .batch(records)
    .split("\n")

describe("the width of the output", () => {
  it.effect("is the current one of the terminal, which a user may resize", () =>
    Effect.gen(function* () {
      const { stdout } = yield* Host
      const options = yield* printerOptions({ format: "table", spreadsheetSafe: false })
      const widths = [80, 40, 120].map((columns) => {
        stdout.columns = columns
        return options.width
      })
      assert.deepStrictEqual(widths, [80, 40, 120])
    }).pipe(Effect.provide(hostIn({ columns: 100 }).layer))
  )
})

describe("a table", () => {
  it("shows every cell completely if the width allows", () => {
    assert.deepStrictEqual(printed(62), [
      "id        name                  text",
      "12345678  a name of 20 letters  a text that is 30 letters long",
      "87654321  short",
      ""
    ])
  })

  it("uses the full width, and truncates the least important cells", () => {
    assert.strictEqual(printed(61)[1], "12345678  a name of 20 letters  a text that is 30 letters lo…")
    assert.strictEqual(printed(36)[1], "12345678  a name of 20 …  a text th…".slice(0, 36))
  })

  it("hides the least important column, and no column that fits", () => {
    const wide: ReadonlyArray<TableColumn<Row>> = [
      ...columns,
      { name: "wide", text: ({ text }) => text + text, minWidth: 40, rank: 4 },
      { name: "last", text: () => "1", minWidth: 4, rank: 5 }
    ]
    const table = tableOf(wide, () => 60)
    const [header = ""] = table.batch(rows).split("\n")
    assert.deepStrictEqual(header.split(/ +/), ["id", "name", "text", "last"])
    assert.deepStrictEqual(table.omittedColumns(), ["wide"])
  })

  it("shows a second column as soon as it fits, and the first one always", () => {
    const two: ReadonlyArray<TableColumn<Row>> = [
      { name: "four", text: () => "1234", minWidth: 4, rank: 1 },
      { name: "five", text: () => "12345", minWidth: 5, rank: 2 }
    ]
    const shownIn = (width: number) => tableOf(two, () => width).batch(rows.slice(0, 1))
    assert.strictEqual(shownIn(11), "four  five\n1234  12345\n")
    assert.strictEqual(shownIn(10), "four\n1234\n")
    assert.strictEqual(shownIn(3), "fo…\n12…\n")
  })

  it("assigns the remaining width to columns whose later cells may be longer", () => {
    const table = tableOf(columns, () => 200)
    table.batch(rows)
    const later = { id: "1", name: "n".repeat(60), text: "t".repeat(80) }
    const line = table.batch([later])
    assert.include(line, later.name)
    assert.include(line, later.text)
    const sharing = tableOf(columns, () => 82)
    sharing.batch(rows)
    // Each of the two columns gets 10 of the 20 remaining cells.
    const [, name = "", text = ""] = sharing.batch([later]).trimEnd().split(/ +/)
    assert.deepStrictEqual([name.length, text.length], [30, 40])
  })

  it("prints the header again when the width changes", () => {
    let width = 62
    const table = tableOf(columns, () => width)
    assert.strictEqual(table.batch(rows).split("\n").length, 4)
    assert.strictEqual(table.batch(rows).split("\n").length, 3)
    width = 30
    const narrower = table.batch(rows).split("\n")
    assert.strictEqual(narrower.length, 4)
    assert.include(narrower[0], "name")
    for (const line of narrower) assert.isAtMost(line.length, 30)
  })

  it("truncates nothing without a terminal, and measures wide characters as two cells", () => {
    const [, first] = printed(undefined, [{ id: "日本", name: "n".repeat(300), text: "t" }])
    assert.strictEqual(first, `日本  ${"n".repeat(300)}  t`)
    assert.deepStrictEqual(printed(undefined), printed(62))
    const table = tableOf(columns, () => undefined)
    table.batch(rows)
    const later = { id: "1", name: "n".repeat(60), text: "t".repeat(80) }
    assert.strictEqual(table.batch([later]), `1${" ".repeat(9)}${later.name}  ${later.text}\n`)
  })

  it("aligns wide and combining characters, and truncates them by their cells", () => {
    const wide: ReadonlyArray<Row> = [
      { id: "日本語", name: "東京都", text: "大阪府の名前" },
      { id: "e\u0301e\u0301", name: "😀", text: "abc" }
    ]
    assert.deepStrictEqual(printed(28, wide), [
      "id      name    text",
      "日本語  東京都  大阪府の名前",
      "e\u0301e\u0301      😀      abc",
      ""
    ])
    assert.deepStrictEqual(printed(undefined, wide), printed(28, wide))
    for (let width = 1; width <= 28; width++) {
      for (const line of printed(width, wide)) assert.isAtMost(widthOf(line), width, line)
    }
    assert.strictEqual(printed(27, wide)[1], "日本語  東京都  大阪府の名…")
    assert.strictEqual(printed(26, wide)[1], "日本語  東京都  大阪府の…")
  })

  it("is a header if there are no records", () => {
    assert.strictEqual(tableOf(columns, () => 80).header(), "id  name  text\n")
  })
})

describe("a list on a terminal", () => {
  it.effect("has the width of COLUMNS, or of the terminal if COLUMNS is not set, or 80 if that is unknown", () =>
    Effect.gen(function* () {
      const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length))
      const list = ["complaints", "list", "--demo"]
      const named = yield* run(list, { COLUMNS: "100" }, { columns: 200 })
      assert.isAtMost(widest(named.stdout), 100)
      for (const COLUMNS of ["", "0", "wide", "-5", "80.5"]) {
        const { stdout } = yield* run(list, { COLUMNS }, { columns: 200 })
        assert.isAbove(widest(stdout), 100)
      }
      const unknown = yield* run(list, {}, { columns: 0 })
      assert.strictEqual(widest(unknown.stdout), 80)
      const piped = yield* run([...list, "--format", "table"], { COLUMNS: "40" })
      assert.isAbove(widest(piped.stdout), 100)
    })
  )
})
