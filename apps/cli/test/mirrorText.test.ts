import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type MirrorStatus } from "@public-records/mirror"
import { dayText, importReportText as importText, sizeText, statusText } from "../src/output/mirrorText.ts"

const day = (text: string) => CivilDate.make(`2021-07-${text}`)

const status: MirrorStatus = {
  path: "/m.db",
  bytes: 1000,
  days: 2,
  records: 3,
  from: day("01"),
  to: day("07"),
  newest: day("07"),
  complete: 1,
  partial: [day("07")],
  missing: [
    { from: day("02"), to: day("04") },
    { from: day("06"), to: day("06") }
  ],
  readOnce: 1,
  duplicates: 0,
  lastSync: null,
  due: null,
  suspicious: [
    { day: day("01"), why: "it is small", confirmed: false },
    { day: day("05"), why: "it is empty", confirmed: true }
  ],
  incomplete: [{ day: day("07"), why: "3 of the rows of its file could not be read" }],
  held: [{ day: day("01"), why: "the day would lose 2 of its 3 records" }],
  sources: [{ source: "file", days: 2, from: day("01"), to: day("07") }],
  nothingNew: null,
  unpublished: [],
  reasons: [{ reason: "the date is not one", records: 1 }],
  setAside: 1,
  notices: 0,
  newestComplete: null,
  sync: null,
  ahead: { days: [], notices: false }
}

describe("the text of a mirror's status", () => {
  it("counts every missing day, and names partial and suspicious ones", () => {
    assert.deepStrictEqual(statusText(status).split("\n"), [
      "/m.db",
      "2 days from 2021-07-01 to 2021-07-07 · 3 complaints · 0 notices · 1.0 kB",
      "complete 1 · partial 1 (2021-07-07) · missing 4 · read once 1 · set aside 1 record",
      "Sources: 2 days from daily files (2021-07-01 to 2021-07-07).",
      "Partial: 2021-07-07, because 3 of the rows of its file could not be read.",
      "Held: 2021-07-01, because the day would lose 2 of its 3 records.",
      'The mirror keeps what it has. If that is wrong, run "public-records mirror sync --replace 2021-07-01".',
      "Possibly incomplete: 2021-07-01, it is small.",
      "Incomplete at the service, too: 2021-07-05, it is empty.",
      "Set aside: 1, because the date is not one.",
      ""
    ])
  })

  it("has no range without days, and no names without partial days", () => {
    const empty = {
      ...status,
      days: 0,
      from: null,
      to: null,
      partial: [],
      missing: [],
      suspicious: [],
      incomplete: [],
      held: [],
      sources: [],
      reasons: []
    }
    assert.deepStrictEqual(statusText(empty).split("\n").slice(1), [
      "0 days · 3 complaints · 0 notices · 1.0 kB",
      "complete 1 · partial 0 · missing 0 · read once 1 · set aside 1 record",
      ""
    ])
  })

  it("tells days that the next sync reads from missing ones", () => {
    const linesOf = (unread: number) =>
      statusText({ ...status, sync: { from: day("03"), unread, lastSuccess: null, lastFailure: null } }).split("\n")
    assert.include(linesOf(3), "Not read yet: 3 days from 2021-07-03 on. The next sync reads them.")
    assert.isFalse(linesOf(0).some((line) => line.startsWith("Not read yet")))
  })

  it("names the sources of the days, the known gaps in publication, and why there is nothing new", () => {
    const lines = statusText({
      ...status,
      sources: [
        { source: "file", days: 1, from: day("01"), to: day("01") },
        { source: "service", days: 2, from: day("05"), to: day("07") },
        { source: "export", days: 1, from: day("04"), to: day("04") }
      ],
      unpublished: [{ from: day("02"), to: day("03") }],
      nothingNew: { newest: day("07"), why: "newest file 7 July; the file of 8 July is not there yet" }
    }).split("\n")
    assert.deepStrictEqual(lines.slice(3, 6), [
      "Sources: 1 day from daily files (2021-07-01), 2 days from the service (2021-07-05 to 2021-07-07), 1 day from exports (2021-07-04).",
      "Daily files: newest file 7 July; the file of 8 July is not there yet.",
      "Not published: 2021-07-02 to 2021-07-03."
    ])
  })

  it("has sizes in units of 1000", () => {
    assert.deepStrictEqual([999, 1000, 999_949, 999_960, 1_000_000, 2_400_000_000, 2e15].map(sizeText), [
      "999 bytes",
      "1.0 kB",
      "999.9 kB",
      "1.0 MB",
      "1.0 MB",
      "2.4 GB",
      "2000.0 TB"
    ])
  })
})

