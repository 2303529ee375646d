import { assert, describe, it } from "@effect/vitest"
import { type Chart, makeChart, type Slice } from "@public-records/answers/charts/Chart"
import { Option } from "effect"
import { loadedLabel, rowLabel } from "../src/drawing/counts.ts"
import { layoutOf, rowWidth } from "../src/drawing/layout.ts"
import type { Summary } from "../src/collection/labels.ts"
import { bar, sparkline, uprightBars } from "../src/insights/bars.ts"
import { gridIn } from "../src/insights/grid.ts"
import { type Panel, panelLines } from "../src/insights/chartLines.ts"
import type { NamedChart } from "../src/insights/Chart.ts"
import { hoursBeyondLimit } from "../src/source/service.ts"

const summary: Summary = {
  loaded: 50,
  rowCount: 1034,
  isRowCountKnown: true,
  navigableRows: 1034,
  sorted: "",
  order: "newest first",
  filter: "",
  base: "",
  facets: [],
  newest: ""
}

describe("the number of a row", () => {
  it("counts from 1, in the rows that are shown", () => {
    assert.strictEqual(rowLabel(0, summary), "row 1 of 1,034")
    assert.strictEqual(rowLabel(1033, { ...summary, isRowCountKnown: false }), "row 1,034")
    assert.strictEqual(rowLabel(0, { ...summary, rowCount: 0 }), "no rows")
    const sorted = { ...summary, sorted: "sorted", navigableRows: 7 }
    assert.strictEqual(rowLabel(2, sorted), "row 3 of 7 shown")
    assert.strictEqual(rowLabel(0, { ...sorted, navigableRows: 0 }), "no rows")
  })

  it("is next to the number of loaded rows", () => {
    assert.strictEqual(loadedLabel(summary, true), "50 of 1,034 loaded")
    const unknown = { ...summary, isRowCountKnown: false }
    assert.strictEqual(loadedLabel(unknown, false), "50 loaded, total unknown")
    assert.strictEqual(loadedLabel(unknown, true), "50 loaded, no total")
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

describe("a drawn chart", () => {
  const slice = (key: string, count: number, change: Partial<Slice> = {}): Slice => ({
    key,
    label: key === "" ? "not stated" : key,
    count,
    percent: count / 10,
    part: 0,
    partOf: 0,
    first: "",
    last: "",
    ...change
  })
  const chartOf = (shape: Chart["shape"], slices: ReadonlyArray<Slice>, partName = ""): NamedChart => ({
    name: "places",
    title: "Places",
    shape,
    slices,
    total: slices.reduce((sum, { count }) => sum + count, 0),
    sentence: "",
    note: slices.length === 0 ? "No rows are loaded." : "",
    partName,
    besideName: "",
    timeName: "seen"
  })
  const drawn = (chart: Chart, change: Partial<Panel> = {}, width = 60, height = 7): ReadonlyArray<string> =>
    panelLines({ chart, selected: 0, isFocused: false, isExpanded: false, ...change, width: width + 4, height })
      .slice(1, -1)
      .map((spans) => spans.map(({ text }) => text).join(""))
      .map((line) => line.slice(2, -2).trimEnd())

  const places = chartOf("bars", [slice("Ohio", 400), slice("Texas", 100), slice("", 500)])

  it("has bars up to the largest stated value, and none for a missing one", () => {
    assert.deepStrictEqual(drawn(places, { selected: 1, isFocused: true }), [
      `  ${"Ohio".padEnd(32)}   400  40 %  ${"█".repeat(12)}`,
      `▶ ${"Texas".padEnd(32)}   100  10 %  ███`,
      `  ${"not stated".padEnd(32)}   500  50 %`,
      "",
      ""
    ])
    assert.match(drawn(places, { selected: 1 })[1] ?? "", /^ {2}Texas/)
  })

  it("has parts from 64 cells and times from 88 if it is expanded", () => {
    const times = { part: 3, partOf: 7, first: "2021-07-06 10:00", last: "2021-07-07 23:59" }
    const chart = chartOf("columns", [slice("Ohio", 10, times), slice("Utah", 990)], "robocalls")
    const shown = (width: number, isExpanded = true, row = 0) => drawn(chart, { isExpanded }, width)[row] ?? ""
    assert.notInclude(shown(65), "robocalls 3 of 7")
    assert.include(shown(66), "robocalls 3 of 7")
    assert.notInclude(shown(89), "07-06 10:00 → 07-07 23:59")
    assert.include(shown(90), `robocalls 3 of 7${" ".repeat(10)}07-06 10:00 → 07-07 23:59 ▏`)
    assert.notInclude(shown(92, true, 1), "→")
    assert.notInclude(shown(92, false), "robocalls 3 of 7")
  })

  const hours = (count: number, part?: number) =>
    chartOf(
      "columns",
      Array.from({ length: count }, (_, hour) => slice(`${10 + hour}`, hour, { part: hour })),
      part === undefined ? "" : "robocalls"
    )

  it("has an axis with its ends, which give way to the mark of the selected column", () => {
    const axisOf = (count: number, selected?: number, width = count) =>
      drawn(hours(count), { selected: selected ?? 0, isFocused: selected !== undefined }, width).at(-1)
    assert.strictEqual(axisOf(5), "10 14")
    assert.strictEqual(axisOf(4), "10")
    assert.deepStrictEqual(
      [0, 2, 3, 7, 8, 9].map((selected) => axisOf(10, selected)),
      ["▲       19", "  ▲     19", "10 ▲    19", "10     ▲19", "10      ▲", "10       ▲"]
    )
    assert.strictEqual(axisOf(5, 3, 20), "10          ▲     14")
    assert.strictEqual(axisOf(20, 10, 10), "15   ▲  24")
  })

  it("has a line for the parts of its columns if it has a part", () => {
    assert.deepStrictEqual(drawn(hours(3, 1), {}, 30), [
      "        ███",
      "    ▄▄▄ ███",
      "    ███ ███",
      "10        12",
      "    ▄   █     robocalls"
    ])
    assert.lengthOf(drawn(hours(3), {}, 30)[3] ?? "", 11)
  })

  it("has its text in place of slices, in lines that fit", () => {
    assert.deepStrictEqual(drawn(chartOf("bars", []), {}, 20, 5), ["  No rows are", "  loaded.", ""])
    assert.deepStrictEqual(drawn(chartOf("bars", []), {}, 21, 3), ["  No rows are loaded."])
  })

  it("has a pattern for days that are not there, and dashes for a period without some of its days", () => {
    const chart = chartOf("columns", [
      slice("1", 4, { state: "complete" }),
      slice("2", 0, { state: "missing" }),
      slice("3", 0, { state: "unpublished" }),
      slice("4", 2, { state: "cut" })
    ])
    assert.deepStrictEqual(drawn(chart, {}, 4, 5), ["█╱·", "█╱·┆", "1  4"])
    const remark = panelLines({ chart, selected: 0, isFocused: false, isExpanded: false, width: 160, height: 3 }).at(-1)
    assert.include(
      remark?.[1]?.text ?? "",
      "Hatched: missing days. Dotted: days that were not published. Dashed: a period"
    )
    const list = drawn(chart, { isExpanded: true }, 60, 9)
    assert.match(list[1] ?? "", /^ {2}2 +missing$/)
    assert.match(list[3] ?? "", /^ {2}4 +2 +33 % {2}╌+$/)
    assert.match(list.slice(-2).join(" "), /^Hatched: missing days\..*Dashed: a period without some of its days\.$/)
  })

  it("has its note below the bars if there is room, and in its lower edge otherwise", () => {
    const note = "Public lines: (800) 275-2273 of Apple. Callers forge such numbers."
    const noted = { ...places, note }
    assert.strictEqual(drawn(noted, {}, 80, 8).at(-1), note)
    const edge = panelLines({
      chart: noted,
      selected: 0,
      isFocused: false,
      isExpanded: false,
      width: 40,
      height: 4
    }).at(-1)
    assert.strictEqual(edge?.[1]?.text, "Public lines: (800) 275-2273 of A…")
  })

  it("is a map of states if there is room for it", () => {
    const states = chartOf("tiles", [slice("Ohio", 400), slice("Texas", 599), slice("Guam", 1)])
    const isMap = (width: number, height: number, change: Partial<Panel> = {}, chart = states) =>
      drawn(chart, change, width, height).some((line) => line.includes("OH40"))
    assert.isTrue(isMap(55, 10))
    assert.isFalse(isMap(54, 10))
    assert.isFalse(isMap(55, 9))
    assert.isFalse(isMap(55, 10, { isExpanded: true }))
    assert.isFalse(isMap(55, 10, {}, { ...states, shape: "bars" }))
    const map = (change: Partial<Panel>) => drawn(states, change, 55, 10).join("")
    assert.include(map({}), "█OH40")
    assert.include(map({ isFocused: true }), "▶OH40")
    assert.include(map({}), "·UT")
  })

  it("has a title with its selected slice only if it has the focus and is not expanded", () => {
    const title = (change: Partial<Panel>, width = 60) =>
      panelLines({ chart: places, selected: 0, isFocused: true, isExpanded: false, ...change, width, height: 5 })[0]
        ?.map(({ text }) => text)
        .join("")
    assert.include(title({}), " ▶ PLACES · Ohio: 400, 40 % ")
    assert.include(title({}, 32), " ▶ PLACES · Ohio: 400, 40 % ")
    assert.include(title({}, 31), " ▶ PLACES · Ohio: 400 ─")
    assert.include(title({}, 25), " ▶ PLACES ─")
    assert.include(title({ selected: 3 }), " ▶ PLACES ─")
    for (const change of [{ isFocused: false }, { isExpanded: true }]) assert.include(title(change), "─ PLACES ─")
  })
})

describe("the grid of charts", () => {
  const chart = (shape: Chart["shape"]) => makeChart({ title: shape, shape, counts: [] })
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
