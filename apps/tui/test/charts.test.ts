import { assert, describe, it } from "@effect/vitest"
import { Complaint, ComplaintQuery, Notice, NoticeQuery } from "@public-records/core"
import type { LoadedRecords } from "@public-records/mirror"
import { Effect, Schema } from "effect"
import { complaintInsights } from "../src/complaints/complaintCharts.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { type Chart, chartOf, type InsightDefinition, type KeyCount } from "../src/insights/Chart.ts"
import { panelLines } from "../src/insights/chartLines.ts"
import { tileRows } from "../src/insights/tileMap.ts"
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
const chartsOf = async (records: LoadedRecords): Promise<ReadonlyArray<Chart>> => {
  const { local, close } = await localOfRecords(records)
  const answers = <Query, Record>({ charts, countAll, ...texts }: InsightDefinition<Query, Record>, where: Query) =>
    Effect.gen(function* () {
      const { counts } = yield* countAll(local.questions, where)
      return yield* Effect.forEach(charts, (chart) =>
        Effect.map(chart.count(local.questions, where), (slices) =>
          chartOf(chart, slices, { ...texts, total: counts.reports, empty: "" })
        )
      )
    })
  const charts =
    records.complaints === undefined
      ? answers(noticeInsights, NoticeQuery.default)
      : answers(complaintInsights, ComplaintQuery.default)
  return Effect.runPromise(charts).finally(close)
}

const chartNamed = (charts: ReadonlyArray<Chart>, name: string): Chart => {
  const chart = charts.find((one) => one.name === name)
  if (chart === undefined) throw new Error(`there is no chart ${name}`)
  return chart
}

const daysOf = (keys: ReadonlyArray<string>) =>
  complaintInsights.charts.find(({ name }) => name === "days")?.fill?.(keys) ?? []
const yearsOf = (keys: ReadonlyArray<string>) => noticeInsights.charts[0]?.fill?.(keys) ?? []

