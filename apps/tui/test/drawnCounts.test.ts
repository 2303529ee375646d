import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { clockLabel, loadedLabel, rowLabel } from "../src/drawing/counts.ts"
import { layoutOf, rowWidth } from "../src/drawing/layout.ts"
import type { Summary } from "../src/collection/labels.ts"
import { bar, sparkline, uprightBars } from "../src/insights/bars.ts"
import { gridIn } from "../src/insights/grid.ts"
import type { Chart } from "../src/insights/counting.ts"
import { shadeOf } from "../src/insights/tileMap.ts"
import { hoursBeyondLimit } from "../src/quota.ts"

const summary: Summary = {
  loaded: 50,
  rowCount: 1034,
  isRowCountKnown: true,
  navigableRows: 1034,
  arranged: "",
  order: "newest first",
  filter: "",
  requested: "",
  base: "",
  facets: [],
  areFacetsOfRows: false,
  newest: Option.none(),
  newestCreation: Option.none()
}

describe("the number of a row", () => {
  it("counts from 1, in the rows that are shown", () => {
    assert.strictEqual(rowLabel(0, summary), "row 1 of 1,034")
    assert.strictEqual(rowLabel(1033, { ...summary, isRowCountKnown: false }), "row 1,034")
    assert.strictEqual(rowLabel(0, { ...summary, rowCount: 0 }), "no rows")
    const arranged = { ...summary, arranged: "sorted", navigableRows: 7 }
    assert.strictEqual(rowLabel(2, arranged), "row 3 of 7 shown")
    assert.strictEqual(rowLabel(0, { ...arranged, navigableRows: 0 }), "no rows")
  })

  it("is next to the number of loaded rows", () => {
    assert.strictEqual(loadedLabel(summary, true), "50 of 1,034 loaded")
    const unknown = { ...summary, isRowCountKnown: false }
    assert.strictEqual(loadedLabel(unknown, false), "50 loaded, total unknown")
    assert.strictEqual(loadedLabel(unknown, true), "50 loaded, no total")
  })
})

describe("a countdown", () => {
  it.each([
    [0, "00:00"],
    [59, "00:59"],
    [60, "01:00"],
    [3599, "59:59"],
    [3600, "60:00"]
  ])("of %d seconds is %s", (seconds, label) => {
    assert.strictEqual(clockLabel(seconds), label)
  })
})

describe("the hours beyond a limit", () => {
  const quota = {
    limit: Option.some(10),
    remaining: Option.some(3),
    requestsThisHour: 0,
    nextRequestAt: Option.none(),
    waiting: 0
  }

  it("begin with the first request that does not fit", () => {
    const hours = [2, 3, 4, 13, 14].map((requests) => hoursBeyondLimit(quota, requests))
    assert.deepStrictEqual(hours, [0, 0, 1, 1, 2])
  })

  it("are 0 if the limit is unknown", () => {
    assert.strictEqual(hoursBeyondLimit({ ...quota, limit: Option.none() }, 99), 0)
    assert.strictEqual(hoursBeyondLimit({ ...quota, remaining: Option.none() }, 99), 0)
  })
})

describe("bars", () => {
  it("are empty without a count, a largest count or room", () => {
    for (const [count, largest, width] of [
      [0, 1, 1],
      [-1, 1, 1],
      [1, 0, 1],
      [1, 1, 0]
    ] as const) {
      assert.strictEqual(bar(count, largest, width), "")
    }
    assert.strictEqual(bar(1, 1, 1), "█")
  })

  it("are blank in a sparkline without a value", () => {
    assert.strictEqual(sparkline([0, 1, 4, 8]), " ▁▄█")
    assert.strictEqual(sparkline([0, 0]), "  ")
    assert.strictEqual(sparkline([]), "")
  })

  it("stand on the last line, with a gap if they are wide", () => {
    assert.deepStrictEqual(uprightBars([0, 1, 100], 1, 2), ["  █", " ▁█"])
    assert.deepStrictEqual(uprightBars([1, 2], 3, 1), ["▄▄ ██ "])
    assert.deepStrictEqual(uprightBars([0], 2, 1), ["  "])
  })
})

