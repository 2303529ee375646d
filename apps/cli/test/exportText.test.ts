import { assert, describe, it } from "@effect/vitest"
import { type WalkReport } from "@public-records/core"
import { type ExportReport, initialProgress } from "@public-records/export/ExportEvent"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { Duration, Option } from "effect"
import { UrlParams } from "effect/http"
import { localWording, serviceWording } from "../src/output/wording.ts"
import { planText, progressText, reportText } from "../src/export/text.ts"

const layout: RecordLayout<never, never> = {
  one: "complaint",
  many: "complaints",
  paramsOf: () => UrlParams.empty,
  fields: () => ({}),
  csv: { header: [], cells: () => [] },
  parquet: []
}

describe("the plan of an export", () => {
  const planOf = (time: Option.Option<Duration.Duration>, requests = 3) =>
    planText(Option.some({ records: 120, pages: 3, requests, time }), layout, true, serviceWording)

  it("has a time in its two largest units, rounded", () => {
    for (const [seconds, text] of [
      [0.999, "less than 1 s"],
      [1.001, "about 2 s"],
      [59, "about 59 s"],
      [59.5, "about 1 min"],
      [89, "about 1 min"],
      [90, "about 2 min"],
      [59.5 * 60, "about 1 h 0 min"],
      [2 * 3600 + 61 * 30, "about 2 h 31 min"],
      [23 * 3600 + 59 * 60, "about 23 h 59 min"],
      [24 * 3600, "about 1 d 0 h"],
      [50 * 3600, "about 2 d 2 h"]
    ] as const) {
      const plan = planOf(Option.some(Duration.seconds(seconds)))
      assert.strictEqual(plan, `Plan: 120 complaints, 3 pages, 3 requests, ${text}.`)
    }
  })

  it("has no time if no request is left, and an unknown one before the first response", () => {
    assert.strictEqual(planOf(Option.none(), 0), "Plan: 120 complaints, 3 pages, 0 requests.")
    assert.strictEqual(planOf(Option.none()), "Plan: 120 complaints, 3 pages, 3 requests, time unknown.")
    const unknown = planText(Option.none(), layout, true, serviceWording)
    assert.strictEqual(unknown, "Plan: unknown, because the service does not report the number of complaints.")
  })
})

describe("the progress of an export", () => {
  const none = Option.none<number>()
  const quota = { limit: none, remaining: none, requestsThisHour: 0, nextRequestAt: Option.none(), waiting: 0 }
  const progressOf = (written: number, writtenNow: number, how: Partial<Parameters<typeof progressText>[1]>) =>
    progressText(
      { ...initialProgress, written, writtenNow },
      { ...layout, seconds: 0, total: none, left: Option.none(), quota, ...how }
    )

  it("has the share of the total, the rate of this run, the time left and the quota as far as they are known", () => {
    const known = { ...quota, limit: Option.some(1000), remaining: Option.some(7) }
    for (const [shown, text] of [
      [progressOf(1, 1, {}), "1 complaint"],
      [progressOf(1, 1, { total: Option.some(2) }), "1 of 2 (50%) complaints"],
      [progressOf(1, 1, { total: Option.some(1) }), "1 of 1 (100%) complaint"],
      [progressOf(100, 0, { total: Option.some(99) }), "100 of 99 (100%) complaints"],
      [progressOf(0, 0, { total: Option.some(0) }), "0 complaints"],
      [progressOf(100, 60, { seconds: 0.5 }), "100 complaints, 120 per second"],
      [progressOf(100, 60, { left: Option.some(Duration.minutes(2)) }), "100 complaints, 2 min left"],
      [progressOf(100, 60, { quota: known }), "100 complaints, 7 of 1,000 requests left this hour"],
      [progressOf(100, 60, { quota: { ...known, limit: none } }), "100 complaints"]
    ] as const) {
      assert.strictEqual(shown, text)
    }
  })
})

const walk: WalkReport = {
  records: 120,
  requests: 3,
  duplicates: 2,
  rejected: 0,
  claimedTotal: 120,
  agrees: true
}
const differing = { records: 117, agrees: false }

const reported = (
  report: Partial<WalkReport> = {},
  rest: Partial<Omit<ExportReport, "report">> = {}
): ExportReport => ({
  written: 120,
  writtenNow: 120,
  requests: 3,
  requestsNow: 3,
  file: "all.csv",
  bytes: 999_999,
  sha256: "",
  startedAt: "",
  endedAt: "",
  reachedMax: false,
  rejectedFile: undefined,
  ...rest,
  report: { ...walk, ...report }
})

describe("the result of an export", () => {
  it("has the size in bytes below a megabyte, the records of this run if others exist, and the note of the records", () => {
    const lines = reportText(reported(), { ...layout, note: "Reported by consumers." }, serviceWording)
    assert.deepStrictEqual(lines, [
      "120 complaints in 3 requests: all.csv, 999,999 bytes.",
      "2 duplicates dropped, 0 rejected. The service reports 120, and all were received.",
      "Reported by consumers."
    ])
    const [resumed] = reportText(reported({}, { bytes: 1_000_000, writtenNow: 20 }), layout, serviceWording)
    assert.strictEqual(resumed, "120 complaints in 3 requests, 20 of them in this run: all.csv, 1.0 MB.")
  })

  it("compares the total with the received records, including rejected ones and those before the offset", () => {
    for (const [report, wording, text] of [
      [{ records: 117, rejected: 3 }, serviceWording, "The service reports 120, and all were received."],
      [differing, serviceWording, "The service reports 120, but 117 were received."],
      [{ records: 100 }, serviceWording, "The service reports 120, and all after the offset were received."],
      [{ records: 1, claimedTotal: 1 }, serviceWording, "The service reports 1, and it was received."],
      [{ records: 1, claimedTotal: 2, agrees: false }, serviceWording, "The service reports 2, but 1 was received."],
      [{ claimedTotal: null, agrees: null }, serviceWording, "The service does not report the number of complaints."],
      [{}, localWording("mirror"), "The mirror has 120, and all were exported."],
      [differing, localWording("mirror"), "The mirror has 120, but 117 were exported."]
    ] as const) {
      const [, line = ""] = reportText(reported(report), layout, wording)
      assert.strictEqual(line.slice(line.indexOf(". ") + 2), text)
    }
    assert.include(
      reportText(reported(differing, { reachedMax: true }), layout, serviceWording)[1],
      "Stopped at --limit."
    )
  })
})
