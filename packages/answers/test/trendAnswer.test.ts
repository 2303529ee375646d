import { assert, describe, it } from "@effect/vitest"
import { type Dimension, notVerified, type TrendKey, type TrendRow, type Trends } from "@public-records/mirror"
import { Arbitrary, Schema } from "effect"
import type { Answer } from "../src/Answer.ts"
import { trendAnswer } from "../src/trendAnswer.ts"
import { coverageOf, dateOf, oneDay, range, someDays } from "./coverages.ts"

const row = (key: TrendKey, reports: number, others: Partial<TrendRow> = {}): TrendRow => ({
  key,
  split: null,
  reports,
  records: reports,
  ...others
})

const answerTo = (
  by: Dimension,
  rows: ReadonlyArray<TrendRow>,
  {
    coverage = oneDay,
    filter = "",
    isWide = false,
    split = null
  }: {
    readonly split?: Trends["split"]
    readonly coverage?: typeof oneDay
    readonly filter?: string
    readonly isWide?: boolean
  } = {}
): Answer => trendAnswer({ value: { by, split, rows }, coverage, note: notVerified }, filter, isWide)

const linesOf = ({ sections }: Answer): ReadonlyArray<string> =>
  sections.flatMap(({ header = [], rows }) => [
    header.join("|"),
    ...rows.map(({ cells = [], count, isCut, text }) =>
      [text, ...cells, ...(count === undefined ? [] : [`=${count}`]), ...(isCut === true ? ["cut"] : [])].join("|")
    )
  ])

const threeMonths = {
  ...oneDay,
  ...range("2020-11-20", "2021-03-10"),
  complete: 21,
  missing: [range("2020-12-01", "2021-01-31"), range("2021-02-03", "2021-02-28")],
  partial: []
}
const monthRows = [row("2020-11", 4, { days: 11, of: 30 }), row("2021-03", 6, { days: 10, of: 31 })]

