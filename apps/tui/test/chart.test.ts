import { assert, describe, it } from "@effect/vitest"
import { type ChartCounts, type KeyCount, makeChart } from "@public-records/answers/charts/Chart"
import type { NamedChart } from "../src/insights/Chart.ts"
import { chartTable } from "../src/insights/chartTable.ts"
import { type InsightFocus, selectedIndex } from "../src/insights/Insights.ts"

const places = { title: "Places", shape: "bars", timeName: "filed" } as const

describe("the table of a chart", () => {
  const ohio = { key: "Ohio", count: 3, part: 1, partOf: 2, first: "2021-07-06", last: "2021-07-07" }
  const tableOf = (counts: ReadonlyArray<KeyCount>, total: number, names: Partial<ChartCounts> = {}) =>
    chartTable(makeChart({ ...places, ...names, counts, total }), `all ${total}`).split("\r\n")

  it("has a line for each slice, and the figures of the part if there is one", () => {
    assert.deepStrictEqual(tableOf([ohio], 4), [
      "places,count,percent of all 4,first filed,last filed",
      "Ohio,3,75,2021-07-06,2021-07-07",
      ""
    ])
    assert.deepStrictEqual(tableOf([ohio], 4, { partName: "robocalls" }), [
      "places,count,percent of all 4,robocalls,robocalls or not,first filed,last filed",
      "Ohio,3,75,1,2,2021-07-06,2021-07-07",
      ""
    ])
  })

  it("has no column of times that are not known, and one of the second counts", () => {
    const unknown = { ...ohio, first: "", last: "" }
    assert.deepStrictEqual(tableOf([unknown], 4), ["places,count,percent of all 4", "Ohio,3,75", ""])
    assert.deepStrictEqual(tableOf([{ ...unknown, beside: 5 }], 4, { besideName: "called" }), [
      "places,count,percent of all 4,called",
      "Ohio,3,75,5",
      ""
    ])
  })

  it("has the days of each period, and no figures for days that are not there", () => {
    const period = { key: "2021-07", count: 4, days: 7, of: 31, state: "cut" } as const
    const gap = { key: "2021-06", count: 0, days: 0, of: 30, state: "missing" } as const
    assert.deepStrictEqual(tableOf([gap, period], 4, { shape: "columns" }), [
      "places,count,percent of all 4,days,of",
      "2021-06,,,0,30",
      "2021-07,4,100,7,31",
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
  const columns = (...names: ReadonlyArray<string>): NamedChart => {
    const counts = Array.from(
      Map.groupBy(names, (key) => key),
      ([key, { length }]) => ({ key, count: length })
    )
    return { ...makeChart({ ...places, shape: "columns", counts }), name: "places" }
  }

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
