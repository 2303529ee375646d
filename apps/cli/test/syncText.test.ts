import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { noticesText, planText, syncReportText } from "../src/output/syncText.ts"

const [from, to] = [CivilDate.make("2021-07-01"), CivilDate.make("2021-07-07")] as const

describe("the plan of a sync", () => {
  it("names the hours of the budget if it needs more than one", () => {
    const priceOf = (requests: number) =>
      planText({ _tag: "Plan", from, to, days: { new: 0, again: 0, missing: 1 }, notices: false, requests }, 900)
    const plan = "Plan: 1 day not read yet, from 2021-07-01 to 2021-07-07: about"
    assert.strictEqual(priceOf(900), `${plan} 900 requests, within an hour at 900 an hour.`)
    assert.strictEqual(priceOf(901), `${plan} 901 requests, about 2 hours at 900 an hour.`)
  })

  it("names what is read, or that nothing is", () => {
    const plan = { _tag: "Plan", from, to, days: { new: 2, again: 1, missing: 0 }, notices: true, requests: 9 } as const
    assert.include(
      planText(plan, 900),
      "Plan: 2 new days, 1 day to read again, notices, from 2021-07-01 to 2021-07-07: about"
    )
    const nothing = { ...plan, days: { new: 0, again: 0, missing: 0 }, notices: false, requests: 0 }
    assert.strictEqual(planText(nothing, 900), "Plan: nothing to read from 2021-07-01 to 2021-07-07.")
  })
})

describe("the notices of a sync", () => {
  it("were read to the end or not, and may be gone", () => {
    assert.strictEqual(
      noticesText({ _tag: "Notices", changed: 1200, gone: 2, readToTheEnd: true }),
      "notices     all read  1,200 new or changed, 2 gone\n"
    )
    assert.strictEqual(
      noticesText({ _tag: "Notices", changed: 1, gone: 0, readToTheEnd: false }),
      "notices     changes read  1 new or changed\n"
    )
  })
})

describe("the report of a sync", () => {
  const report = {
    _tag: "Report",
    requests: 1,
    records: 0,
    duplicates: 0,
    setAside: 0,
    reasons: [],
    notices: 0
  } as const
  const days = { stored: 0, replaced: 0, unchanged: 0, held: 0, partial: 0, failed: 0 }

  it("has only counts that are not 0, and what is left only if requests are", () => {
    const start = "1 request: 0 complaints, 0 notices new or changed. Days: none."
    assert.strictEqual(
      syncReportText({ ...report, days, left: { days: 0, requests: 0, nextTryAt: null } }),
      `${start}\n`
    )
    assert.strictEqual(
      syncReportText({ ...report, days, left: { days: 0, requests: 2, nextTryAt: null } }),
      `${start} Left: 0 days, about 2 requests.\n`
    )
  })

  it("counts records that were set aside, and the days by their outcome", () => {
    const left = { days: 1, requests: 1, nextTryAt: new Date("2026-11-23T10:00:00Z") }
    assert.strictEqual(
      syncReportText({ ...report, setAside: 1, days: { ...days, stored: 1200, failed: 1 }, left }),
      "1 request: 0 complaints, 0 notices new or changed, 1 set aside. Days: 1,200 stored, 1 failed. " +
        "Left: 1 day, about 1 request. The next request is possible at 2026-11-23T10:00:00.000Z.\n"
    )
  })
})
