import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { dayText, importReportText as importText } from "../src/output/mirrorText.ts"

const day = (text: string) => CivilDate.make(`2021-07-${text}`)

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
