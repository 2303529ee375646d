import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import type { MirrorStatus, SyncStatus } from "@public-records/mirror"
import { needsSync, sizeText, statusAnswer } from "../src/statusAnswer.ts"
import { oneDay, range } from "./coverages.ts"

const day = (text: string) => CivilDate.make(`2021-07-${text}`)

const status: MirrorStatus = {
  ...oneDay,
  ...range("2021-07-01", "2021-07-07"),
  path: "/m.db",
  bytes: 1000,
  days: 2,
  records: 1200,
  partial: [day("07")],
  missing: [range("2021-07-02", "2021-07-04"), range("2021-07-06")],
  readOnce: 1,
  due: null,
  suspicious: [],
  incomplete: [],
  held: [],
  sources: [],
  nothingNew: null,
  reasons: [],
  setAside: 1,
  notices: 1,
  newestComplete: null,
  sync: null,
  ahead: { days: [], notices: false }
}

const textsOf = (change: Partial<MirrorStatus> = {}): ReadonlyArray<string> =>
  statusAnswer({ ...status, ...change }).summary.map(({ text }) => text)

/** Returns the sentences after those that every status has. */
const moreOf = (change: Partial<MirrorStatus>): ReadonlyArray<string> => textsOf(change).slice(2)

const sync: SyncStatus = { from: day("01"), unread: 0, lastSuccess: null, lastFailure: null }

