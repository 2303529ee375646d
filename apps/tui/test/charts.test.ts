import { assert, describe, it } from "@effect/vitest"
import { Complaint, Notice } from "@public-records/core"
import { complaintInsights } from "../src/complaints/complaintCharts.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { type Chart, chartOf } from "../src/insights/counting.ts"
import { panelLines } from "../src/insights/chartLines.ts"
import { tileRows } from "../src/insights/tileMap.ts"
import { noticeInsights } from "../src/notices/noticeCharts.ts"
import { fakeComplaints, fakeNotices } from "./fakeRecords.ts"

const held = { complaints: fakeComplaints(434) }

const chartsOf = (records: ReadonlyArray<Complaint>): ReadonlyArray<Chart> =>
  complaintInsights.charts.map((chart) => chartOf(chart, complaintInsights, records))

const chartNamed = (charts: ReadonlyArray<Chart>, name: string): Chart => {
  const chart = charts.find((one) => one.name === name)
  if (chart === undefined) throw new Error(`there is no chart ${name}`)
  return chart
}

describe("charts", () => {
  it("count every record once each", () => {
    for (const chart of chartsOf(held.complaints)) {
      assert.strictEqual(
        chart.slices.reduce((sum, { count }) => sum + count, 0) + (chart.name === "numbers" ? 43 : 0),
        434,
        chart.name
      )
    }
  })

  it("agree with a plain count, largest first, including missing values", () => {
    const { omitted, slices } = chartNamed(chartsOf(held.complaints), "numbers")
    assert.deepStrictEqual([omitted, slices.find(({ key }) => key === "")], ["43 without a number", undefined])
    const ohio = held.complaints.filter(({ consumerState }) => consumerState === "Ohio")
    const states = chartNamed(chartsOf(held.complaints), "states").slices
    assert.deepInclude(
      states.find(({ key }) => key === "Ohio"),
      { count: ohio.length, part: ohio.filter(({ isRobocall }) => isRobocall === true).length, partOf: ohio.length }
    )
    assert.deepStrictEqual(
      states.map(({ count }) => count),
      states.map(({ count }) => count).toSorted((a, b) => b - a)
    )
  })

  it("include hours, days and years without a record", () => {
    const [one, other] = fakeComplaints(2)
    if (one === undefined || other === undefined) throw new Error("no complaints")
    const charts = chartsOf([
      Complaint.make({ ...one, createdDate: "2024-02-28 09:30:00" }),
      Complaint.make({ ...other, createdDate: "2024-03-01 17:30:00" })
    ])
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
      hours.filter(({ count }) => count > 0).map(({ label }) => label),
      ["09:00", "17:00"]
    )
    const notices = fakeNotices(2).map((notice, index) => Notice.make({ ...notice, date: `20${10 + 2 * index}-01-01` }))
    const [years] = noticeInsights.charts
    if (years === undefined) throw new Error("no chart of years")
    assert.deepStrictEqual(
      chartOf(years, noticeInsights, notices).slices.map(({ key, count }) => [key, count]),
      [
        ["2010", 1],
        ["2011", 0],
        ["2012", 1]
      ]
    )
    const acquirers = noticeInsights.charts.find(({ name }) => name === "acquiring")
    if (acquirers === undefined) throw new Error("no chart")
    const [slice] = chartOf(
      acquirers,
      noticeInsights,
      notices.map((notice) => Notice.make({ ...notice, acquiringParty: "A" }))
    ).slices
    assert.deepInclude(slice, { count: 2, first: "2010-01-01", last: "2012-01-01" })
  })

  it("of notices have all months of the year, and a slice for each party or for none", () => {
    const [notice] = fakeNotices(1)
    if (notice === undefined) throw new Error("no notice")
    const records = [
      Notice.make({ ...notice, date: "2011-04-11", acquiringParty: "A", acquiredParty: "B" }),
      Notice.make({ ...notice, date: "2012-04-30", acquiringParty: null, acquiredParty: null })
    ]
    const charts = noticeInsights.charts.map((chart) => chartOf(chart, noticeInsights, records))
    const labelsOf = (name: string) => chartNamed(charts, name).slices.map(({ count, label }) => `${label}: ${count}`)
    assert.deepStrictEqual(labelsOf("months").slice(2, 5), ["month 03: 0", "month 04: 2", "month 05: 0"])
    assert.lengthOf(labelsOf("months"), 12)
    assert.deepStrictEqual(labelsOf("acquiring"), ["A: 1", "(not stated): 1"])
    assert.deepStrictEqual(labelsOf("acquired"), ["B: 1", "(not stated): 1"])
  })

  it("of days far apart show each gap between them as one bar without a record, which is no filter", () => {
    const [complaint] = fakeComplaints(1)
    if (complaint === undefined) throw new Error("no records")
    const records = ["2019-12-13", "2019-12-14", "2019-12-16", "2021-07-07"].map((day) =>
      Complaint.make({ ...complaint, createdDate: `${day} 10:00:00` })
    )
    assert.deepStrictEqual(
      chartNamed(chartsOf(records), "days").slices.map(({ count, label }) => [label, count]),
      [
        ["2019-12-13", 1],
        ["2019-12-14", 1],
        ["2019-12-15", 0],
        ["2019-12-16", 1],
        ["2019-12-17 to 2021-07-06 (none)", 0],
        ["2021-07-07", 1]
      ]
    )
    const days = complaintInsights.charts.find(({ name }) => name === "days")
    assert.isUndefined(days?.narrow?.("2019-12-17 to 2021-07-06", {}))
  })

  it("include only days and years with a record if they are far apart", () => {
    const [complaint] = fakeComplaints(1)
    const [notice] = fakeNotices(1)
    if (complaint === undefined || notice === undefined) throw new Error("no records")
    for (const [first, last, count] of [
      ["2023-01-01", "2024-02-04", 400],
      ["2023-01-01", "2024-02-05", 3],
      ["9999-12-30", "9999-12-31", 2]
    ] as const) {
      const records = [first, last].map((day) => Complaint.make({ ...complaint, createdDate: `${day} 10:00:00` }))
      assert.lengthOf(chartNamed(chartsOf(records), "days").slices, count)
    }
    for (const [first, last, count] of [
      ["1800", "1999", 200],
      ["1800", "2000", 2]
    ] as const) {
      const records = [first, last].map((year) => Notice.make({ ...notice, date: `${year}-01-01` }))
      const [years] = noticeInsights.charts.map((chart) => chartOf(chart, noticeInsights, records).slices)
      assert.lengthOf(years ?? [], count)
    }
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

  it("narrow the form of notices to a party that is stated", () => {
    for (const { name, narrow } of noticeInsights.charts) {
      const narrowed = { acquiring: { acquiringParty: "A" }, acquired: { acquiredParty: "A" } }[name]
      assert.deepStrictEqual<unknown>(narrow?.("A", { title: "B" }), narrowed && { title: "B", ...narrowed })
      assert.isUndefined(narrow?.("", {}))
    }
  })

  it("are empty without records", () => {
    for (const { slices, total } of chartsOf([])) assert.deepStrictEqual([slices, total], [[], 0])
  })
})

describe("the tile map", () => {
  it("has each state once", () => {
    const codes = tileRows.flat().filter((code) => code !== "")
    assert.strictEqual(codes.length, 52)
    assert.strictEqual(new Set(codes).size, 52)
  })

  const drawn = (records: ReadonlyArray<Complaint>, isFocused = false): string => {
    const chart = chartNamed(chartsOf(records), "states")
    const panel = { chart, selected: 0, isFocused, isExpanded: false, width: 64, height: 10 }
    return panelLines(panel)
      .map((spans) => spans.map(({ text }) => text).join(""))
      .join("\n")
  }

  const mapOf = (...counts: ReadonlyArray<number>): string => {
    const states = ["Kentucky", "Ohio"].flatMap((state, index) =>
      Array.from({ length: counts[index] ?? 0 }, () => state)
    )
    return drawn(
      fakeComplaints(states.length).map((complaint, index) =>
        Complaint.make({ ...complaint, consumerState: states[index] ?? null })
      )
    )
  }

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
      assert.include(drawn(held.complaints, isFocused), "░ <2 ▒ 2–4 ▓ 5–9 █ 10+ % · none")
    }
  })

  it("shows the number of records that are not on it", () => {
    const [complaint] = fakeComplaints(1)
    if (complaint === undefined) throw new Error("no complaint")
    const records = ["Guam", "Ohio", null].map((consumerState) => Complaint.make({ ...complaint, consumerState }))
    assert.include(drawn(records), "2 off the map")
    assert.notInclude(mapOf(2), "off the map")
  })
})

describe("a chart's title", () => {
  it("describes the selected bar if there is room, and never truncates a figure", () => {
    const chart = chartNamed(chartsOf(held.complaints), "numbers")
    const titles = Array.from({ length: 60 }, (_, width) => {
      const panel = { chart, selected: 0, isFocused: true, isExpanded: false, width: width + 20, height: 6 }
      return panelLines(panel)[0]?.[1]?.text ?? ""
    })
    for (const title of titles) assert.match(title, /^▶ NUMBERS( · \S+ \S+: \d+, <?\d+ %( · robocalls \d+ of \d+)?)?$/)
    assert.strictEqual(new Set(titles).size, 3)
  })
})
