import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type MirrorStatus } from "@public-records/mirror"
import { Effect } from "effect"
import { type Answer, covered, makeAnswerStatus, printAnswer, wrapped } from "../src/output/answer.ts"
import { dayText, reportText as importText, sizeText, statusText, verificationText } from "../src/output/mirrorText.ts"
import { hostIn, type RunEnvironment } from "./inProcess.ts"

const day = (text: string) => CivilDate.make(`2021-07-${text}`)

const status: MirrorStatus = {
  path: "/m.db",
  bytes: 1000,
  days: 2,
  records: 3,
  from: day("01"),
  to: day("07"),
  newest: day("07"),
  whole: 1,
  partial: [day("07")],
  missing: [
    { from: day("02"), to: day("04") },
    { from: day("06"), to: day("06") }
  ],
  unsettled: 1,
  suspicious: [
    { day: day("01"), why: "it is small", confirmed: false },
    { day: day("05"), why: "it is empty", confirmed: true }
  ],
  incomplete: [{ day: day("07"), why: "3 of the rows of its file could not be read" }],
  held: [day("01")],
  reasons: [{ reason: "the date is not one", records: 1 }],
  aside: 1,
  notices: 0,
  newestWhole: null,
  sync: null,
  ahead: { days: [], notices: false }
}

