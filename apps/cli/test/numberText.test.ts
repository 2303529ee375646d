import { assert, describe, it } from "@effect/vitest"
import { type NumberReport } from "@public-records/mirror"
import { numberText, shownNumber } from "../src/output/numberText.ts"

const reportOf = (months: NumberReport["months"]): NumberReport => ({
  number: "3152328257",
  possibly: [],
  reports: 3,
  records: 3,
  first: "2021-01-01 10:00:00",
  last: "2021-02-01 10:00:00",
  robocalls: { yes: 1, no: 2, unknown: 0 },
  states: [],
  areaCodes: [],
  subjects: [],
  months,
  neighbors: []
})

const chartOf = (months: NumberReport["months"]): ReadonlyArray<string> =>
  numberText(reportOf(months), 40).trimEnd().split("\n").slice(2)

const monthsOf = (count: number): NumberReport["months"] =>
  Array.from({ length: count }, (_, index) => ({
    month: `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
    reports: index + 1
  }))

describe("a number", () => {
  it("is formatted if it has ten digits", () => {
    assert.deepStrictEqual(["3152328257", "315232825", "13152328257", "31523282571"].map(shownNumber), [
      "(315) 232-8257",
      "315232825",
      "13152328257",
      "31523282571"
    ])
  })
})

describe("the report on a number", () => {
  const linesOf = (part: Partial<NumberReport>, width = 200): ReadonlyArray<string> =>
    numberText({ ...reportOf([]), ...part }, width)
      .trimEnd()
      .split("\n")

  it("has only lines with content", () => {
    assert.deepStrictEqual(linesOf({}), [
      "(315) 232-8257   3 reports, from 2021-01-01 to 2021-02-01",
      "  robocalls  1 yes, 2 no"
    ])
    assert.deepStrictEqual(linesOf({ reports: 0, records: 0, first: null, last: null }), ["(315) 232-8257   0 reports"])
  })

  it("has every line, with records and unknown values", () => {
    assert.deepStrictEqual(
      linesOf({
        records: 4,
        robocalls: { yes: 1, no: 1, unknown: 1 },
        states: [
          { state: "Ohio", reports: 2 },
          { state: null, reports: 1 }
        ],
        areaCodes: [{ areaCode: "216", reports: 3 }],
        subjects: [
          { subject: "Other", reports: 2 },
          { subject: null, reports: 1 }
        ],
        neighbors: [{ number: "3152328258", reports: 1200, records: 1200 }],
        possibly: ["a placeholder", "forged"]
      }),
      [
        "(315) 232-8257   3 reports (4 records), from 2021-01-01 to 2021-02-01",
        "  robocalls  1 yes, 1 no, 1 unknown",
        "  from       2 states, 1 area code: Ohio 2, unknown 1",
        "  about      Other 2 · not stated 1",
        "  near       (315) 232-8258 1,200",
        "  possibly   a placeholder, forged"
      ]
    )
  })

  it("is safe for a terminal", () => {
    const lines = linesOf({
      subjects: [{ subject: "a\u001B[2J\nb", reports: 1 }],
      states: [{ state: "c\u202Ed", reports: 1 }]
    })
    assert.deepStrictEqual(lines.slice(2), ["  from       1 state, 0 area codes: c\uFFFDd 1", "  about      a␛[2J␊b 1"])
  })

  it("has times if every report is of one day", () => {
    const whenOf = (last: string) => linesOf({ first: "2021-07-07 10:55:10", last })[0]?.replace(/^.*?, /, "")
    assert.strictEqual(whenOf("2021-07-07 21:28:20"), "all on 2021-07-07, 10:55 to 21:28")
    assert.strictEqual(whenOf("2021-07-07 10:55:50"), "on 2021-07-07 at 10:55")
    assert.strictEqual(whenOf("2021-07-08 10:55:10"), "from 2021-07-07 to 2021-07-08")
  })

  it("truncates a line to the width, but keeps ten cells of it", () => {
    const possibly = ["a placeholder", "forged"]
    assert.strictEqual(linesOf({ possibly }, 34)[2], "  possibly   a placeholder, forged")
    assert.strictEqual(linesOf({ possibly }, 33)[2], "  possibly   a placeholder, …")
    assert.strictEqual(linesOf({ possibly }, 5)[2], "  possibly   a plac…, …")
  })

  it("draws a bar for each month, as wide as the terminal", () => {
    assert.deepStrictEqual(
      chartOf([
        { month: "2021-01", reports: 1 },
        { month: "2021-02", reports: 2 }
      ]),
      ["  month    reports", `  2021-01        1  ${"█".repeat(10)}`, `  2021-02        2  ${"█".repeat(20)}`]
    )
  })

  it("draws no chart of a single month, and adds up the months before the last 24", () => {
    assert.deepStrictEqual(chartOf(monthsOf(1)), [])
    assert.strictEqual(chartOf(monthsOf(24)).length, 25)
    assert.match(chartOf(monthsOf(24))[1] ?? "", /^ {2}2020-01 +1 /)
    assert.match(chartOf(monthsOf(26))[1] ?? "", /^ {2}earlier +3 /)
    assert.match(chartOf(monthsOf(26))[2] ?? "", /^ {2}2020-03 +3 /)
  })
})
