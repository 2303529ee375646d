import { assert, describe, it } from "@effect/vitest"
import { Complaint, Notice } from "@public-records/core"
import { Option } from "effect"
import { type TableColumn, fittingColumns, linkText, rowText, titleText } from "../src/collection/tableColumns.ts"
import { complaintColumns, complaintDetail } from "../src/complaints/complaintColumns.ts"
import { noticeColumns, noticeDetail, noticeParties } from "../src/notices/noticeColumns.ts"
import { fakeComplaints, fakeNotices } from "./fakeRecords.ts"

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
  const columns = (...widths: ReadonlyArray<number>): ReadonlyArray<TableColumn<string>> =>
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

const complaintOf = (change: Partial<Complaint>): Complaint => {
  const [complaint] = fakeComplaints(1)
  return Complaint.make({ ...(complaint ?? assert.fail("no complaint")), ...change })
}

const noticeOf = (change: Partial<Notice>): Notice => {
  const [notice] = fakeNotices(1)
  return Notice.make({ ...(notice ?? assert.fail("no notice")), ...change })
}

describe("the columns of complaints", () => {
  const cells = (change: Partial<Complaint>, width: number): ReadonlyArray<string> =>
    complaintColumns(width).map(({ text }) => text(complaintOf(change)))

  it("are fewer and shorter in a narrow table", () => {
    const change = { createdDate: "2021-07-07 10:55:12", consumerState: "Ohio", subject: null }
    for (const [width, expected] of [
      [81, ["2021-07-07 10:55", "(214) 555-0000", "Springfield", "Ohio", "Y", "—"]],
      [80, ["2021-07-07 10:55", "(214) 555-0000", "Springfield", "OH", "Y", "—"]],
      [73, ["07-07 10:55", "(214) 555-0000", "Springfield", "OH", "Y", "—"]],
      [68, ["07-07 10:55", "(214) 555-0000", "OH", "Y", "—"]],
      [55, ["07-07 10:55", "(214) 555-0000", "Y", "—"]],
      [49, ["07-07 10:55", "(214) 555-0000", "Y"]]
    ] as const) {
      assert.deepStrictEqual(cells(change, width), expected)
    }
  })

  it("show values that are missing or in another format", () => {
    const change = {
      companyPhoneNumber: "12145550000",
      consumerCity: null,
      consumerState: "Atlantis",
      isRobocall: null,
      subject: "Other"
    }
    assert.deepStrictEqual(cells(change, 80).slice(1), ["12145550000", "—", "Atlantis", "—", "Other"])
    assert.deepStrictEqual(cells({ consumerState: null, isRobocall: false }, 80).slice(3, 5), ["—", "N"])
    assert.strictEqual(cells({ companyPhoneNumber: null }, 80)[1], "—")
  })
})

describe("the detail of a complaint", () => {
  it.each<readonly [label: string, change: Partial<Complaint>, text: string]>([
    ["CALLED", { violationDate: "2021-07-06 00:00:00" }, "2021-07-06 (no time given)"],
    ["CALLED", { violationDate: "2021-07-06 00:00:01" }, "2021-07-06 00:00:01"],
    ["ROBOCALL", { isRobocall: true, recordedMessageOrRobocall: "Y" }, "yes"],
    ["ROBOCALL", { isRobocall: false, recordedMessageOrRobocall: "N" }, "no"],
    ["ROBOCALL", { isRobocall: null, recordedMessageOrRobocall: "" }, "not stated"],
    ["ROBOCALL", { isRobocall: null, recordedMessageOrRobocall: "maybe" }, "maybe"]
  ])("has %s of %j", (label, change, text) => {
    assert.strictEqual(complaintDetail(complaintOf(change)).find((field) => field.label === label)?.text, text)
  })
})

describe("the columns of notices", () => {
  const cells = (change: Partial<Notice>, width: number): ReadonlyArray<string> =>
    noticeColumns(width).map(({ text }) => text(noticeOf({ date: "2011-04-11T00:00:00", ...change })))

  it("are fewer in a narrow table", () => {
    const [date, number, acquiring, acquired] = ["2011-04-11", "20110000", "Invented Holdings 0", "Imaginary Works 0"]
    assert.deepStrictEqual(cells({}, 68), [date, number, acquiring, acquired])
    assert.deepStrictEqual(cells({}, 67), [date, acquiring, acquired])
    assert.deepStrictEqual(cells({}, 41), [date, acquiring])
  })

  it("show the title in place of a missing party, or a dash", () => {
    const missing = { transactionNumber: null, acquiringParty: null, acquiredParty: null, title: "Title" }
    assert.deepStrictEqual(cells(missing, 68).slice(1), ["—", "Title", "—"])
    assert.strictEqual(cells({ ...missing, title: null }, 68)[2], "—")
  })
})

describe("the detail of a notice", () => {
  const fields = (change: Partial<Notice>) => noticeDetail(noticeOf(change))

  it("lists the entities and the tags, one on each line", () => {
    const [first, second] = [fields({}), fields({ acquiredEntities: [], tags: ["A", { name: "B" }] })]
    assert.deepStrictEqual(first.slice(4, 6), [
      { label: "ENTITIES", text: "Imaginary Works 0 North" },
      { label: "", text: "Imaginary Works 0 South" }
    ])
    assert.deepInclude(first, { label: "TAGS", text: "—" })
    assert.deepStrictEqual(second[4], { label: "ENTITIES", text: "—" })
    const tags = second.findIndex(({ label }) => label === "TAGS")
    assert.deepStrictEqual(second.slice(tags, tags + 2), [
      { label: "TAGS", text: "A" },
      { label: "", text: '{"name":"B"}' }
    ])
  })

  it("has a dash for each missing value", () => {
    const names = { transactionNumber: null, acquiringParty: null, acquiredParty: null, title: null }
    const dashes = fields({ ...names, created: null, updated: null }).filter(({ text }) => text === "—")
    assert.deepStrictEqual(
      dashes.map(({ label }) => label),
      ["ACQUIRING", "ACQUIRED", "TRANSACTION", "TITLE", "CREATED", "UPDATED", "TAGS", "LINK"]
    )
  })
})

describe("the parties of a notice", () => {
  it("are those that are stated, each once with its first role", () => {
    const parties = { acquiringParty: "A", acquiredParty: "B", acquiredEntities: ["B", "C", "A"] }
    assert.deepStrictEqual(noticeParties(noticeOf(parties)), [
      { label: "acquiring", text: "A" },
      { label: "acquired", text: "B" },
      { label: "entity", text: "C" }
    ])
    assert.deepStrictEqual(
      noticeParties(noticeOf({ acquiringParty: null, acquiredParty: null, acquiredEntities: ["C"] })),
      [{ label: "entity", text: "C" }]
    )
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
  const name = (width: number): ReadonlyArray<TableColumn<string>> => [
    { title: "NAME", width, text: (record) => record }
  ]

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