describe("charts", () => {
  it.live.prop(
    "agree with a plain count of any complaints, of which equal ones count once",
    { rows: Schema.Array(anyRow).check(Schema.isMaxLength(30)) },
    ({ rows }) =>
      Effect.gen(function* () {
        const charts = yield* Effect.promise(() => chartsOf({ complaints: rows.map(complaintOf) }))
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
          expected(({ isRobocall }) => (isRobocall === null ? "" : isRobocall ? "yes" : "no"))
        )
        assert.deepStrictEqual(
          counts("numbers"),
          expected(({ number }) => number ?? "").filter(([key]) => key !== "")
        )
        const unstated = distinct.filter(({ number }) => number === null).length
        assert.strictEqual(chartNamed(charts, "numbers").omitted, unstated === 0 ? "" : `${unstated} without a number`)
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
    assert.strictEqual(hours.length, 24)
    assert.deepStrictEqual(
      hours.flatMap(({ beside = 0, count, label }) => (count + beside > 0 ? [[label, count, beside]] : [])),
      [
        ["09:00", 1, 0],
        ["17:00", 1, 1]
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
    assert.deepStrictEqual(labelsOf("months").slice(2, 5), ["month 03: 0", "month 04: 3", "month 05: 0"])
    assert.lengthOf(labelsOf("months"), 12)
    assert.deepStrictEqual(labelsOf("acquiring"), ["A: 2", "(not stated): 1"])
    assert.deepStrictEqual(labelsOf("acquired"), ["B: 1", "C: 1", "(not stated): 1"])
    assert.deepInclude(chartNamed(charts, "acquiring").slices[0], { first: "2010-04-11", last: "2012-04-30" })
  })

  it("of days far apart show each gap between them as one bar without a record, which is no filter", () => {
    const days = complaintInsights.charts.find(({ name }) => name === "days")
    const gaps = daysOf(["2019-12-13", "2019-12-14", "2019-12-16", "2021-07-07"])
    assert.deepStrictEqual(gaps, ["2019-12-15", "2019-12-17 to 2021-07-06"])
    assert.strictEqual(days?.labelOf?.("2019-12-17 to 2021-07-06"), "2019-12-17 to 2021-07-06 (none)")
    assert.isUndefined(days?.narrow?.("2019-12-17 to 2021-07-06", {}))
  })

  it("include only days and years with a record if they are far apart", () => {
    assert.lengthOf(daysOf(["2023-01-01", "2024-02-04"]), 400)
    assert.deepStrictEqual(daysOf(["2023-01-01", "2024-02-05"]), ["2023-01-02 to 2024-02-04"])
    assert.lengthOf(daysOf(["9999-12-30", "9999-12-31"]), 0)
    assert.lengthOf(yearsOf(["1800", "1999"]), 200)
    assert.lengthOf(yearsOf(["1800", "2000"]), 0)
  })

  it.each<readonly [chart: string, key: string, narrowed: FormValues | undefined]>([
    ["hours", "09", { hour: "9" }],
    ["hours", "00", { hour: "0" }],
    ["hours", "", undefined],
    ["days", "2021-07-06", { createdFrom: "2021-07-06", createdTo: "2021-07-06 12:00", days: "" }],
    ["days", "2021-07-05", { createdFrom: "2021-07-05", createdTo: "2021-07-05", days: "" }],
    ["subjects", "Other", { subject: "Other" }],
    ["subjects", "", undefined],
    ["numbers", "2145550000", { number: "2145550000" }],
    ["numbers", "", undefined],
    ["states", "Ohio", { state: "Ohio" }],
    ["states", "", undefined],
    ["robocalls", "yes", { robocall: "true" }],
    ["robocalls", "no", { robocall: "false" }],
    ["robocalls", "", { robocall: "unknown" }]
  ])("narrow the form to a bar of %s: %s", (name, key, narrowed) => {
    const chart = complaintInsights.charts.find((one) => one.name === name)
    const values = { city: "Troy", createdTo: "2021-07-06 12:00", days: "3" }
    assert.deepStrictEqual(chart?.narrow?.(key, values), narrowed && { ...values, ...narrowed })
  })

  it("narrow the form of notices to a year or a party that is stated", () => {
    for (const { name, narrow } of noticeInsights.charts) {
      const narrowed = {
        years: { dateFrom: "2011-01-01", dateTo: "2011-12-31" },
        acquiring: { acquiringParty: "2011" },
        acquired: { acquiredParty: "2011" }
      }[name]
      assert.deepStrictEqual<unknown>(narrow?.("2011", { title: "B" }), narrowed && { title: "B", ...narrowed })
      assert.isUndefined(narrow?.("", {}))
    }
  })

  it("are empty without records", async () => {
    for (const { slices, total } of await chartsOf({ complaints: [] })) assert.deepStrictEqual([slices, total], [[], 0])
  })
})

describe("the tile map", () => {
  it("has each state once", () => {
    const codes = tileRows.flat().filter((code) => code !== "")
    assert.strictEqual(codes.length, 52)
    assert.strictEqual(new Set(codes).size, 52)
  })

  const states = complaintInsights.charts.find(({ name }) => name === "states") ?? assert.fail("no states")

  const drawn = (counts: ReadonlyArray<KeyCount>, isFocused = false): string => {
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const chart = chartOf(states, counts, { total, partName: "", timeName: "", empty: "" })
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
      assert.include(mapOf(3, 1, isFocused), "░ <2 ▒ 2–4 ▓ 5–9 █ 10+ % · none")
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
    const numbers = complaintInsights.charts.find(({ name }) => name === "numbers") ?? assert.fail("no numbers")
    const counts = [{ key: "2145550000", count: 2, part: 1, partOf: 2 }]
    const texts = { total: 434, partName: "robocalls", timeName: "filed", empty: "" }
    const chart = chartOf(numbers, counts, texts)
    const titles = Array.from({ length: 60 }, (_, width) => {
      const panel = { chart, selected: 0, isFocused: true, isExpanded: false, width: width + 20, height: 6 }
      return panelLines(panel)[0]?.[1]?.text ?? ""
    })
    for (const title of titles) assert.match(title, /^▶ NUMBERS( · \S+ \S+: \d+, <?\d+ %( · robocalls \d+ of \d+)?)?$/)
    assert.strictEqual(new Set(titles).size, 3)
  })
})
