import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import type { MirrorCoverage } from "@public-records/mirror"
import { coverageText } from "../src/report/coverage.ts"

const day = (date: string) => CivilDate.make(date)

const allDays: MirrorCoverage = {
  from: day("2021-07-01"),
  to: day("2021-07-08"),
  complete: 8,
  partial: [],
  missing: [],
  unpublished: [],
  newest: day("2021-07-08"),
  readOnce: 0,
  setAside: 0,
  duplicates: 0,
  lastSync: null
}

const gap = (from: string, to = from) => ({ from: day(from), to: day(to) })

describe("the days that a report is based on", () => {
  it("are all days of a range, or one day", () => {
    assert.strictEqual(coverageText(allDays), "Based on 8 days, 2021-07-01 to 2021-07-08.")
    const one = { ...allDays, to: day("2021-07-01"), complete: 1 }
    assert.strictEqual(coverageText(one), "Based on 1 day, 2021-07-01.")
  })

  it("do not include the missing ones, of which three are named", () => {
    const gaps = [gap("2021-07-02"), gap("2021-07-04", "2021-07-05"), gap("2021-07-07")]
    assert.strictEqual(
      coverageText({ ...allDays, complete: 4, missing: gaps }),
      "Based on 4 of 8 days, 2021-07-01 to 2021-07-08. Missing: 2021-07-02, 2021-07-04 to 2021-07-05, 2021-07-07."
    )
    const more = { ...allDays, to: day("2021-07-10"), complete: 5, missing: [...gaps, gap("2021-07-09")] }
    assert.strictEqual(
      coverageText(more),
      "Based on 5 of 10 days, 2021-07-01 to 2021-07-10. " +
        "Missing: 2021-07-02, 2021-07-04 to 2021-07-05, 2021-07-07 and 1 more."
    )
  })

  it("include the incomplete ones, of which three are named", () => {
    const days = ["2021-07-01", "2021-07-02", "2021-07-03"].map(day)
    assert.strictEqual(
      coverageText({ ...allDays, complete: 5, partial: days }),
      "Based on 8 days, 2021-07-01 to 2021-07-08. Partial: 2021-07-01, 2021-07-02, 2021-07-03."
    )
    assert.match(
      coverageText({ ...allDays, complete: 4, partial: [...days, day("2021-07-04")] }),
      /Partial: 2021-07-01, 2021-07-02, 2021-07-03 and 1 more\.$/
    )
  })

  it("exist if only an incomplete one does", () => {
    const partial = { ...allDays, to: day("2021-07-01"), complete: 0, partial: [day("2021-07-01")] }
    assert.strictEqual(coverageText(partial), "Based on 1 day, 2021-07-01. Partial: 2021-07-01.")
  })

  it.each([
    { from: null, to: null },
    { from: null },
    { to: null },
    { complete: 0 },
    { from: null, to: null, complete: 0 },
    { complete: 0, missing: [gap("2021-07-01", "2021-07-08")] }
  ])("do not exist in %j", (change) => {
    assert.strictEqual(coverageText({ ...allDays, ...change }), "There are no complaints here.")
  })
})
