import { assert, describe, it } from "@effect/vitest"
import { Complaint, ComplaintQuery, Notice, NoticeQuery } from "@public-records/core"
import type { LoadedRecords } from "@public-records/mirror"
import { Effect, Schema } from "effect"
import { complaintInsights } from "../src/complaints/complaintCharts.ts"
import { type KeyCount, makeChart } from "@public-records/answers/charts/Chart"
import { type FormValues, narrowedBy, valuesOf } from "../src/form/FormModel.ts"
import type { InsightDefinition, NamedChart } from "../src/insights/Chart.ts"
import { panelLines } from "../src/insights/chartLines.ts"
import { noticeInsights } from "../src/notices/noticeCharts.ts"
import { fakeComplaints, fakeNotices } from "./fakeRecords.ts"
import { localOfRecords } from "./localOfRows.ts"

const anyRow = Schema.Struct({
  number: Schema.NullOr(Schema.Literals(["2145550100", "3152328257"])),
  hour: Schema.Literals(["00", "09", "23"]),
  state: Schema.NullOr(Schema.Literals(["Ohio", "Texas"])),
  isRobocall: Schema.NullOr(Schema.Boolean)
})

const [base] = fakeComplaints(1)

const complaintOf = ({ hour, isRobocall, number, state }: typeof anyRow.Type, index: number): Complaint =>
  Complaint.make({
    ...(base ?? assert.fail("no complaint")),
    id: String(index).padStart(32, "0"),
    companyPhoneNumber: number,
    createdDate: `2021-07-07 ${hour}:30:00`,
    consumerState: state,
    isRobocall,
    recordedMessageOrRobocall: isRobocall === null ? "" : isRobocall ? "Y" : "N"
  })

/** Asks the engine for the charts of some records. */
const chartsOf = async (records: LoadedRecords): Promise<ReadonlyArray<NamedChart>> => {
  const { local, close } = await localOfRecords(records)
  const answers = <Query, Record>({ charts, countAll }: InsightDefinition<Query, Record>, where: Query) =>
    Effect.gen(function* () {
      const { counts } = yield* countAll(local.questions, where)
      return yield* Effect.forEach(charts, (chart) =>
        Effect.map(chart.ask(local.questions, where), (chartOf) => ({
          ...chartOf(counts.reports),
          name: chart.name
        }))
      )
    })
  const charts =
    records.complaints === undefined
      ? answers(noticeInsights, NoticeQuery.default)
      : answers(complaintInsights, ComplaintQuery.default)
  return Effect.runPromise(charts).finally(close)
}

const chartNamed = (charts: ReadonlyArray<NamedChart>, name: string): NamedChart => {
  const chart = charts.find((one) => one.name === name)
  if (chart === undefined) throw new Error(`there is no chart ${name}`)
  return chart
}

