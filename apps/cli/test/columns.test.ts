import { assert, describe, it } from "@effect/vitest"
import { type Complaint, type Notice } from "@public-records/core"
import { complaintColumns, formatValue, noticeColumns } from "../src/output/columns.ts"
import { type Column, tableOf } from "../src/output/table.ts"
import { complaint, notice } from "./samples.ts"

describe("a field", () => {
  it("is text for people, and empty if it is missing", () => {
    for (const [value, text] of [
      [null, ""],
      [undefined, ""],
      [false, "false"],
      [0, "0"],
      ["a", "a"],
      [["a", null, "b"], "a; ; b"],
      [[], ""],
      [{ tag: [1] }, '{"tag":[1]}']
    ] as const) {
      assert.strictEqual(formatValue(value), text)
    }
  })
})

/** Returns the columns whose later cells may be longer than the first ones, in a table that is wide enough. */
const growing = <Record extends object>(columns: ReadonlyArray<Column<Record>>, first: Record): ReadonlyArray<string> =>
  columns
    .map(({ name }) => name)
    .filter((name) => {
      const table = tableOf(columns, () => 1000)
      table.batch([first])
      const later = "x".repeat(60)
      return table.batch([{ ...first, [name]: later }]).includes(later)
    })

describe("the columns that share the remaining width", () => {
  it("are those with texts of any length", () => {
    assert.deepStrictEqual(growing<Complaint>(complaintColumns, complaint), [
      "consumerCity",
      "consumerState",
      "subject"
    ])
    assert.deepStrictEqual(growing<Notice>(noticeColumns, notice), [
      "title",
      "acquiringParty",
      "acquiredParty",
      "acquiredEntities",
      "tags"
    ])
  })
})