describe("the shade of a share", () => {
  it.each([
    [0, "░"],
    [1, "░"],
    [2, "▒"],
    [4, "▒"],
    [5, "▓"],
    [9, "▓"],
    [10, "█"]
  ])("of %d %% is %s", (percent, shade) => {
    assert.strictEqual(shadeOf(percent), shade)
  })
})

describe("the grid of charts", () => {
  const chart = (shape: Chart["shape"]): Chart => ({
    name: shape,
    title: shape,
    shape,
    slices: [],
    total: 0,
    partName: "",
    empty: ""
  })
  const charts = (["columns", "columns", "bars", "columns", "tiles", "bars"] as const).map(chart)

  it("needs 90 columns and five lines for each row without a fixed height", () => {
    assert.deepStrictEqual(gridIn(charts, 89, 22), [])
    assert.deepStrictEqual(gridIn(charts, 90, 21), [])
    assert.deepStrictEqual(
      gridIn(charts, 90, 22).map(({ height }) => height),
      [7, 5, 10]
    )
  })

  it("has two charts in each row, of which the map has a fixed width", () => {
    assert.deepStrictEqual(
      gridIn(charts, 101, 30).map(({ cells }) => cells),
      [
        [
          { chart: 0, width: 50 },
          { chart: 1, width: 51 }
        ],
        [
          { chart: 2, width: 50 },
          { chart: 3, width: 51 }
        ],
        [
          { chart: 4, width: 64 },
          { chart: 5, width: 37 }
        ]
      ]
    )
  })
})

describe("the layout", () => {
  const at = (columns: number, rows: number, showsPane = true, hasPanel = false) =>
    layoutOf({ columns, rows }, showsPane, hasPanel)

  it("has the detail next to the table from 120 columns and 12 rows", () => {
    assert.deepInclude(at(119, 30), { side: 0, tableWidth: 119, pane: 9 })
    assert.deepInclude(at(120, 30), { side: 40, tableWidth: 80, pane: 0 })
    assert.deepInclude(at(131, 30), { side: 41, tableWidth: 90 })
    assert.deepInclude(at(200, 30), { side: 60, tableWidth: 140 })
    assert.deepInclude(at(120, 12), { side: 40 })
    assert.deepInclude(at(120, 11), { side: 0 })
    assert.deepInclude(at(120, 30, false), { side: 0, pane: 0 })
  })

  it("has the detail below the table from 80 columns and 26 rows", () => {
    assert.strictEqual(at(80, 26).pane, 9)
    assert.strictEqual(at(79, 26).pane, 0)
    assert.strictEqual(at(80, 25).pane, 0)
    assert.strictEqual(at(80, 26, false).pane, 0)
  })

  it("has a smaller panel for a failure below 16 rows", () => {
    const panes = [16, 15, 8, 7, 6, 5].map((rows) => at(80, rows, true, true).pane)
    assert.deepStrictEqual(panes, [6, 5, 5, 4, 3, 0])
  })

  it("leaves out lines in a small terminal", () => {
    assert.deepInclude(at(40, 7), { header: 0, filter: 0, tableTop: 0, tableBottom: 0, status: 1, tableRows: 6 })
    assert.deepInclude(at(40, 8), { header: 1, filter: 1, tableTop: 2, tableBottom: 0, status: 1, tableRows: 3 })
    assert.deepInclude(at(40, 9), { tableBottom: 0, status: 1, tableRows: 4 })
    assert.deepInclude(at(40, 10), { tableBottom: 1, status: 1, tableRows: 4 })
    assert.deepInclude(at(40, 13), { status: 1, tableRows: 7 })
    assert.deepInclude(at(40, 14), { status: 2, tableRows: 7 })
    assert.strictEqual(at(40, 1).tableRows, 1)
  })

  it("has rows of at least 8 cells", () => {
    assert.deepStrictEqual(
      [15, 14, 13].map((tableWidth) => rowWidth({ tableWidth })),
      [9, 8, 8]
    )
  })
})
