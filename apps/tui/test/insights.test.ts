import { afterEach, assert, describe, it } from "@effect/vitest"
import { Complaint, Notice } from "@public-records/core"
import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { press } from "../src/keys/dispatch.ts"
import { complaints } from "../src/complaints/complaintAtoms.ts"
import { complaintInsights } from "../src/complaints/complaintInsights.ts"
import { bar, sparkline, uprightBars } from "../src/insights/blocks.ts"
import { type Chart, chartOf, shareLabel } from "../src/insights/Chart.ts"
import { panelLines } from "../src/insights/panels.ts"
import { tileRows } from "../src/insights/tileMap.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { noticeInsights } from "../src/notices/noticeInsights.ts"
import { sessionAtom } from "../src/session.ts"
import { Ui } from "../src/Ui.ts"
import { type Asked, inventComplaints, inventNotices, layerInvented } from "./inventedRecords.ts"
import { openTerminal, registryOf, serviceOrigin, settled } from "./terminal.tsx"

const held = { complaints: inventComplaints(434), notices: inventNotices(120) }

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
        chart.slices.reduce((sum, { count }) => sum + count, 0),
        434,
        chart.name
      )
    }
  })

  it("count what plain counting counts, largest first, with what is not stated", () => {
    const { slices } = chartNamed(chartsOf(held.complaints), "numbers")
    assert.deepInclude(slices.at(-1), { label: "(not stated)", count: 43 })
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

  it("have a place for hours, days and years without a record", () => {
    const [one, other] = inventComplaints(2)
    if (one === undefined || other === undefined) throw new Error("no complaints")
    const charts = chartsOf([
      new Complaint({ ...one, createdDate: "2024-02-28 09:30:00" }),
      new Complaint({ ...other, createdDate: "2024-03-01 17:30:00" })
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
    const notices = inventNotices(2).map(
      (notice, index) => new Notice({ ...notice, date: `20${10 + 2 * index}-01-01` })
    )
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
      notices.map((notice) => new Notice({ ...notice, acquiringParty: "A" }))
    ).slices
    assert.deepInclude(slice, { count: 2, first: "2010-01-01", last: "2012-01-01" })
  })

  it("of nothing are empty", () => {
    for (const { slices, total } of chartsOf([])) assert.deepStrictEqual([slices, total], [[], 0])
  })
})

describe("blocks", () => {
  it("show what is not nothing, and no more than there is room for", () => {
    assert.strictEqual(bar(10, 10, 4), "████")
    assert.strictEqual(bar(5, 10, 3), "█▌")
    assert.strictEqual(bar(1, 10_000, 4), "▏")
    assert.strictEqual(bar(0, 10, 4), "")
    assert.strictEqual(sparkline([0, 1, 4, 8]), " ▁▄█")
    assert.deepStrictEqual(uprightBars([0, 1, 16], 1, 2), ["  █", " ▁█"])
  })

  it("come with shares that do not say nothing where there is something", () => {
    assert.deepStrictEqual(
      [shareLabel(0, 9), shareLabel(1, 900), shareLabel(1, 3), shareLabel(0, 0)],
      ["0 %", "<1 %", "33 %", "—"]
    )
  })

  it("come with shares that do not say all where something is missing", () => {
    assert.deepStrictEqual([shareLabel(999, 1000), shareLabel(9, 9)], [">99 %", "100 %"])
  })
})

describe("the tile map", () => {
  it("has each state once", () => {
    const codes = tileRows.flat().filter((code) => code !== "")
    assert.strictEqual(codes.length, 52)
    assert.strictEqual(new Set(codes).size, 52)
  })

  const mapOf = (...counts: ReadonlyArray<number>): string => {
    const states = ["Kentucky", "Ohio"].flatMap((state, index) =>
      Array.from({ length: counts[index] ?? 0 }, () => state)
    )
    const records = inventComplaints(states.length).map(
      (complaint, index) => new Complaint({ ...complaint, consumerState: states[index] ?? null })
    )
    const chart = chartNamed(chartsOf(records), "states")
    const panel = { chart, selected: 0, isFocused: false, isAlone: false, width: 64, height: 10 }
    return panelLines(panel)
      .map((spans) => spans.map(({ text }) => text).join(""))
      .join("\n")
  }

  it("says all, nearly all and hardly any in whole figures", () => {
    assert.include(mapOf(3), "KY100·WV")
    const uneven = mapOf(999, 1)
    assert.include(uneven, "█KY99·WV")
    assert.include(uneven, "░OH<1·PA")
  })
})

describe("upright bars", () => {
  it("have a mark below the selected one, and the ends of the axis", () => {
    const chart = chartNamed(chartsOf(held.complaints), "hours")
    const axisAt = (selected: number): string => {
      const panel = { chart, selected, isFocused: true, isAlone: false, width: 40, height: 7 }
      return panelLines(panel)[4]?.[1]?.text.trimEnd() ?? ""
    }
    assert.strictEqual(axisAt(10), "00:00     ▲        23:00")
    assert.strictEqual(axisAt(0), "▲                  23:00")
  })
})

describe("a chart's title", () => {
  it("says of the selected bar what fits, and never a part of a figure", () => {
    const chart = chartNamed(chartsOf(held.complaints), "numbers")
    const titles = Array.from({ length: 60 }, (_, width) => {
      const panel = { chart, selected: 0, isFocused: true, isAlone: false, width: width + 20, height: 6 }
      return panelLines(panel)[0]?.[1]?.text ?? ""
    })
    for (const title of titles) assert.match(title, /^▶ NUMBERS( · \S+ \S+: \d+, <?\d+ %( · robocalls <?\d+ %)?)?$/)
    assert.strictEqual(new Set(titles).size, 3)
  })
})

const open: Set<AtomRegistry.AtomRegistry> = new Set()

afterEach(() => {
  for (const registry of open) registry.dispose()
  open.clear()
})

const start = async () => {
  const asked: Array<Asked> = []
  const registry = registryOf(layerInvented({ ...held, onAsked: (one) => asked.push(one) }))
  open.add(registry)
  await settled()
  let now = 0
  /** Keys typed fast, after a pause. */
  const keys = async (text: string): Promise<void> => {
    now += 10_000
    for (const key of keyPresses(text, {})) press(new Ui(registry), key, now)
    await settled()
  }
  return { asked, registry, keys }
}

describe("insights", () => {
  it("ask nothing by themselves", async () => {
    const { asked, keys } = await start()
    await keys("3\tjjt")
    assert.strictEqual(asked.length, 1)
  })

  it("begin at the hour with most, not at midnight", async () => {
    const { registry, keys } = await start()
    await keys("3")
    const hours = chartNamed(registry.get(complaints.insights.charts), "hours").slices
    const most = Math.max(...hours.map(({ count }) => count))
    assert.match(registry.get(complaints.insights.where), new RegExp(`^\\d\\d:00: ${most}, `))
  })

  it("lead to the loaded rows of a slice, and Esc to all of them", async () => {
    const { asked, registry, keys } = await start()
    await keys("3\t\t\t\tjj\r")
    const summary = registry.get(complaints.summary)
    assert.strictEqual(summary.arranged, "states: Arizona")
    assert.strictEqual(summary.reach, 1)
    assert.strictEqual(registry.get(complaints.detail).find(({ label }) => label === "STATE")?.text, "Arizona")
    press(new Ui(registry), { name: "escape" }, 0)
    assert.deepInclude(registry.get(complaints.summary), { reach: 434, arranged: "" })
    assert.strictEqual(asked.length, 1)
  })

  it("ask the service for a slice on demand, which [ takes back", async () => {
    const { asked, registry, keys } = await start()
    await keys("3\t\t\t\tjja")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Arizona")
    assert.deepStrictEqual(
      asked.map(({ filter }) => filter),
      ["None", "ByState"]
    )
    await keys("[")
    assert.strictEqual(registry.get(complaints.summary).filter, "")
  })

  it("say so where the service has no such filter", async () => {
    const { asked, registry, keys } = await start()
    await keys("3\t\ta")
    assert.match(registry.get(sessionAtom).note, /no filter for this/)
    assert.strictEqual(asked.length, 1)
  })

  it("keep the selected slice while more is loaded", async () => {
    const { registry, keys } = await start()
    await keys("3\t\t\t\tjjj")
    const before = registry.get(complaints.insights.where)
    await keys("L\r")
    const after = registry.get(complaints.insights.where)
    assert.match(before, /^Arkansas: 1,/)
    assert.match(after, /^Arkansas: 8,/)
    assert.strictEqual(registry.get(complaints.summary).loaded, 434)
  })

  it("lag while all is being loaded, say of how many rows they are, and catch up", async () => {
    const records = layerInvented({
      complaints: inventComplaints(14_034),
      before: (count) => (count > 25 ? Effect.never : Effect.void)
    })
    const terminal = await openTerminal(records, { columns: 100, rows: 30 }, serviceOrigin)
    const { registry } = terminal
    const figures = () => ({
      loaded: registry.get(complaints.summary).loaded,
      counted: registry.get(complaints.insights.counted),
      totals: registry.get(complaints.insights.charts).map(({ total }) => total)
    })
    await terminal.keys("3", "L", "\r")
    await terminal.until(() => figures().loaded === 1250)
    assert.strictEqual(figures().counted, 1200)
    assert.deepStrictEqual([...new Set(figures().totals)], [1200])
    assert.include(terminal.frame(), "sample: 1,200 of 14,034")
    await terminal.keys("\u001B[27u")
    assert.strictEqual(figures().counted, 1250)
    assert.deepStrictEqual([...new Set(figures().totals)], [1250])
    terminal.close()
  })

  it("are where 3 leads, unless it begins a number", async () => {
    const { registry, keys } = await start()
    await keys("3")
    assert.strictEqual(registry.get(sessionAtom).panel, "insights")
    await keys("1")
    await keys("34G")
    assert.strictEqual(registry.get(sessionAtom).panel, "table")
    assert.strictEqual(registry.get(complaints.view).cursor, 33)
  })

  it("say what the figures are of and what the rest costs, on every size", async () => {
    for (const size of [
      { columns: 100, rows: 30 },
      { columns: 60, rows: 20 },
      { columns: 40, rows: 12 }
    ]) {
      const terminal = await openTerminal(layerInvented(held), size)
      await terminal.keys("3")
      assert.match(terminal.frame(), /sample: 50 of 434 \(12 %\)/)
      assert.match(terminal.frame(), /8 more requests/)
      await terminal.keys("?")
      assert.match(terminal.frame(), /HELP · insights/)
      assert.notInclude(terminal.frame(), "…")
      await terminal.keys("?")
      await terminal.keys("L", "\r")
      assert.match(terminal.frame(), /all 434 loaded/)
      assert.match(terminal.frame(), /⚠ reported by consumers, unverified/)
      terminal.close()
    }
  })
})