describe("the text of an imported day", () => {
  it("names records that were set aside, and duplicates", () => {
    const imported = {
      _tag: "Day",
      day: day("07"),
      state: "partial",
      records: 1200,
      duplicates: 1,
      setAside: 2,
      source: "file",
      origin: "a.csv",
      outcome: "setAside",
      why: null,
      reasons: []
    } as const
    const text = "2021-07-07  partial   1,200 rows (1 duplicate), 2 set aside  unchanged  from a.csv\n"
    assert.strictEqual(dayText(imported), text)
    assert.notInclude(dayText({ ...imported, setAside: 0, duplicates: 0 }), "(")
    assert.include(dayText({ ...imported, records: 1 }), "  1 row (")
    assert.include(dayText({ ...imported, why: "it is short" }), "from a.csv: it is short\n")
    assert.match(dayText({ ...imported, origin: "a\u001B[2J\nb.csv" }), /from a␛\[2J␊b\.csv\n$/)
  })
})

describe("the text of an import", () => {
  const report = {
    _tag: "Report",
    files: 2,
    lines: 1,
    records: 1200,
    duplicates: 0,
    setAside: 3,
    reasons: [],
    skipped: {},
    unknownRobocalls: 0,
    notices: 1,
    refused: 1,
    added: 1200,
    total: 3400,
    days: { stored: 2, replaced: 0, unchanged: 1, held: 0, partial: 0 }
  } as const

  it("has only counts that are not 0", () => {
    assert.strictEqual(
      importText(report),
      "2 files: 1 record read, 1,200 added, 1 notice, 3 set aside, 1 file refused. Days: 2 stored, 1 unchanged. The mirror has 3,400 complaints.\n"
    )
    const nothing = { stored: 0, replaced: 0, unchanged: 0, held: 0, partial: 0 }
    assert.strictEqual(
      importText({ ...report, notices: 0, setAside: 0, refused: 0, days: nothing }),
      "2 files: 1 record read, 1,200 added. Days: none. The mirror has 3,400 complaints.\n"
    )
    assert.notInclude(importText({ ...report, refused: 2, added: 0, records: 0, total: 0 }), "The mirror has")
  })

  it.each([
    [34_566, 0, "34,566 added, 3,044 already in the mirror or twice in these files."],
    [34_566, 1, "34,566 added, 3,044 already in the mirror, twice in these files, or in place of others."],
    [-134, 1, "134 fewer than before."]
  ])("says why fewer were added than read: %i, with %i days replaced", (added, replaced, expected) => {
    const days = { ...report.days, replaced }
    const text = importText({
      ...report,
      lines: 37_610,
      records: 37_610,
      notices: 0,
      setAside: 0,
      refused: 0,
      added,
      days
    })
    assert.include(text, `37,610 records read, ${expected} Days:`)
  })

  it("says which lines are no records, and that a robocall is unknown", () => {
    const skipped = { "repeated header": 1, empty: 3, "end mark": 1 } as const
    const text = importText({ ...report, lines: 1206, skipped, unknownRobocalls: 2 })
    assert.include(text, "2 files: 1,201 records read, ")
    assert.include(text, "Skipped: 3 empty lines, 1 repeated header, 1 end mark.\n")
    assert.include(text, "Robocall unknown in 2 complaints: the value is neither yes nor no.\n")
  })
})
