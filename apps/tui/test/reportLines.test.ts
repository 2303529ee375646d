import { assert, describe, it } from "@effect/vitest"
import type { Section } from "@public-records/answers/Answer"
import { drawReportLine, reportLines } from "../src/report/reportLines.ts"
import { reportTable } from "../src/report/reportTable.ts"

describe("a report as CSV", () => {
  it("has a line for each row that says something itself", () => {
    const sections: ReadonlyArray<Section> = [
      {
        title: "",
        rows: [
          { text: "=1+1" },
          { text: "complaints", target: { _tag: "Complaints", where: { number: "1" } } },
          { text: "maybe", target: { _tag: "Report", question: { _tag: "Number", text: "1" } } }
        ]
      },
      {
        title: "Months",
        rows: [
          { text: "2021-06", cells: ["0", "missing"] },
          { text: "2021-07", cells: ["7 of 31", "1,000"], count: 1000, target: { _tag: "Complaints", where: {} } },
          { text: "notice", cells: ["7", "a, b"], target: { _tag: "Notice", transactionNumber: "7" } }
        ]
      }
    ]
    assert.deepStrictEqual(reportTable(sections).split("\r\n"), [
      "part,text,reports,details",
      "summary,'=1+1,,",
      "summary,maybe,,",
      'months,2021-06,,"0, missing"',
      "months,2021-07,1000,7 of 31",
      'months,notice,,"7, a, b"',
      ""
    ])
    assert.strictEqual(reportTable([]), "part,text,reports,details\r\n")
  })
})

describe("the lines of a report", () => {
  const sections: ReadonlyArray<Section> = [
    { title: "", rows: [{ text: "one two three" }] },
    {
      title: "States",
      rows: [
        { text: "Ohio", cells: ["10"], count: 10, target: { _tag: "Expand", section: "States" } },
        { text: "Te", cells: ["5"], count: 5 },
        { text: "no", cells: ["0"], count: 0 },
        { text: "end" }
      ],
      header: ["state", "#"]
    }
  ]
  const drawn = (width: number, cursor = -1) =>
    reportLines(sections, width).map((line) => drawReportLine(line, cursor).text.trimEnd())

  it("are wrapped texts, headings and bars", () => {
    assert.deepStrictEqual(drawn(20), [
      "  one two three",
      "STATES  #",
      "› Ohio 10 ██████████",
      "  Te    5 █████",
      "  no    0",
      "  end"
    ])
    assert.deepStrictEqual(drawn(11).slice(0, 3), ["  one two", "  three", "STATES  #"])
  })

  it("have the days of each period: dashed if it lacks some, without a bar if it has none", () => {
    const months: Section = {
      title: "Months",
      header: ["month filed", "days", "reports"],
      rows: [
        { text: "2021-05", cells: ["31 of 31", "10"], count: 10 },
        { text: "2021-06", cells: ["0", "missing"] },
        { text: "2021-07", cells: ["7 of 31", "5"], count: 5, isCut: true }
      ]
    }
    assert.deepStrictEqual(
      reportLines([months], 37).map(({ text }) => text.trimEnd()),
      [
        "MONTHS        days reports",
        "2021-05 31 of 31      10 ██████████",
        "2021-06        0 missing",
        "2021-07  7 of 31       5 ╌╌╌╌╌"
      ]
    )
  })

  it("are texts if no row has a count", () => {
    const notices: Section = {
      title: "Notices",
      header: ["date", "transaction", "deal"],
      rows: [{ text: "2011-04-11", cells: ["", "acquires B"] }]
    }
    assert.deepStrictEqual(
      reportLines([notices], 38).map(({ text }) => text),
      ["NOTICES", "2011-04-11  acquires B"]
    )
  })

  it("mark the first line of the selected row, and count rows without headings", () => {
    assert.deepStrictEqual(drawn(11, 0).slice(0, 2), ["▶ one two", "  three"])
    assert.strictEqual(drawn(20, 1)[2], "▶ Ohio 10 ██████████")
    assert.strictEqual(drawn(20, 4)[5], "▶ end")
    assert.deepStrictEqual(
      reportLines(sections, 11).map(({ hasTarget, kind, row }) => [kind, row, hasTarget]),
      [
        ["start", 0, false],
        ["continuation", 0, false],
        ["heading", -1, false],
        ["start", 1, true],
        ["start", 2, false],
        ["start", 3, false],
        ["start", 4, false]
      ]
    )
  })

  it("have the role of their kind", () => {
    const roles = (cursor: number) => reportLines(sections, 11).map((line) => drawReportLine(line, cursor).role)
    assert.deepStrictEqual(roles(0).slice(0, 4), ["selected", "selected", "title", "plain"])
    assert.deepStrictEqual(roles(1).slice(0, 4), ["plain", "plain", "title", "selected"])
  })

  it("have bars of at most 50 cells", () => {
    assert.strictEqual(drawn(100)[2], `› Ohio 10 ${"█".repeat(50)}`)
    assert.strictEqual(drawn(60)[2], `› Ohio 10 ${"█".repeat(50)}`)
    assert.strictEqual(drawn(59)[2], `› Ohio 10 ${"█".repeat(49)}`)
  })

  it("have labels of at least 4 cells, and bars of at least 3 next to longer ones", () => {
    const rows = [{ text: "Oklahoma", cells: ["1,000"], count: 1000 }]
    const lineOf = (width: number) => reportLines([{ title: "", header: ["", "#"], rows }], width)[0]?.text
    assert.strictEqual(lineOf(20), "Oklahoma 1,000 ███")
    assert.strictEqual(lineOf(19), "Oklaho… 1,000 ███")
    assert.strictEqual(lineOf(16), "Okl… 1,000 ███")
    assert.strictEqual(lineOf(13), "Okl… 1,000 ")
    assert.strictEqual(lineOf(1), "Okl… 1,000 ")
    assert.deepStrictEqual(
      reportLines([{ title: "", rows: [{ text: "one two" }] }], 1).map(({ text }) => text),
      ["one two"]
    )
  })

  it("have at most 2,000 characters of a text", () => {
    for (const length of [1999, 2000, 2001]) {
      const [line] = reportLines([{ title: "", rows: [{ text: "x".repeat(length) }] }], 3000)
      assert.lengthOf(line?.text ?? "", Math.min(length, 2000))
    }
  })
})
