import { assert, describe, it } from "@effect/vitest"
import { type Complaint, type Notice } from "@public-records/core"
import { complaintColumns, formatValue, noticeColumns } from "../src/output/recordColumns.ts"
import { type TableColumn, tableOf } from "../src/output/table.ts"
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
const growing = <Record extends object>(
  columns: ReadonlyArray<TableColumn<Record>>,
  first: Record
): ReadonlyArray<string> =>
  columns
    .map(({ name }) => name)
    .filter((name) => {
      const table = tableOf(columns, () => 1000)
      table.batch([first])
      const later = "x".repeat(60)
      return table.batch([{ ...first, [name]: later }]).includes(later)
    })

/** Returns the columns of a table with one record in a terminal of this width. */
const shownAt = <Record>(columns: ReadonlyArray<TableColumn<Record>>, record: Record, width: number): string => {
  const [header = ""] = tableOf(columns, () => width)
    .batch([record])
    .split("\n")
  return header.split(/ +/).join(" ")
}

describe("the columns of a narrow terminal", () => {
  for (const [width, names] of [
    [40, "companyPhoneNumber createdDate"],
    [80, "companyPhoneNumber createdDate subject isRobocall"],
    [120, "companyPhoneNumber createdDate consumerCity consumerState consumerAreaCode subject isRobocall"],
    [160, "id companyPhoneNumber createdDate violationDate consumerCity consumerState subject isRobocall"]
  ] as const) {
    it(`are the most important ones of a complaint that fit into ${width} cells`, () => {
      assert.strictEqual(shownAt<Complaint>(complaintColumns, complaint, width), names)
    })
  }

  for (const [width, names] of [
    [40, "transactionNumber date tags"],
    [80, "transactionNumber acquiringParty acquiredParty date tags"],
    [100, "transactionNumber acquiringParty acquiredParty acquiredEntities date tags"],
    [160, "id transactionNumber acquiringParty acquiredParty acquiredEntities date created tags"],
    [180, "id transactionNumber acquiringParty acquiredParty acquiredEntities date created updated"]
  ] as const) {
    it(`are the most important ones of a notice that fit into ${width} cells`, () => {
      assert.strictEqual(shownAt<Notice>(noticeColumns, notice, width), names)
    })
  }
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
