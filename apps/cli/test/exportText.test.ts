import { assert, describe, it } from "@effect/vitest"
import { CivilDate, type WalkReport } from "@public-records/core"
import { type ExportReport, initialProgress } from "@public-records/export/ExportEvent"
import { type RecordLayout } from "@public-records/export/RecordLayout"
import { Duration, Option } from "effect"
import {
  coverageProblem,
  dayText,
  folderText,
  outcomeText,
  planText,
  progressText,
  reportText,
  strictProblem
} from "../src/export/text.ts"

const layout: RecordLayout<never> = {
  one: "complaint",
  many: "complaints",
  fields: () => ({}),
  csv: { header: [], cells: () => [] },
  parquet: []
}
const noted = { ...layout, note: "Reported by consumers." }

/** Returns the numbers in a text. */
const numbersIn = (text: string): ReadonlyArray<string> => text.match(/\d[\d,.]*\b%?/g) ?? []

const planOf = (time: Option.Option<Duration.Duration>, requests = 3) =>
  planText(Option.some({ records: 120, pages: 3, requests, time }), layout, true)

const timeOf = (seconds: number): string =>
  planOf(Option.some(Duration.seconds(seconds)))
    .split(", ")
    .at(-1) ?? ""

describe("the time of a plan", () => {
  it("has the two largest units, rounded, on each side of their boundaries", () => {
    for (const [seconds, text] of [
      [0, "less than 1 s."],
      [0.999, "less than 1 s."],
      [1, "about 1 s."],
      [1.001, "about 2 s."],
      [59, "about 59 s."],
      [59.5, "about 1 min."],
      [60, "about 1 min."],
      [89, "about 1 min."],
      [90, "about 2 min."],
      [59 * 60, "about 59 min."],
      [59.5 * 60, "about 1 h 0 min."],
      [3600, "about 1 h 0 min."],
      [2 * 3600 + 61 * 30, "about 2 h 31 min."],
      [23 * 3600 + 59 * 60, "about 23 h 59 min."],
      [24 * 3600, "about 1 d 0 h."],
      [50 * 3600, "about 2 d 2 h."]
    ] as const) {
      assert.strictEqual(timeOf(seconds), text, String(seconds))
    }
  })

  it("is missing if no request is left, and unknown before the first response", () => {
    assert.deepStrictEqual(numbersIn(planOf(Option.some(Duration.seconds(7)), 0)), ["120", "3", "0"])
    assert.match(planOf(Option.some(Duration.seconds(7)), 0), /, 0 requests\.$/)
    assert.include(planOf(Option.none()), "unknown")
    assert.notInclude(planOf(Option.none(), 0), "unknown")
    assert.deepStrictEqual(numbersIn(planText(Option.none(), layout, true)), [])
  })

  it("states whether it is for the rest of an export", () => {
    const plan = Option.some({ records: 1, pages: 1, requests: 1, time: Option.none() })
    assert.include(planText(plan, layout, false), " for the rest: 1 complaint, 1 page, 1 request")
    assert.notInclude(planText(plan, layout, true), "rest")
  })
})