describe("the answer about a trend", () => {
  it("has the days of each period, cut and missing ones marked, and periods without a report", () => {
    const answer = answerTo("month", monthRows, { coverage: threeMonths })
    assert.deepStrictEqual(linesOf(answer), [
      "month filed|days|reports",
      "2020-11|11 of 30|4|=4|cut",
      "2020-12-01 to 2021-01-31|0|missing",
      "2021-02|2 of 28|0|=0|cut",
      "2021-03|10 of 31|6|=6|cut"
    ])
    assert.strictEqual(answer.title, "Reports by month filed")
    assert.deepStrictEqual(answer.summary, [
      { text: "Most: 2021-03, 6 reports (60 %), from 10 of its 31 days, then 2020-11: 4." }
    ])
  })

  it("has known gaps as not published", () => {
    const coverage = {
      ...oneDay,
      ...range("2025-09-26", "2025-11-14"),
      complete: 2,
      unpublished: [range("2025-09-27", "2025-11-13")]
    }
    assert.deepStrictEqual(linesOf(answerTo("day", [row("2025-09-26", 2)], { coverage })), [
      "day filed|reports",
      "2025-09-26|2|=2",
      "2025-09-27 to 2025-11-13|not published",
      "2025-11-14|0|=0"
    ])
  })

  it("leads each period and value to its complaints", () => {
    const targets = (answer: Answer) =>
      answer.sections.flatMap(({ rows }) =>
        rows.map(({ target }) => (target?._tag === "Complaints" ? target.where : undefined))
      )
    assert.deepStrictEqual(targets(answerTo("month", monthRows, { coverage: threeMonths })), [
      { createdFrom: "2020-11-20", createdTo: "2020-11-30" },
      undefined,
      { createdFrom: "2021-02-01", createdTo: "2021-02-28" },
      { createdFrom: "2021-03-01", createdTo: "2021-03-10" }
    ])
    for (const [by, key, where] of [
      ["state", "Ohio", { state: "Ohio" }],
      ["subject", "Other", { subject: "Other" }],
      ["area-code", "216", { areaCode: "216" }],
      ["city", { city: "Akron", state: "Ohio" }, { city: "Akron", state: "Ohio" }],
      ["city", { city: "Akron", state: null }, { city: "Akron" }],
      ["robocall", true, { robocall: "true" }],
      ["robocall", null, { robocall: "unknown" }],
      ["state", null, undefined]
    ] as const) {
      assert.deepStrictEqual(targets(answerTo(by, [row(key, 1)])), [where])
    }
    assert.deepStrictEqual(targets(answerTo("hour", []))[9], { hour: "9" })
    assert.deepStrictEqual(targets(answerTo("call-hour", []))[9], undefined)
  })

  it("names weekdays and hours, and has calls next to the complaints of an hour", () => {
    assert.deepStrictEqual(linesOf(answerTo("weekday", [row(3, 5)])).slice(0, 4), [
      "weekday filed|reports",
      "Monday|0|=0",
      "Tuesday|0|=0",
      "Wednesday|5|=5"
    ])
    const hours = linesOf(answerTo("hour", [row(null, 0, { called: 7 }), row(9, 5, { called: 2 })]))
    assert.deepStrictEqual(
      [hours[0], hours[10], hours.at(-1)],
      ["hour|filed|called", "09:00|5|2|=5", "not stated|0|7|=0"]
    )
  })

  it("has values by their number of reports, the missing one last", () => {
    const states = [row(null, 9), row("Ohio", 2), row("Texas", 4)]
    const answer = answerTo("state", states)
    assert.deepStrictEqual(linesOf(answer), ["state|reports", "Texas|4|=4", "Ohio|2|=2", "not stated|9|=9"])
    assert.deepStrictEqual(answer.summary, [
      { text: "Most: Texas, 4 reports (27 %), then Ohio: 2. Without a value: 9." }
    ])
    assert.deepStrictEqual(answerTo("state", []).summary, [{ text: "Nothing matches." }])
    assert.deepStrictEqual(answerTo("state", [row(null, 1)]).summary, [{ text: "Without a value: 1." }])
  })

  const split = [
    row("2021-06", 3, { split: null, days: 1, of: 30 }),
    row("2021-06", 1, { split: "Ohio", days: 1, of: 30 }),
    row("2021-06", 5, { split: "Texas", days: 1, of: 30 }),
    row("2021-07", 2, { split: "Ohio", days: 1, of: 31 })
  ]
  const coverage = { ...oneDay, ...range("2021-06-30", "2021-07-01"), complete: 2 }

  it("is long if it is split", () => {
    const answer = answerTo("month", split, { split: "state", coverage })
    assert.strictEqual(answer.title, "Reports by month filed and state")
    assert.deepStrictEqual(linesOf(answer), [
      "month filed|state|days|reports",
      "2021-06|not stated|1 of 30|3|=3|cut",
      "2021-06|Ohio|1 of 30|1|=1|cut",
      "2021-06|Texas|1 of 30|5|=5|cut",
      "2021-07|Ohio|1 of 31|2|=2|cut"
    ])
    assert.deepStrictEqual(answer.data.header, ["month_filed", "state", "reports", "records", "days", "of"])
    assert.deepStrictEqual(answer.data.cells[1], ["2021-06", "Ohio", 1, 1, 1, 30])
  })

  it("has a column for each value if it is wide, with the filter in each line of CSV", () => {
    const answer = answerTo("month", split, { split: "state", coverage, isWide: true, filter: "hour 9" })
    assert.deepStrictEqual(linesOf(answer), [
      "month filed|days|Texas|not stated|Ohio",
      "2021-06|1 of 30|5|3|1|cut",
      "2021-07|1 of 31|0|0|2|cut"
    ])
    const { cells, header, rows } = answer.data
    assert.deepStrictEqual(header, ["month_filed", "Texas", "not stated", "Ohio", "days", "of", "filter"])
    assert.deepStrictEqual(cells, [
      ["2021-06", 5, 3, 1, 1, 30, "hour 9"],
      ["2021-07", 0, 0, 2, 1, 31, "hour 9"]
    ])
    assert.deepStrictEqual(rows, split)
    const weekdays = [row("Ohio", 1, { split: 1 }), row("Ohio", 9, { split: 3 })]
    assert.deepStrictEqual(answerTo("state", weekdays, { split: "weekday", isWide: true }).data.header, [
      "state",
      "Monday",
      "Wednesday"
    ])
  })

  const counts = Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))), {
    minLength: 3,
    maxLength: 3
  })

  for (const by of ["day", "week", "month", "year"] as const) {
    it.prop(
      `shows every count of its data once, split or not: ${by}`,
      { days: someDays, counts },
      ({ counts, days }) => {
        const coverage = coverageOf(days)
        const keys = [
          ...new Set(answerTo(by, [], { coverage }).chart?.slices.flatMap(({ days, key }) => (days === 0 ? [] : [key])))
        ]
        const rows = keys.flatMap((key, index) =>
          [true, false, null]
            .slice(0, (index % 3) + 1)
            .map((split, at) => row(key, (counts[at] ?? 0) + index, { split }))
        )
        const sum = (some: ReadonlyArray<number | undefined>): number =>
          some.reduce<number>((total, one = 0) => total + one, 0)
        const all = sum(rows.map(({ reports }) => reports))
        const long = answerTo(by, rows, { coverage, split: "robocall" })
        const { slices = [], total } = long.chart ?? {}
        assert.deepStrictEqual([sum(slices.map(({ count }) => count)), total], [all, all])
        assert.strictEqual(
          sum(slices.map(({ part }) => part)),
          sum(rows.map(({ reports, split }) => (split === true ? reports : 0)))
        )
        assert.strictEqual(
          sum(slices.map(({ partOf }) => partOf)),
          sum(rows.map(({ reports, split }) => (split === null ? 0 : reports)))
        )
        assert.strictEqual(sum(long.sections.flatMap(({ rows }) => rows.map(({ count }) => count))), all)
        const wide = answerTo(by, rows, { coverage, split: "robocall", isWide: true })
        const columns = wide.data.header.flatMap((name, column) =>
          /^(robocall|other call|not stated)$/.test(name) ? [column] : []
        )
        assert.strictEqual(sum(wide.data.cells.flatMap((cells) => columns.map((column) => Number(cells[column])))), all)
        assert.isTrue(slices.every(({ count, days }) => days !== 0 || count === 0))
        for (const { count, percent } of slices) assert.closeTo(percent, all === 0 ? 0 : (100 * count) / all, 1e-9)
      }
    )
  }

  it("has cities as one cell of CSV", () => {
    const { cells } = answerTo("city", [
      row({ city: "Akron", state: "Ohio" }, 1),
      row({ city: "Akron", state: null }, 1)
    ]).data
    assert.deepStrictEqual(
      cells.map(([city]) => city),
      ["Akron, Ohio", "Akron"]
    )
  })

  it("has the rows as they are in NDJSON, and the basis in JSON", () => {
    const { data } = answerTo("day", [row(dateOf(18_815), 1)])
    assert.deepStrictEqual(data.rows, [row("2021-07-07", 1)])
    assert.hasAllKeys(data.json, ["by", "split", "rows", "coverage", "note", "basis"])
  })
})
