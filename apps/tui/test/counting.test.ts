import { assert, describe, it } from "@effect/vitest"
import { type Chart, chartOf, chartOfCounts, type ChartDefinition, type KeyCount } from "../src/insights/counting.ts"
import { chartTable } from "../src/insights/chartTable.ts"
import { type InsightFocus, selectedIndex } from "../src/insights/chartFocus.ts"

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
  chartOf({ ...places, ...definition }, { charts: [places], timeOf: ({ time }) => time, timeName: "seen" }, calls)

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
      timeName: "seen",
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

  it("has a second count by another key, if it is stated", () => {
    const beside = { name: "calls", keyOf: ({ time }: Call) => time }
    const calls = [call("13", "12"), call("12", "12"), call("12", ""), call("14", "11")]
    assert.deepStrictEqual(
      chartOfCalls(calls, { shape: "columns", beside }).slices.map(({ beside: second, count, key }) => [
        key,
        count,
        second
      ]),
      [
        ["11", 0, 1],
        ["12", 2, 2],
        ["13", 1, 0],
        ["14", 1, 0]
      ]
    )
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
    const asked: Array<ReadonlyArray<string>> = []
    const fill = (stated: ReadonlyArray<string>): ReadonlyArray<string> => {
      asked.push(stated)
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

  it("have shares of 0 % if nothing was counted", () => {
    const counts = [{ key: "a", count: 0, part: 0, partOf: 0, first: "", last: "" }]
    const { slices } = chartOfCounts(places, counts, 0, { empty: "", partName: "", timeName: "" })
    assert.deepStrictEqual(
      slices.map(({ percent }) => percent),
      [0]
    )
  })
})

describe("the table of a chart", () => {
  const ohio = { key: "Ohio", count: 3, part: 1, partOf: 2, first: "2021-07-06", last: "2021-07-07" }
  const tableOf = (
    counts: ReadonlyArray<KeyCount>,
    total: number,
    partName = "",
    beside?: ChartDefinition<never>["beside"]
  ) =>
    chartTable(
      chartOfCounts({ ...places, ...(beside === undefined ? {} : { beside }) }, counts, total, {
        empty: "",
        partName,
        timeName: "filed"
      }),
      `all ${total}`
    ).split("\r\n")

  it("has a line for each slice, and the figures of the part if there is one", () => {
    assert.deepStrictEqual(tableOf([ohio], 4), [
      "places,count,percent of all 4,first filed,last filed",
      "Ohio,3,75,2021-07-06,2021-07-07",
      ""
    ])
    assert.deepStrictEqual(tableOf([ohio], 4, "robocalls"), [
      "places,count,percent of all 4,robocalls,robocalls or not,first filed,last filed",
      "Ohio,3,75,1,2,2021-07-06,2021-07-07",
      ""
    ])
  })

  it("has no column of times that are not known, and one of the second counts", () => {
    const unknown = { ...ohio, first: "", last: "" }
    assert.deepStrictEqual(tableOf([unknown], 4), ["places,count,percent of all 4", "Ohio,3,75", ""])
    assert.deepStrictEqual(tableOf([{ ...unknown, beside: 5 }], 4, "", { name: "called", keyOf: () => "" }), [
      "places,count,percent of all 4,called",
      "Ohio,3,75,5",
      ""
    ])
  })

  it("is safe in a spreadsheet", () => {
    const [, line] = tableOf([{ ...ohio, key: '=cmd("x")', first: "", last: "" }], 4)
    assert.strictEqual(line, `"'=cmd(""x"")",3,75`)
  })

  it.each([
    [116, 1234, "9.40032"],
    [1, 34_566, "0.00289302"],
    [2, 3, "66.6667"],
    [0, 3, "0"]
  ])("has a share that is not rounded to an integer, and 0 only for none: %i of %i", (count, total, percent) => {
    assert.strictEqual(tableOf([{ ...ohio, count }], total)[1]?.split(",")[2], percent)
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
})
