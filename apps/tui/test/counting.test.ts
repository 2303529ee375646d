import { assert, describe, it } from "@effect/vitest"
import { type Chart, chartOf, chartOfCounts, type ChartDefinition, wholePercents } from "../src/insights/counting.ts"
import { chartTable } from "../src/insights/chartTable.ts"
import { focusedSlice, type InsightFocus, selectedIndex } from "../src/insights/Insights.ts"

interface Call {
  readonly place: string
  readonly time: string
  readonly isRobocall: boolean | null
}

const call = (place: string, time = "", isRobocall: boolean | null = null): Call => ({ place, time, isRobocall })

const places: ChartDefinition<Call> = {
  name: "places",
  title: "PLACES",
  by: "place",
  shape: "bars",
  keyOf: ({ place }) => place
}

const chartOfCalls = (calls: ReadonlyArray<Call>, definition: Partial<ChartDefinition<Call>> = {}): Chart =>
  chartOf({ ...places, ...definition }, { charts: [places], timeOf: ({ time }) => time }, calls)

const keysOf = ({ slices }: Chart): ReadonlyArray<string> => slices.map(({ key }) => key)

describe("a slice", () => {
  it("has the earliest and the latest time of its records in any order", () => {
    const calls = [call("Ohio", "2021-02-02"), call("Ohio", "2021-03-03"), call("Ohio", "2021-01-01")]
    for (const ordered of [calls, calls.toReversed()]) {
      const [slice] = chartOfCalls(ordered).slices
      assert.deepInclude(slice, { first: "2021-01-01", last: "2021-03-03", count: 3 })
    }
  })

  it("counts its part among the records that state whether they are in it", () => {
    const insights = {
      charts: [places],
      timeOf: ({ time }: Call) => time,
      part: { name: "robocalls", isIn: ({ isRobocall }: Call) => isRobocall }
    }
    const calls = [call("Ohio", "", true), call("Ohio", "", false), call("Ohio"), call("Texas")]
    const { slices, partName } = chartOf(places, insights, calls)
    assert.strictEqual(partName, "robocalls")
    assert.deepStrictEqual(
      slices.map(({ part, partOf }) => [part, partOf]),
      [
        [1, 2],
        [0, 0]
      ]
    )
  })

  it("has no part if its chart has none", () => {
    const chart = chartOfCalls([call("Ohio", "", true)])
    assert.deepInclude(chart.slices[0], { part: 0, partOf: 0 })
    assert.strictEqual(chart.partName, "")
  })

  it("has a label of the first 200 characters of its key", () => {
    const [slice] = chartOfCalls([call("x".repeat(201))], { labelOf: (key) => `place ${key}` }).slices
    assert.deepInclude(slice, { key: "x".repeat(201), label: `place ${"x".repeat(200)}` })
  })
})

describe("the slices of a chart", () => {
  it("with equal counts are in the order of their keys, and the one without a key is last", () => {
    const names = ["c", "a", "", "d", "b", "", ""]
    for (const ordered of [names, names.toReversed()]) {
      assert.deepStrictEqual(keysOf(chartOfCalls(ordered.map((name) => call(name)))), ["a", "b", "c", "d", ""])
    }
  })

  it("are in the order of their keys in columns", () => {
    const calls = ["b", "b", "c", "a"].map((name) => call(name))
    assert.deepStrictEqual(keysOf(chartOfCalls(calls, { shape: "columns" })), ["a", "b", "c"])
    assert.deepStrictEqual(keysOf(chartOfCalls(calls)), ["b", "a", "c"])
  })

  it("include those without a record from the first to the last key that is stated", () => {
    const asked: Array<readonly [string, string]> = []
    const fill = (first: string, last: string): ReadonlyArray<string> => {
      asked.push([first, last])
      return ["1", "2", "3"]
    }
    const chart = chartOfCalls(
      ["3", "", "1"].map((name) => call(name)),
      { shape: "columns", fill }
    )
    assert.deepStrictEqual(asked, [["1", "3"]])
    assert.deepStrictEqual(keysOf(chart), ["", "1", "2", "3"])
    assert.deepStrictEqual(chart.slices[2], {
      key: "2",
      label: "2",
      count: 0,
      percent: 0,
      part: 0,
      partOf: 0,
      first: "",
      last: ""
    })
  })

  it("are not filled if no key is stated", () => {
    const fill = (): ReadonlyArray<string> => ["1", "2"]
    assert.deepStrictEqual(keysOf(chartOfCalls([], { fill })), [])
    assert.deepStrictEqual(keysOf(chartOfCalls([call("")], { fill })), [""])
  })

  it("have shares of 0 % if nothing was counted", () => {
    const counts = [{ key: "a", count: 0, part: 0, partOf: 0, first: "", last: "" }]
    const { slices } = chartOfCounts(places, counts, 0, { empty: "", partName: "" })
    assert.deepStrictEqual(
      slices.map(({ percent }) => percent),
      [0]
    )
  })
})