describe("the text of a mirror's status", () => {
  it("counts every missing day, and names partial and suspicious ones", () => {
    assert.deepStrictEqual(statusText(status).split("\n"), [
      "/m.db",
      "2 days from 2021-07-01 to 2021-07-07 · 3 complaints · 0 notices · 1.0 kB",
      "complete 1 · partial 1 (2021-07-07) · missing 4 · read once 1 · set aside 1 record",
      "Partial: 2021-07-07, because 3 of the rows of its file could not be read.",
      "Held back: 2021-07-01. The last read lacks records that the mirror has, so the mirror keeps them.",
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
      copies: 1,
      aside: 2,
      source: "daily file",
      origin: "a.csv",
      outcome: "aside",
      why: null,
      reasons: []
    } as const
    const text = "2021-07-07  partial   1,200 rows (1 duplicate), 2 set aside  kept as it was  from a.csv\n"
    assert.strictEqual(dayText(imported), text)
    assert.notInclude(dayText({ ...imported, aside: 0, copies: 0 }), "(")
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
    copies: 0,
    aside: 3,
    reasons: [],
    skipped: {},
    unknownRobocalls: 0,
    notices: 1,
    refused: 1,
    added: 1200,
    total: 3400,
    days: { stored: 2, replaced: 0, kept: 1, held: 0, partial: 0 }
  } as const

  it("has only counts that are not 0", () => {
    assert.strictEqual(
      importText(report),
      "2 files: 1 record read, 1,200 added, 1 notice, 3 set aside, 1 file refused. Days: 2 stored, 1 kept. The mirror has 3,400 complaints.\n"
    )
    const nothing = { stored: 0, replaced: 0, kept: 0, held: 0, partial: 0 }
    assert.strictEqual(
      importText({ ...report, notices: 0, aside: 0, refused: 0, days: nothing }),
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
      aside: 0,
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

describe("the text of a verification", () => {
  it("has the problems of SQLite, too", () => {
    const damaged = [{ day: day("07"), why: "it is short" }]
    assert.strictEqual(
      verificationText({ days: 2, damaged, problems: ["page 3 is lost"] }),
      "2021-07-07 is damaged: it is short.\npage 3 is lost\n"
    )
    assert.include(verificationText({ days: 2, damaged: [], problems: ["page 3 is lost"] }), "page 3")
    assert.strictEqual(verificationText({ days: 2, damaged: [], problems: [] }), "2 days verified, no damage found.\n")
  })
})

describe("the basis of an answer", () => {
  const basisOf = (coverage: MirrorStatus) => covered({ coverage, note: "a note" })

  it("has missing and partial days as its gap, the first five by name", () => {
    const { basis, gap, whole } = basisOf(status)
    assert.include(basis, "Based on 2 of 6 days from 2021-07-01 to 2021-07-07, 1 of them partial.")
    assert.strictEqual(gap, "4 days (2021-07-02 to 2021-07-04, 2021-07-06) and parts of 1 day (2021-07-07)")
    assert.deepInclude(whole, { note: "a note" })
    const partial = ["01", "02", "03", "04", "05", "06"].map(day)
    const first = partial.slice(0, 5).join(", ")
    assert.strictEqual(basisOf({ ...status, missing: [], partial }).gap, `parts of 6 days (${first} and 1 more)`)
    assert.strictEqual(
      basisOf({ ...status, missing: [], partial: partial.slice(0, 5) }).gap,
      `parts of 5 days (${first})`
    )
  })

  it("names partial days if there are as many whole ones", () => {
    const { gap } = basisOf({ ...status, missing: [], whole: 1, partial: [day("07")] })
    assert.strictEqual(gap, "parts of 1 day (2021-07-07)")
  })

  it("says so if the mirror has no day of the range, or no day at all", () => {
    const nothing = { ...status, whole: 0, partial: [] }
    assert.include(basisOf(nothing).basis, "The mirror has no day of this range.")
    const empty = basisOf({ ...nothing, from: null, to: null, missing: [] })
    assert.include(empty.basis, "The mirror has no day of this range.")
    assert.strictEqual(empty.gap, "every day")
  })

  it("has no gap if every day is complete", () => {
    const complete = { ...status, missing: [], partial: [] }
    assert.strictEqual(basisOf(complete).gap, "")
    assert.strictEqual(basisOf({ ...complete, whole: 0, from: null, to: null }).gap, "every day")
  })
})

describe("a sentence below a table", () => {
  it("is broken between words that do not fit", () => {
    assert.strictEqual(wrapped("one two three", 13), "one two three\n")
    assert.strictEqual(wrapped("one two three", 12), "one two\nthree\n")
    assert.strictEqual(wrapped("one two three", 7), "one two\nthree\n")
    assert.strictEqual(wrapped("one two three", 6), "one\ntwo\nthree\n")
    assert.strictEqual(wrapped("thirteen two", 3), "thirteen\ntwo\n")
  })
})

describe("an answer", () => {
  const answer = {
    columns: [["state", ({ state }: { readonly state: string }) => state]],
    rows: [{ state: "Ohio" }, { state: "Texas" }],
    text: () => "Ohio, Texas\n",
    whole: { states: ["Ohio", "Texas"] },
    basis: "Based on 1 day.",
    gap: ""
  } as const
  const flags = { mirror: true, mirrorFile: undefined, noProgress: false, quiet: false, strict: false }

  /** Prints an answer in a format. */
  const printed = Effect.fnUntraced(function* (
    format: "csv" | "json" | "ndjson" | "table",
    printedAnswer: Answer<{ readonly state: string }> = answer,
    environment: RunEnvironment = {}
  ) {
    const { layer, written } = hostIn(environment)
    const print = Effect.flatMap(makeAnswerStatus(flags), (to) => printAnswer({ ...flags, format }, to, printedAnswer))
    yield* Effect.provide(print, layer)
    return written()
  })

  it.effect("as CSV is exact in a file and safe on a terminal", () =>
    Effect.gen(function* () {
      const hostile = { ...answer, rows: [{ state: "Oh\u001B[2Jio" }] }
      assert.strictEqual((yield* printed("csv", hostile)).stdout, "state\r\nOh\u001B[2Jio\r\n")
      assert.strictEqual((yield* printed("csv", hostile, { columns: 80 })).stdout, "state\nOh␛[2Jio\n")
    })
  )

  it.effect("is printed in each format, with its basis in the text or on standard error", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* printed("table"), { stdout: "Ohio, Texas\nBased on 1 day.\n", stderr: "" })
      const { stderr, stdout } = yield* printed("json")
      assert.deepStrictEqual([JSON.parse(stdout), stderr], [{ states: ["Ohio", "Texas"] }, ""])
      assert.deepStrictEqual(yield* printed("ndjson"), {
        stdout: '{"state":"Ohio"}\n{"state":"Texas"}\n',
        stderr: "Based on 1 day.\n"
      })
      assert.deepStrictEqual(yield* printed("csv"), {
        stdout: "state\r\nOhio\r\nTexas\r\n",
        stderr: "Based on 1 day.\n"
      })
    })
  )

  it.effect("shows progress on a terminal, unless --no-progress or --quiet is given", () =>
    Effect.gen(function* () {
      for (const [noProgress, quiet, columns, shows] of [
        [false, false, 80, true],
        [true, false, 80, false],
        [false, true, 80, false],
        [false, false, undefined, false]
      ] as const) {
        const { layer, written } = hostIn(columns === undefined ? {} : { columns })
        const progress = Effect.flatMap(makeAnswerStatus({ noProgress, quiet }), (to) => to.progress("half"))
        yield* Effect.provide(progress, layer)
        assert.strictEqual(written().stderr.includes("half"), shows)
      }
    })
  )
})
