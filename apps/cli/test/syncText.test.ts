import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type FilesReport, type SyncPlan, type SyncReport } from "@public-records/mirror"
import { fileText, noticesText, planTexts, syncReportText } from "../src/output/syncText.ts"

const day = (text: string) => CivilDate.make(text)

describe("the plan of a sync", () => {
  const plan: SyncPlan = {
    _tag: "Plan",
    dailyFiles: null,
    from: day("2021-07-01"),
    to: day("2021-07-07"),
    days: { new: 0, again: 0, missing: 1 },
    notices: false,
    requests: 900
  }
  const nothing = { ...plan, days: { new: 0, again: 0, missing: 0 }, requests: 0 }
  const dailyFiles = {
    files: 4,
    megabytes: 1200,
    minutes: 92,
    days: [
      { from: day("2021-07-01"), to: day("2021-07-05") },
      { from: day("2021-07-07"), to: day("2021-07-07") }
    ]
  }

  it("names the hours of the budget if it needs more than one", () => {
    const price = "Plan: 1 day not read yet, from 2021-07-01 to 2021-07-07: about"
    assert.deepStrictEqual(planTexts(plan, 900), [`${price} 900 requests, within an hour at 900 an hour.`])
    assert.deepStrictEqual(planTexts({ ...plan, requests: 901 }, 900), [
      `${price} 901 requests, about 2 hours at 900 an hour.`
    ])
  })

  it("names what is read from the service, or that nothing is", () => {
    const [text] = planTexts({ ...plan, days: { new: 2, again: 1, missing: 0 }, notices: true }, 900)
    assert.include(text, "Plan: 2 new days, 1 day to read again, notices, from 2021-07-01 to 2021-07-07: about")
    assert.deepStrictEqual(planTexts(nothing, 900), ["Plan: nothing to read from 2021-07-01 to 2021-07-07."])
  })

  it("names the daily files, their days, size and time, before what the service has to add", () => {
    const files = "Plan: 4 daily files for 2021-07-01 to 2021-07-05, 2021-07-07: about 1,200 MB, 1 h 32 min."
    assert.deepStrictEqual(planTexts({ ...nothing, dailyFiles }, 900), [files])
    assert.deepStrictEqual(planTexts({ ...nothing, notices: true, dailyFiles }, 900), [
      files,
      "Plan: the newest notices; an API key brings the older ones."
    ])
    const [first, second] = planTexts({ ...plan, dailyFiles }, 900)
    assert.strictEqual(first, files)
    assert.include(second, "Plan: 1 day not read yet")
  })

  it("says that the mirror has all daily files, and names no days if it has those of a file", () => {
    const textsOf = (files: number) => planTexts({ ...nothing, dailyFiles: { ...dailyFiles, files, days: [] } }, 900)
    assert.deepStrictEqual(textsOf(0), ["Plan: no new daily file."])
    assert.deepStrictEqual(textsOf(1), ["Plan: 1 daily file: about 1,200 MB, 1 h 32 min."])
  })
})

describe("the line of a daily file", () => {
  it.each([
    ["stored", 1_270_000, "a.csv: stored, 1.3 MB, 1,200 left"],
    ["unchanged", 0, "a.csv: unchanged, 1,200 left"],
    ["held", 1000, "a.csv: held back, 1.0 kB, 1,200 left"],
    ["missing", 0, "a.csv: not on the site, 1,200 left"]
  ] as const)("says that it is %s", (outcome, bytes, expected) => {
    assert.strictEqual(fileText({ _tag: "File", file: "a.csv", outcome, bytes, left: 1200 }), expected)
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
  const days = { stored: 0, replaced: 0, unchanged: 0, held: 0, partial: 0, failed: 0 }
  const report: SyncReport = {
    _tag: "Report",
    dailyFiles: null,
    requests: 1,
    records: 0,
    duplicates: 0,
    setAside: 0,
    reasons: [],
    notices: 0,
    days,
    left: { days: 0, requests: 0, nextTryAt: null }
  }
  const files = { stored: 0, unchanged: 5, held: 0, missing: 1, refused: 0 }
  const dailyFiles: FilesReport = { requests: 7, bytes: 2900, files, ended: null, nothingNew: null }

  it("has only counts that are not 0, and what is left only if requests are", () => {
    const start = "1 request: 0 complaints, 0 notices new or changed. Days: none."
    assert.strictEqual(syncReportText(report), `${start}\n`)
    assert.strictEqual(
      syncReportText({ ...report, left: { days: 0, requests: 2, nextTryAt: null } }),
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

  it("counts the daily files by their outcome, and names the requests of the service only if there were some", () => {
    const line = "Daily files: 5 unchanged, 1 missing. 2.9 kB in 7 requests.\n"
    const counts = "0 complaints, 0 notices new or changed. Days: none.\n"
    assert.strictEqual(syncReportText({ ...report, requests: 0, dailyFiles }), counts + line)
    assert.strictEqual(syncReportText({ ...report, dailyFiles }), `1 request: ${counts}${line}`)
  })

  it("says why there is no newer daily file", () => {
    const nothingNew = { newest: day("2026-11-25"), why: "newest file 25 November; 26 November was a holiday" }
    const text = syncReportText({ ...report, dailyFiles: { ...dailyFiles, nothingNew } })
    assert.deepStrictEqual(text.split("\n").slice(2), [
      "Nothing new: newest file 25 November; 26 November was a holiday.",
      ""
    ])
  })
})