const quota = {
  limit: Option.none<number>(),
  remaining: Option.none<number>(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

const progressOf = (
  { written, writtenNow }: { readonly written: number; readonly writtenNow: number },
  how: Partial<Parameters<typeof progressText>[1]>
) =>
  progressText(
    { ...initialProgress, written, writtenNow },
    { ...layout, seconds: 0, total: Option.none(), left: Option.none(), quota, ...how }
  ).split(", ")

describe("the progress", () => {
  const half = { written: 100, writtenNow: 60 }

  it("has the rate of this run once a time has passed", () => {
    assert.deepStrictEqual(progressOf(half, {}), ["100 complaints"])
    assert.deepStrictEqual(progressOf(half, { seconds: 0.5 }), ["100 complaints", "120 per second"])
    assert.deepStrictEqual(progressOf(half, { seconds: 7 }), ["100 complaints", "9 per second"])
  })

  it("names one record in the singular, of a total in its number", () => {
    const first = { written: 1, writtenNow: 1 }
    assert.deepStrictEqual(progressOf(first, {}), ["1 complaint"])
    assert.deepStrictEqual(progressOf(first, { total: Option.some(1) }), ["1 of 1 (100%) complaint"])
    assert.deepStrictEqual(progressOf(first, { total: Option.some(2) }), ["1 of 2 (50%) complaints"])
  })

  it("has the share of the total, at most 100 %, unless the total is 0", () => {
    const shareOf = (total: number, written = 100) =>
      numbersIn(progressOf({ written, writtenNow: 0 }, { total: Option.some(total) })[0] ?? "")
    assert.deepStrictEqual(shareOf(300), ["100", "300", "33%"])
    assert.deepStrictEqual(shareOf(100), ["100", "100", "100%"])
    assert.deepStrictEqual(shareOf(99), ["100", "99", "100%"])
    assert.deepStrictEqual(shareOf(0, 0), ["0"])
  })

  it("has the time left and the rest of the quota if they are known", () => {
    assert.deepStrictEqual(progressOf(half, { left: Option.some(Duration.minutes(2)) }), [
      "100 complaints",
      "2 min left"
    ])
    const known = { ...quota, limit: Option.some(1000), remaining: Option.some(7) }
    assert.deepStrictEqual(numbersIn(progressOf(half, { quota: known }).slice(1).join()), ["7", "1,000"])
    for (const partly of [{ limit: Option.some(1000) }, { remaining: Option.some(7) }]) {
      assert.lengthOf(progressOf(half, { quota: { ...quota, ...partly } }), 1)
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

const differing = { records: 117, rejected: 0, agrees: false }

describe("the result of an export", () => {
  const [first = "", second = ""] = reportText(reported(), layout)

  it("has the records, requests, size, duplicates and rejected records", () => {
    assert.deepStrictEqual(numbersIn(first), ["120", "3", "999,999"])
    assert.include(first, "3 requests: all.csv, ")
    assert.deepStrictEqual(numbersIn(second), ["2", "0", "120"])
    assert.lengthOf(reportText(reported(), layout), 2)
  })

  it("has the size in bytes below a megabyte, and in MB from there", () => {
    const sizeOf = (bytes: number) => reportText(reported({}, { bytes }), layout)[0]?.split(", ").at(-1)
    assert.strictEqual(sizeOf(999_999), "999,999 bytes.")
    assert.strictEqual(sizeOf(1_000_000), "1.0 MB.")
    assert.strictEqual(sizeOf(2_550_000), "2.5 MB.")
  })

  it("has the records of this run only if an earlier run wrote others", () => {
    const resumed = reportText(reported({}, { writtenNow: 20 }), layout)[0] ?? ""
    assert.deepStrictEqual(numbersIn(resumed), ["120", "3", "20", "999,999"])
  })

  it("compares the service's total with the received records, including rejected ones, unless --limit ended the export", () => {
    const totalsOf = (report: Partial<WalkReport>, reachedMax = false) =>
      numbersIn(reportText(reported(report, { reachedMax }), layout)[1] ?? "").slice(2)
    assert.deepStrictEqual(totalsOf({}), ["120"])
    assert.deepStrictEqual(totalsOf(differing), ["120", "117"])
    assert.deepStrictEqual(totalsOf({ ...differing, rejected: 2 }), ["120", "119"])
    assert.deepStrictEqual(totalsOf(differing, true), [])
    assert.deepStrictEqual(totalsOf({ claimedTotal: null, agrees: null }), [])
    const texts = [
      reportText(reported({}, { reachedMax: true }), layout)[1],
      reportText(reported({ claimedTotal: null }), layout)[1]
    ]
    assert.include(texts[0], "--limit")
    assert.notInclude(texts[1], "--limit")
  })

  it("names the file of rejected records, and ends with the note of the collection", () => {
    const file = "all.csv.rejected.ndjson"
    const lines = reportText(reported({}, { rejectedFile: file }), noted)
    assert.include(lines[2], file)
    assert.deepStrictEqual(lines.slice(3), ["Reported by consumers."])
    assert.deepStrictEqual(reportText(reported(), noted).slice(2), ["Reported by consumers."])
  })
})

describe("the result of a day", () => {
  it("has rejected records and a differing count only if there are any", () => {
    const text = (report: Partial<WalkReport>) => dayText("2021-07-07", reported(report), layout)
    assert.strictEqual(text({}), "2021-07-07: 120 complaints in 3 requests.")
    assert.deepStrictEqual(numbersIn(text({ rejected: 1 })).slice(-1), ["1"])
    assert.isAbove(text({ agrees: false }).length, text({}).length)
    assert.strictEqual(text({ agrees: null }), text({}))
  })
})

const outcome = {
  records: 120,
  requests: 3,
  duplicates: 2,
  rejected: 4,
  daysAdded: 1,
  daysComplete: 2,
  daysNotPublished: 3,
  path: "calls",
  agrees: true
}

describe("the last line", () => {
  it("has the days if they are known", () => {
    assert.deepStrictEqual(numbersIn(outcomeText(outcome, layout)), ["1", "2", "3", "120"])
    for (const unknown of [{ daysAdded: null }, { daysComplete: null }, { daysNotPublished: null }]) {
      assert.deepStrictEqual(numbersIn(outcomeText({ ...outcome, ...unknown }, layout)), ["120"])
    }
  })
})

describe("the result of a folder", () => {
  const day = (text: string) => CivilDate.make(text)
  const days = { count: 3, list: () => [], notPublished: undefined, withoutRecords: 0, stillEmpty: [], differing: 0 }
  const textOf = (part: Partial<Parameters<typeof folderText>[2]>) => folderText(outcome, layout, { ...days, ...part })

  it("is one line if nothing is missing", () => {
    assert.lengthOf(textOf({}), 1)
    assert.deepStrictEqual(numbersIn(textOf({})[0] ?? ""), ["120", "3", "2", "4"])
    assert.deepStrictEqual(folderText(outcome, noted, days).slice(1), ["Reported by consumers."])
  })

  it("has a line for days whose count differs, and for days without records", () => {
    assert.deepStrictEqual(textOf({ differing: 1 }).slice(1).map(numbersIn), [["1"]])
    assert.deepStrictEqual(textOf({ withoutRecords: 1_200 }).slice(1).map(numbersIn), [["1,200"]])
  })

  it("names the days that are not published, a range by its ends, after those that are still empty", () => {
    const late = (part: Partial<Parameters<typeof folderText>[2]>) =>
      textOf(part)
        .slice(1)
        .map((line) => line.match(/\d{4}-\d\d-\d\d(?: to \S+)?\b/g))
    const one = { from: day("2021-07-08"), to: day("2021-07-08") }
    const two = { from: day("2021-07-08"), to: day("2021-07-09") }
    assert.deepStrictEqual(late({ stillEmpty: ["2021-07-07"] }), [["2021-07-07"]])
    assert.deepStrictEqual(late({ notPublished: one }), [["2021-07-08"]])
    assert.deepStrictEqual(late({ notPublished: two, stillEmpty: ["2021-07-07"] }), [
      ["2021-07-07", "2021-07-08 to 2021-07-09"]
    ])
  })
})

describe("a total", () => {
  const totals = (report: Partial<WalkReport>, origin?: { readonly isMirror: boolean }) =>
    reportText(reported(report), layout, origin)[1]?.split(". ")[1]

  it("of one record is in the singular", () => {
    assert.strictEqual(totals({ records: 1, claimedTotal: 1 }), "The service reports 1, and it was received.")
    assert.strictEqual(
      totals({ records: 1, claimedTotal: 2, agrees: false }),
      "The service reports 2, but 1 was received."
    )
    const problem = strictProblem(reported({ records: 0, claimedTotal: 1, agrees: false }), layout)
    assert.match(problem ?? "", /^The service reports 1 complaint, but 0 were received, /)
    const fewer = strictProblem(reported({ records: 1, claimedTotal: 2, agrees: false }), layout, { isMirror: true })
    assert.match(fewer ?? "", /^The mirror has 2 complaints, but 1 was exported, .* contains the exported ones\.$/)
  })

  it("is larger than the number of records after an offset, and invalid records count", () => {
    assert.strictEqual(totals({ records: 100 }), "The service reports 120, and all after the offset were received.")
    assert.strictEqual(
      totals({ records: 0 }, { isMirror: true }),
      "The mirror has 120, and all after the offset were exported."
    )
    assert.strictEqual(totals({ records: 100, rejected: 20 }), "The service reports 120, and all were received.")
  })

  const days = { notPublished: undefined, withoutRecords: 0, stillEmpty: [], differing: 1 }

  for (const [isMirror, where, cost, differs, all, some] of [
    [
      false,
      "The service reports 120",
      " in 3 requests",
      "the service reports a different total",
      "and all were received",
      "but 117 were received"
    ],
    [
      true,
      "The mirror has 120",
      "",
      "the mirror has a different total",
      "and all were exported",
      "but 117 were exported"
    ]
  ] as const) {
    it(`is that of the ${isMirror ? "mirror, without requests" : "service, with requests"}`, () => {
      const origin = { isMirror }
      const day = dayText("2021-07-07", reported({ agrees: false }), layout, origin)
      assert.strictEqual(day, `2021-07-07: 120 complaints${cost}, but ${differs}.`)
      const ending = "2 duplicates dropped, 0 rejected."
      assert.strictEqual(reportText(reported(), layout, origin)[1], `${ending} ${where}, ${all}.`)
      assert.strictEqual(reportText(reported(differing), layout, origin)[1], `${ending} ${where}, ${some}.`)
      assert.deepStrictEqual(folderText(outcome, layout, days, origin), [
        `120 complaints${cost}, 2 duplicates dropped, 4 rejected.`,
        `The ${isMirror ? "mirror" : "service"}'s total differs for 1 day. See the manifests.`
      ])
      assert.match(
        strictProblem(reported(differing), layout, origin) ?? "",
        new RegExp(`^${where} complaints, but 117 `)
      )
      const plan = Option.some({ records: 120, pages: 3, requests: 3, time: Option.none() })
      const parts = isMirror ? "" : ", 3 pages, 3 requests, time unknown"
      assert.strictEqual(planText(plan, layout, true, origin), `Plan: 120 complaints${parts}.`)
    })
  }
})

describe("the days that a mirror lacks", () => {
  const july = (day: number) => `2021-07-${String(day).padStart(2, "0")}`
  const lacking = (missing: ReadonlyArray<readonly [number, number]>, partial: ReadonlyArray<number>) => ({
    from: july(1),
    to: july(31),
    whole: 1,
    partial: partial.map(july),
    missing: missing.map(([from, to]) => ({ from: july(from), to: july(to) }))
  })

  it("are no problem if every day is whole, or without a mirror", () => {
    assert.isUndefined(coverageProblem(undefined))
    assert.isUndefined(coverageProblem(lacking([], [])))
  })

  it("are counted, and the first five are named", () => {
    assert.strictEqual(
      coverageProblem(
        lacking(
          [
            [2, 2],
            [4, 6]
          ],
          [8]
        )
      ),
      "The mirror lacks 4 days: 2021-07-02, 2021-07-04 to 2021-07-06. " +
        "The mirror has only a part of 1 day: 2021-07-08. --strict does not allow this."
    )
    const five = [2, 3, 4, 5, 6]
    assert.include(coverageProblem(lacking([], five)), `of 5 days: ${five.map(july).join(", ")}. `)
    assert.include(coverageProblem(lacking([], [...five, 7])), `of 6 days: ${five.map(july).join(", ")}, …. `)
  })

  it("are in the result of a folder", () => {
    const days = { notPublished: undefined, withoutRecords: 0, stillEmpty: [], differing: 0 }
    const lines = folderText(outcome, layout, { ...days, coverage: lacking([[2, 3]], [8]) })
    assert.deepStrictEqual(lines.slice(1), [
      "The mirror lacks 2 days: 2021-07-02 to 2021-07-03.",
      "The mirror has only a part of 1 day: 2021-07-08."
    ])
  })
})

describe("--strict", () => {
  const problem = (report: Partial<WalkReport>, reachedMax = false) =>
    numbersIn(strictProblem(reported(report, { reachedMax }), layout) ?? "")

  it("allows no rejected record, and no other count than the service's, if it has one", () => {
    assert.deepStrictEqual(problem({}), [])
    assert.deepStrictEqual(problem({ rejected: 1 }), ["1"])
    assert.deepStrictEqual(problem({ rejected: 1 }, true), ["1"])
    assert.deepStrictEqual(problem(differing), ["120", "117"])
    assert.deepStrictEqual(problem(differing, true), [])
    assert.deepStrictEqual(problem({ ...differing, claimedTotal: null }), [])
    assert.deepStrictEqual(problem({ agrees: null }), [])
  })
})
