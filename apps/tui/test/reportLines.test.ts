import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import type { MirrorCoverage, NumberReport } from "@public-records/mirror"
import { numberSections } from "../src/report/numberReport.ts"
import type { ReportRow, Section } from "../src/report/Report.ts"
import { drawReportLine, reportLines } from "../src/report/reportLines.ts"
import { reportTable } from "../src/report/reportTable.ts"
import { someDays } from "./fakeLocal.ts"
import { report } from "./openReports.ts"

const rowsIn = (
  title: string,
  change: Partial<NumberReport>,
  coverage: MirrorCoverage = someDays,
  isExpanded = false
): ReadonlyArray<ReportRow> =>
  numberSections({ ...report, ...change }, [], coverage, () => isExpanded).find((one) => one.title === title)?.rows ??
  []

const without = (...ranges: ReadonlyArray<readonly [string, string]>): MirrorCoverage => ({
  ...someDays,
  missing: ranges.map(([from, to]) => ({ from: CivilDate.make(from), to: CivilDate.make(to) }))
})

describe("the summary of a number", () => {
  it("says that it was never reported if no time is known", () => {
    for (const change of [{ first: null, last: null }, { first: null }, { last: null }]) {
      const rows = rowsIn("", change)
      assert.deepStrictEqual(rows.slice(0, 2), [
        { text: "(214) 555-0000 was never reported." },
        {
          text: "Possibly also reported as 1214555000, which lacks the last digit.",
          target: { _tag: "Report", question: { _tag: "Number", text: "1214555000" } }
        }
      ])
      assert.lengthOf(rows, 4)
    }
  })
})

describe("the months of a number", () => {
  const texts = (months: ReadonlyArray<string>, coverage: MirrorCoverage, isExpanded = false) =>
    rowsIn("MONTHS", { months: months.map((month) => ({ month, reports: 1 })) }, coverage, isExpanded).map(
      ({ count, text }) => (count === undefined ? text : `${text}: ${count}`)
    )

  it("do not include those of which the mirror has no day", () => {
    const omitted = ["2021-01: 1", "2021-03: 1", "Without 1 month that the mirror does not have."]
    const kept = ["2021-01: 1", "2021-02: 0", "2021-03: 1"]
    for (const [ranges, expected] of [
      [[["2021-02-01", "2021-02-28"]], omitted],
      [[["2021-01-31", "2021-03-01"]], omitted],
      [[["2021-02-02", "2021-02-28"]], kept],
      [[["2021-02-01", "2021-02-27"]], kept],
      [
        [
          ["2020-01-01", "2020-01-02"],
          ["2021-02-01", "2021-02-28"]
        ],
        omitted
      ],
      [[], kept]
    ] as const) {
      assert.deepStrictEqual(texts(["2021-01", "2021-03"], without(...ranges)), expected)
    }
  })

  it("include one with reports, even if the mirror has no day of it", () => {
    assert.deepStrictEqual(texts(["2021-02"], without(["2021-02-01", "2021-02-28"])), ["2021-02: 1"])
  })

  it.each([
    ["2020-02", "2020-02-29", "2020-02-28"],
    ["2021-04", "2021-04-30", "2021-04-29"],
    ["2021-05", "2021-05-31", "2021-05-30"]
  ])("%s end on %s", (month, last, before) => {
    const around = ["2020-01", "2021-06"]
    const first = `${month}-01`
    assert.notInclude(texts(around, without([first, last]), true), `${month}: 0`)
    assert.include(texts(around, without([first, before]), true), `${month}: 0`)
  })

  it("are the last 24, and the sum of earlier ones with reports", () => {
    const of = (first: string, isExpanded = false) => texts([first, "2021-12"], without(), isExpanded)
    assert.lengthOf(of("2020-01"), 24)
    assert.strictEqual(of("2020-01")[0], "2020-01: 1")
    assert.deepStrictEqual(of("2019-12").slice(0, 2), ["earlier: 1", "2020-01: 0"])
    assert.lengthOf(of("2019-12"), 25)
    assert.lengthOf(of("2019-12", true), 25)
    assert.strictEqual(of("2019-12", true)[0], "2019-12: 1")
  })
})

describe("a report as CSV", () => {
  it("has a line for each row that says something itself", () => {
    const sections: ReadonlyArray<Section> = [
      {
        title: "",
        rows: [
          { text: "=1+1", count: 0 },
          { text: "complaints", target: { _tag: "Complaints", number: "1" } },
          { text: "maybe", target: { _tag: "Report", question: { _tag: "Number", text: "1" } } }
        ]
      },
      {
        title: "STATES",
        rows: [
          { text: "Ohio", count: 1000 },
          { text: "notice", target: { _tag: "Notice", transactionNumber: "7" } },
          { text: "others", target: { _tag: "Expand", section: "STATES" } }
        ]
      }
    ]
    assert.deepStrictEqual(reportTable(sections).split("\r\n"), [
      "part,text,reports",
      "summary,'=1+1,0",
      "summary,maybe,",
      "states,Ohio,1000",
      "states,notice,",
      ""
    ])
    assert.strictEqual(reportTable([]), "part,text,reports\r\n")
  })
})

describe("the lines of a report", () => {
  const sections: ReadonlyArray<Section> = [
    { title: "", rows: [{ text: "one two three" }] },
    {
      title: "STATES",
      rows: [
        { text: "Ohio", count: 10, target: { _tag: "Expand", section: "STATES" } },
        { text: "Te", count: 5 },
        { text: "no", count: 0 },
        { text: "end" }
      ]
    }
  ]
  const drawn = (width: number, cursor = -1) =>
    reportLines(sections, width).map((line) => drawReportLine(line, cursor).text.trimEnd())

  it("are wrapped texts, headings and bars", () => {
    assert.deepStrictEqual(drawn(20), [
      "  one two three",
      "STATES",
      "› Ohio 10 ██████████",
      "  Te    5 █████",
      "  no    0",
      "  end"
    ])
    assert.deepStrictEqual(drawn(11).slice(0, 3), ["  one two", "  three", "STATES"])
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
    const rows = [{ text: "Oklahoma", count: 1000 }]
    const lineOf = (width: number) => reportLines([{ title: "", rows }], width)[0]?.text
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
