import { assert, describe, it } from "@effect/vitest"
import { type NumberReport } from "@public-records/mirror"
import { numberText } from "../src/output/numberText.ts"

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

describe("the report on a number", () => {
  it("draws a bar for each month, as wide as the terminal", () => {
    assert.deepStrictEqual(
      chartOf([
        { month: "2021-01", reports: 1 },
        { month: "2021-02", reports: 2 }
      ]),
      ["  month    reports", `  2021-01        1  ${"█".repeat(10)}`, `  2021-02        2  ${"█".repeat(20)}`]
    )
  })

  it("draws no chart of a single month", () => {
    assert.deepStrictEqual(chartOf(monthsOf(1)), [])
  })

  it("adds up the months before the last 24", () => {
    assert.strictEqual(chartOf(monthsOf(24)).length, 25)
    assert.match(chartOf(monthsOf(24))[1] ?? "", /^ {2}2020-01 +1 /)
    assert.match(chartOf(monthsOf(26))[1] ?? "", /^ {2}earlier +3 /)
    assert.match(chartOf(monthsOf(26))[2] ?? "", /^ {2}2020-03 +3 /)
  })
})
