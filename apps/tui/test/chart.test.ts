import { assert, describe, it } from "@effect/vitest"
import { type Chart, type ChartDefinition, chartOf, type KeyCount } from "../src/insights/Chart.ts"
import { chartTable } from "../src/insights/chartTable.ts"
import { type InsightFocus, selectedIndex } from "../src/insights/Insights.ts"
import { Effect } from "effect"

const places: ChartDefinition<unknown> = {
  name: "places",
  title: "PLACES",
  by: "place",
  shape: "bars",
  count: () => Effect.succeed([])
}
const texts = { partName: "", timeName: "filed", empty: "No rows are loaded." }

/** Counts keys into a chart. */
const chartOfKeys = (keys: ReadonlyArray<string>, definition: Partial<ChartDefinition<unknown>> = {}): Chart => {
  const counts = Array.from(
    Map.groupBy(keys, (key) => key),
    ([key, { length }]) => ({ key, count: length })
  )
  return chartOf({ ...places, ...definition }, counts, { ...texts, total: keys.length })
}

const keysOf = ({ slices }: Chart): ReadonlyArray<string> => slices.map(({ key }) => key)

describe("the slices of a chart", () => {
  it("with equal counts are in the order of their keys, and the one without a key is last", () => {
    const names = ["c", "a", "", "d", "b", "", ""]
    for (const ordered of [names, names.toReversed()]) {
      assert.deepStrictEqual(keysOf(chartOfKeys(ordered)), ["a", "b", "c", "d", ""])
    }
  })

  it("are in the order of their keys in columns", () => {
    const keys = ["b", "b", "c", "a"]
    assert.deepStrictEqual(keysOf(chartOfKeys(keys, { shape: "columns" })), ["a", "b", "c"])
    assert.deepStrictEqual(keysOf(chartOfKeys(keys)), ["b", "a", "c"])
  })

  it("include those without a record from the first to the last key that is stated", () => {
    const asked: Array<ReadonlyArray<string>> = []
    const fill = (stated: ReadonlyArray<string>): ReadonlyArray<string> => {
      asked.push(stated)
      return ["1", "2", "3"]
    }
    const chart = chartOfKeys(["3", "", "1"], { shape: "columns", fill })
    assert.deepStrictEqual(asked, [["1", "3"]])
    assert.deepStrictEqual(keysOf(chart), ["", "1", "2", "3"])
    assert.deepStrictEqual(chart.slices[2], { key: "2", label: "2", count: 0, percent: 0 })
  })

  it("have shares of 0 % if nothing was counted", () => {
    const { slices } = chartOf(places, [{ key: "a", count: 0 }], { ...texts, total: 0 })
    assert.deepStrictEqual(
      slices.map(({ percent }) => percent),
      [0]
    )
  })
})

describe("keys that are no slices", () => {
  it("are counted in the title by their reason, the most frequent first", () => {
    const counts = [
      { key: "0000000000", count: 1, omitted: "placeholders" },
      { key: "", count: 3, omitted: "without a number" },
      { key: "1111111111", count: 1, omitted: "placeholders" }
    ]
    const only = chartOf(places, counts, { ...texts, total: 5 })
    assert.deepInclude(only, { slices: [], empty: "Only 3 without a number, 2 placeholders." })
    const { omitted, slices } = chartOf(places, [...counts, { key: "a", count: 1 }], { ...texts, total: 6 })
    assert.deepStrictEqual([omitted, slices.length], ["3 without a number, 2 placeholders", 1])
  })
})

describe("the label of a slice", () => {
  it("is made of the first 200 characters of its key", () => {
    const [slice] = chartOfKeys(["x".repeat(201)], { labelOf: (key) => `place ${key}` }).slices
    assert.deepInclude(slice, { key: "x".repeat(201), label: `place ${"x".repeat(200)}` })
  })
})

describe("the table of a chart", () => {
  const ohio = { key: "Ohio", count: 3, part: 1, partOf: 2, first: "2021-07-06", last: "2021-07-07" }
  const tableOf = (counts: ReadonlyArray<KeyCount>, total: number, partName = "", beside?: string) =>
    chartTable(chartOf({ ...places, beside }, counts, { ...texts, partName, total }), `all ${total}`).split("\r\n")

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
    assert.deepStrictEqual(tableOf([{ ...unknown, beside: 5 }], 4, "", "called"), [
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
  const columns = (...names: ReadonlyArray<string>): Chart => chartOfKeys(names, { shape: "columns" })

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