describe("charts", () => {
  it.live.prop(
    "agree with a plain count of any complaints, of which equal ones count once",
    { rows: Schema.Array(anyRow).check(Schema.isMaxLength(30)) },
    ({ rows }) =>
      Effect.gen(function* () {
        const twice = [...rows, ...rows.slice(0, 5)]
        const charts = yield* Effect.promise(() => chartsOf({ complaints: twice.map(complaintOf) }))
        const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
        const counts = (name: string) =>
          chartNamed(charts, name)
            .slices.filter(({ count }) => count > 0)
            .map(({ count, key, part, partOf }) => [key, count, part, partOf])
            .toSorted()
        const expected = (keyOf: (row: typeof anyRow.Type) => string) =>
          Array.from(Map.groupBy(distinct, keyOf), ([key, some]) => [
            key,
            some.length,
            some.filter(({ isRobocall }) => isRobocall === true).length,
            some.filter(({ isRobocall }) => isRobocall !== null).length
          ]).toSorted()
        assert.deepStrictEqual([...new Set(charts.map(({ total }) => total))], [distinct.length])
        assert.deepStrictEqual(
          counts("hours"),
          expected(({ hour }) => hour)
        )
        assert.deepStrictEqual(
          counts("states"),
          expected(({ state }) => state ?? "")
        )
        assert.deepStrictEqual(
          counts("robocalls"),
          expected(({ isRobocall }) => (isRobocall === null ? "" : String(isRobocall)))
        )
        assert.deepStrictEqual(
          counts("numbers"),
          expected(({ number }) => number ?? "").filter(([key]) => key !== "")
        )
        const unstated = distinct.filter(({ number }) => number === null).length
        const { note } = chartNamed(charts, "numbers")
        assert.strictEqual(note.includes(`Not ranked: ${unstated} `), unstated > 0)
      }),
    { arbitrary: { runs: 20 } }
  )

  it("have all hours and days, also without a complaint, and the times of numbers", async () => {
    const [one, other] = fakeComplaints(2)
    if (one === undefined || other === undefined) throw new Error("no complaints")
    const charts = await chartsOf({
      complaints: [
        Complaint.make({ ...one, createdDate: "2024-02-28 09:30:00", violationDate: "2024-02-28 17:01:02" }),
        Complaint.make({ ...other, createdDate: "2024-03-01 17:30:00" })
      ]
    })
    assert.deepStrictEqual(
      chartNamed(charts, "days").slices.map(({ key, count }) => [key, count]),
      [
        ["2024-02-28", 1],
        ["2024-02-29", 0],
        ["2024-03-01", 1]
      ]
    )
    const hours = chartNamed(charts, "hours").slices
    // The last one is for calls without a time.
    assert.strictEqual(hours.length, 25)
    assert.deepStrictEqual(
      hours.flatMap(({ beside = 0, count, label }) => (count + beside > 0 ? [[label, count, beside]] : [])),
      [
        ["09:00", 1, 0],
        ["17:00", 1, 1],
        ["not stated", 0, 1]
      ]
    )
    const times = { first: "2024-02-28 09:30", last: "2024-02-28 09:30" }
    assert.deepInclude(chartNamed(charts, "numbers").slices[0], { key: "2145550000", ...times })
  })

  it("of notices have all years and months, and a slice for each party or for none", async () => {
    const [notice] = fakeNotices(1)
    if (notice === undefined) throw new Error("no notice")
    const charts = await chartsOf({
      notices: [
        Notice.make({ ...notice, date: "2010-04-11", acquiringParty: "A", acquiredParty: "B" }),
        Notice.make({ ...notice, id: "2", date: "2012-04-30", acquiringParty: null, acquiredParty: null }),
        Notice.make({ ...notice, id: "3", date: "2012-04-30", acquiringParty: "A", acquiredParty: "C" })
      ]
    })
    const labelsOf = (name: string) => chartNamed(charts, name).slices.map(({ count, label }) => `${label}: ${count}`)
    assert.deepStrictEqual(labelsOf("years"), ["2010: 1", "2011: 0", "2012: 2"])
    assert.deepStrictEqual(labelsOf("months").slice(2, 5), ["03: 0", "04: 3", "05: 0"])
    assert.lengthOf(labelsOf("months"), 12)
    assert.deepStrictEqual(labelsOf("acquiring"), ["A: 2", "not stated: 1"])
    assert.deepStrictEqual(labelsOf("acquired"), ["B: 1", "C: 1", "not stated: 1"])
    assert.deepInclude(chartNamed(charts, "acquiring").slices[0], { first: "2010-04-11", last: "2012-04-30" })
  })

  it("narrow the form to a bar, and stay within the times of the form", async () => {
    const [one] = fakeComplaints(1)
    if (one === undefined) throw new Error("no complaint")
    const created = {
      createdDate: "2021-07-06 09:30:00",
      companyPhoneNumber: null,
      consumerState: null,
      isRobocall: null,
      recordedMessageOrRobocall: "",
      id: "2".repeat(32)
    }
    const charts = await chartsOf({ complaints: [one, Complaint.make({ ...one, ...created })] })
    const values = { city: "Troy", createdTo: "2021-07-06 12:00", days: "3" }
    const narrowed = (name: string, key: string): FormValues | undefined => {
      const where = chartNamed(charts, name).slices.find((slice) => slice.key === key)?.where
      return where && narrowedBy(values, valuesOf(where))
    }
    for (const [name, key, expected] of [
      ["hours", "09", { hour: "9" }],
      ["days", "2021-07-06", { createdFrom: "2021-07-06", createdTo: "2021-07-06 12:00", days: "" }],
      ["numbers", "2145550000", { number: "2145550000" }],
      ["states", "", undefined],
      ["robocalls", "", { robocall: "unknown" }]
    ] as const) {
      assert.deepStrictEqual(narrowed(name, key), expected && { ...values, ...expected }, name)
    }
  })

  it("narrow the form of notices to a year or a party that is stated", () => {
    const slice = { key: "2011", label: "2011", count: 1, percent: 100 }
    for (const { name, where } of noticeInsights.charts) {
      const expected = {
        years: { dateFrom: "2011-01-01", dateTo: "2011-12-31" },
        acquiring: { acquiringParty: "2011" },
        acquired: { acquiredParty: "2011" }
      }[name]
      assert.deepStrictEqual<unknown>(where?.(slice), expected)
      assert.isUndefined(where?.({ ...slice, key: "" }))
    }
  })

  it("count nothing without records", async () => {
    for (const { slices, total } of await chartsOf({ complaints: [] })) {
      assert.strictEqual(total, 0)
      assert.isTrue(slices.every(({ count }) => count === 0))
    }
  })
})