describe("the table of a chart", () => {
  const counts = [{ key: "Ohio", count: 3, part: 1, partOf: 2, first: "2021-07-06", last: "2021-07-07" }]
  const tableOf = (partName: string) => chartTable(chartOfCounts(places, counts, 4, { empty: "", partName }), "all 4")

  it("has a line for each slice, and the figures of the part if there is one", () => {
    assert.strictEqual(tableOf(""), "places,count,percent of all 4,first,last\r\nOhio,3,75,2021-07-06,2021-07-07\r\n")
    assert.strictEqual(
      tableOf("robocalls"),
      "places,count,percent of all 4,robocalls,robocalls or not,first,last\r\nOhio,3,75,1,2,2021-07-06,2021-07-07\r\n"
    )
  })
})

describe("whole percentages", () => {
  it.each([
    [[1, 199], 200, [0, 100]],
    [[1, 1, 98], 100, [1, 1, 98]],
    [[3, 3, 194], 200, [2, 1, 97]],
    [[1, 1, 1], 3, [34, 33, 33]],
    [[0, 0], 0, [0, 0]],
    [[], 5, []]
  ])("of %j of %d are %j", (counts, total, expected) => {
    assert.deepStrictEqual(wholePercents(counts, total), expected)
  })

  it("add up with a share of exactly 1 %", () => {
    assert.deepStrictEqual(wholePercents([10, 494, 496], 1000), [1, 49, 50])
    assert.deepStrictEqual(wholePercents([10, 495, 495], 1000), [1, 50, 49])
  })
})

describe("the selected slice", () => {
  const focus: InsightFocus = { chart: 0, keys: {}, isExpanded: false }
  const columns = (...names: ReadonlyArray<string>): Chart =>
    chartOfCalls(
      names.map((name) => call(name)),
      { shape: "columns" }
    )

  it("is the first of the largest ones that have a key", () => {
    assert.strictEqual(selectedIndex(columns("", "", "", "a", "b", "b", "c", "c"), focus), 2)
    assert.strictEqual(selectedIndex(columns("a", "b"), focus), 0)
  })

  it("is the first one if none has a key or a record", () => {
    assert.strictEqual(selectedIndex(columns(""), focus), 0)
    assert.strictEqual(selectedIndex(columns(), focus), 0)
  })

  it("is the one with the chosen key of this chart, if the chart still has it", () => {
    const chart = columns("a", "b", "b", "c")
    assert.strictEqual(selectedIndex(chart, { ...focus, keys: { places: "c", others: "a" } }), 2)
    assert.strictEqual(selectedIndex(chart, { ...focus, keys: { places: "a" } }), 0)
    assert.strictEqual(selectedIndex(chart, { ...focus, keys: { places: "d" } }), 1)
    assert.strictEqual(selectedIndex(chart, { ...focus, keys: { others: "a" } }), 1)
  })

  it("does not exist in an empty chart, or without a chart", () => {
    const chart = columns()
    assert.deepStrictEqual(focusedSlice([chart], focus), { chart, slice: undefined })
    assert.deepStrictEqual(focusedSlice([chart], { ...focus, chart: 1 }), { chart: undefined, slice: undefined })
    assert.strictEqual(focusedSlice([columns("a"), columns("b")], { ...focus, chart: 1 }).slice?.key, "b")
  })
})