describe("the status of a mirror", () => {
  it("has its contents, and counts every missing day", () => {
    assert.deepStrictEqual(textsOf(), [
      "1,200 complaints, 2 days from 2021-07-01 to 2021-07-07, 1 notice, 1.0 kB.",
      "Days: complete 1, partial 1 (2021-07-07), missing 4, not settled yet 1. Set aside: 1 record."
    ])
    const empty = { days: 0, from: null, to: null, complete: 0, partial: [], missing: [], newest: null }
    assert.deepStrictEqual(textsOf({ ...empty, readOnce: 0, setAside: 0 }), [
      "1,200 complaints, 0 days, 1 notice, 1.0 kB.",
      "Days: complete 0, partial 0, missing 0, not settled yet 0. Set aside: 0 records."
    ])
  })

  for (const [name, change, texts] of [
    [
      "known gaps in publication",
      { unpublished: [range("2021-07-02", "2021-07-03")] },
      ["Not published: 2021-07-02 to 2021-07-03."]
    ],
    [
      "the sources of the days",
      {
        sources: [
          { source: "file", days: 1, ...range("2021-07-01") },
          { source: "service", days: 2, ...range("2021-07-05", "2021-07-07") },
          { source: "export", days: 1, ...range("2021-07-04") }
        ]
      },
      [
        "Sources: 1 day from daily files (2021-07-01), 2 days from the service (2021-07-05 to 2021-07-07), 1 day from exports (2021-07-04)."
      ]
    ],
    ["the newest complete day", { newestComplete: day("05") }, ["Newest complete day: 2021-07-05."]],
    ["the days that are due", { due: range("2021-07-08", "2021-07-09") }, ["Due: 2 days (2021-07-08 to 2021-07-09)."]],
    [
      "the last sync that succeeded, and the last one that failed and why",
      {
        sync: {
          ...sync,
          lastSuccess: new Date("2021-07-08T00:00:00Z"),
          lastFailure: { at: new Date("2021-07-09T00:00:00Z"), why: "no network." }
        }
      },
      [
        "Last synced at 2021-07-08T00:00:00.000Z.",
        "The last sync that failed was at 2021-07-09T00:00:00.000Z: no network."
      ]
    ],
    ["that no sync has succeeded", { sync }, ["No sync has succeeded yet."]],
    [
      "days that the next sync reads",
      { sync: { ...sync, unread: 3 } },
      ["No sync has succeeded yet.", "Not read yet: 3 days from 2021-07-01 on. The next sync reads them."]
    ],
    [
      "why there is no newer daily file",
      { nothingNew: { newest: day("07"), why: "the file of 8 July is not there yet" } },
      ["Daily files: the file of 8 July is not there yet."]
    ],
    [
      "what was read while the clock was ahead",
      { ahead: { days: [day("07")], notices: true } },
      [
        "Read by a clock that was ahead: 1 day (2021-07-07) and the notices, unless the clock is behind now. They count as not read; the next sync reads what is published."
      ]
    ],
    [
      "why days are partial or held, the same reason once",
      {
        incomplete: [
          { day: day("05"), why: "3 rows could not be read" },
          { day: day("07"), why: "3 rows could not be read" }
        ],
        held: [{ day: day("01"), why: "the day would lose 2 of its 3 records" }]
      },
      [
        "Partial: 2021-07-05, 2021-07-07, because 3 rows could not be read.",
        "Held: 2021-07-01, because the day would lose 2 of its 3 records.",
        'The mirror keeps what it has. If that is wrong, run "public-records mirror sync --replace 2021-07-01".'
      ]
    ],
    [
      "days that look incomplete",
      {
        suspicious: [
          { day: day("01"), why: "it is small", confirmed: false },
          { day: day("05"), why: "it is empty", confirmed: true }
        ]
      },
      ["Possibly incomplete: 2021-07-01, it is small.", "Incomplete at the service, too: 2021-07-05, it is empty."]
    ],
    [
      "why records are set aside",
      { reasons: [{ reason: "the date is not one", records: 1 }] },
      ["Set aside: 1, because the date is not one."]
    ]
  ] as const) {
    it(`says ${name}`, () => {
      assert.deepStrictEqual(moreOf(change), texts)
    })
  }

  it("has the days of each month, and its basis without the sync, which the summary has", () => {
    const { basis, sections } = statusAnswer({ ...status, lastSync: new Date(0) })
    assert.deepStrictEqual(sections, [])
    assert.strictEqual(
      basis.records,
      "Based on 2 of 6 days, 2021-07-01 to 2021-07-07. Missing: 2021-07-02 to 2021-07-04, 2021-07-06. Partial: 2021-07-07. Set aside: 1 record."
    )
    const gap = { ...range("2021-05-30", "2021-07-07"), missing: [range("2021-06-01", "2021-07-05")] }
    assert.deepStrictEqual(
      statusAnswer({ ...status, ...gap }).sections[0]?.rows.map(({ cells, text }) => [text, cells?.join()]),
      [
        ["2021-05", "2 of 31"],
        ["2021-06-01 to 2021-06-30", "missing"],
        ["2021-07", "2 of 31"]
      ]
    )
  })

  it("has its members as JSON and as one line of CSV", () => {
    const { cells, header, json, rows } = statusAnswer(status).data
    const { newest: _, ...members } = status
    const shown = { ...members, basis: statusAnswer(status).basis.text }
    assert.deepStrictEqual(rows, [shown])
    assert.deepStrictEqual([header, cells], [Object.keys(shown), [Object.values(shown)]])
    assert.deepStrictEqual(json, shown)
  })

  it("needs a sync after one that failed last, or that a wrong clock misled", () => {
    const [early, late] = [new Date(0), new Date(1)]
    const afterFailure = (lastSuccess: Date | null, at: Date) =>
      needsSync({ ...status, sync: { ...sync, lastSuccess, lastFailure: { at, why: "" } } })
    assert.deepStrictEqual(
      [afterFailure(null, late), afterFailure(early, late), afterFailure(late, early)],
      [true, true, false]
    )
    assert.isFalse(needsSync(status))
    assert.isTrue(needsSync({ ...status, ahead: { days: [], notices: true } }))
    assert.isTrue(needsSync({ ...status, ahead: { days: [day("01")], notices: false } }))
  })

  it("has its size in units of 1000", () => {
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