describe("the tile map", () => {
  const drawn = (counts: ReadonlyArray<KeyCount>, isFocused = false): string => {
    const chart = makeChart({ title: "Reports by state", shape: "tiles", counts })
    const panel = { chart, selected: 0, isFocused, isExpanded: false, width: 64, height: 10 }
    return panelLines(panel)
      .map((spans) => spans.map(({ text }) => text).join(""))
      .join("\n")
  }

  const mapOf = (kentucky: number, ohio = 0, isFocused = false): string =>
    drawn(
      [
        { key: "Kentucky", count: kentucky },
        { key: "Ohio", count: ohio }
      ],
      isFocused
    )

  it("shows 100, 99 and <1 as figures that fit a tile", () => {
    assert.include(mapOf(3), "KY100·WV")
    const uneven = mapOf(999, 1)
    assert.include(uneven, "█KY99·WV")
    assert.include(uneven, "░OH<1·PA")
  })

  it("shades a state by the displayed share, with a legend for every shade", () => {
    // 1.6 % is shown as 2, 4.4 % as 4, 9.6 % as 10.
    assert.include(mapOf(984, 16), "▒OH 2")
    assert.include(mapOf(956, 44), "▒OH 4")
    assert.include(mapOf(954, 46), "▓OH 5")
    assert.include(mapOf(904, 96), "█OH10")
    assert.include(mapOf(986, 14), "░OH 1")
    for (const isFocused of [true, false]) {
      assert.include(mapOf(3, 1, isFocused), "· none ░ below 2 % ▒ 2 to 4 % ▓ 5 to 9 % █ 10 % or more")
    }
  })

  it("shows the number of records that are not on it", () => {
    const counts = ["Guam", "Ohio", ""].map((key) => ({ key, count: 1 }))
    assert.include(drawn(counts), "2 off the map")
    assert.notInclude(mapOf(2), "off the map")
  })
})

describe("a chart's title", () => {
  it("describes the selected bar if there is room, and never truncates a figure", () => {
    const counts = [{ key: "2145550000", label: "(214) 555-0000", count: 2, part: 1, partOf: 2 }]
    const chart = makeChart({ title: "Numbers", shape: "bars", counts, total: 434, partName: "robocalls" })
    const titles = Array.from({ length: 60 }, (_, width) => {
      const panel = { chart, selected: 0, isFocused: true, isExpanded: false, width: width + 20, height: 6 }
      return panelLines(panel)[0]?.[1]?.text ?? ""
    })
    for (const title of titles)
      assert.match(title, /^▶ NUMBERS( · \S+ \S+: \d+(, <?\d+ %(, robocalls \d+ of \d+)?)?)?$/)
    assert.strictEqual(new Set(titles).size, 4)
  })
})
