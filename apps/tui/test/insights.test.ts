import { afterEach, assert, describe, it } from "@effect/vitest"
import type { Complaint } from "@public-records/core"
import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { press } from "../src/keys/dispatch.ts"
import type { SourceInfo } from "../src/requests.ts"
import type { Collection } from "../src/collection/Collection.ts"
import { complaints } from "../src/complaints/definition.ts"
import type { Chart } from "../src/insights/counting.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { notices } from "../src/notices/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { Ui } from "../src/Ui.ts"
import { type FakeRequest, fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { openTerminal, registryOf, sampleSource, serviceSource, settled, until } from "./terminal.tsx"

const held = { complaints: fakeComplaints(434), notices: fakeNotices(120) }

const chartNamed = (charts: ReadonlyArray<Chart>, name: string): Chart => {
  const chart = charts.find((one) => one.name === name)
  if (chart === undefined) throw new Error(`there is no chart ${name}`)
  return chart
}

const open: Set<AtomRegistry.AtomRegistry> = new Set()

afterEach(() => {
  for (const registry of open) registry.dispose()
  open.clear()
})

const start = async (source: SourceInfo = sampleSource, records: ReadonlyArray<Complaint> = held.complaints) => {
  const requests: Array<FakeRequest> = []
  const service = fakeService({ ...held, complaints: records, onRequest: (one) => requests.push(one) })
  const registry = registryOf(service, source)
  open.add(registry)
  await settled()
  const keys = async (text: string): Promise<void> => {
    for (const key of keyPresses(text, {})) press(new Ui(registry), key)
    await settled()
  }
  return { requests, registry, keys }
}

describe("insights", () => {
  it("request nothing from a service unless asked", async () => {
    const { requests, keys, registry } = await start(serviceSource)
    await keys("3\tjjt")
    assert.strictEqual(requests.length, 1)
    assert.deepStrictEqual(registry.get(complaints.insights.scope), {
      base: "the first 50 of 434",
      isAll: false,
      days: ""
    })
  })

  const scopeOf = (registry: AtomRegistry.AtomRegistry, { insights }: Collection) => registry.get(insights.scope)

  it("count all local rows of each filter and collection while they are on the screen", async () => {
    const terminal = await openTerminal(fakeService(held), { columns: 100, rows: 30 })
    const { registry } = terminal
    await terminal.keys("3")
    await terminal.until((frame) => frame.includes("100 % = all 434"))
    await terminal.keys("\t", "\t", "\t", "\t", "a")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Alabama")
    await terminal.keys("3")
    await terminal.until((frame) => /100 % = all 8$/m.test(frame))
    await terminal.keys("r")
    await terminal.until((frame) => /100 % = all 8$/m.test(frame))
    await terminal.keys("2")
    assert.strictEqual(registry.get(notices.summary).loaded, 50)
    await terminal.keys("3")
    await terminal.until((frame) => frame.includes("100 % = all 120"))
    assert.deepStrictEqual(scopeOf(registry, notices), { base: "all 120", isAll: true, days: "" })
    terminal.close()
  })

  it("stop loading local rows on Esc, resume with r, and stop when closed", async () => {
    const records = fakeService({ complaints: fakeComplaints(4034) })
    const terminal = await openTerminal(records, { columns: 100, rows: 30 })
    const { registry } = terminal
    await terminal.keys("3", "\u001B[27u")
    const { loaded } = registry.get(complaints.summary)
    assert.isBelow(loaded, 4034)
    // Local rows are shown after every 25 pages.
    for (let page = 0; page < 25; page++) await settled()
    assert.strictEqual(registry.get(complaints.summary).loaded, loaded)
    await terminal.keys("r")
    await terminal.until(() => registry.get(complaints.summary).loaded > loaded)
    await terminal.keys("1")
    await terminal.until(() => registry.get(complaints.activity)._tag === "Idle")
    assert.isBelow(registry.get(complaints.summary).loaded, 4034)
    await terminal.keys("3")
    await terminal.until((frame) => frame.includes("100 % = all 4,034"))
    terminal.close()
  })

  it("describe the rows that are 100 %: the first, the loaded ones if there are gaps, without invalid ones", async () => {
    const { keys, registry } = await start(serviceSource)
    const base = () => registry.get(complaints.insights.scope).base
    await keys("G")
    await keys("3")
    assert.strictEqual(base(), "84 loaded of 434")
    const { complaints: some } = held
    const waiting = registryOf(fakeService({ ...held, before: () => Effect.never }))
    open.add(waiting)
    assert.strictEqual(waiting.get(complaints.insights.scope).base, "no rows, total unknown")
    const rejected = fakeService({ complaints: some.slice(0, 50), reportsTotal: false, rejected: 2 })
    const other = registryOf(rejected)
    open.add(other)
    await settled()
    assert.strictEqual(other.get(complaints.insights.scope).base, "the first 48, total unknown (2 invalid)")
  })

  it("stack facets of the loaded rows, of which the last is removed first, and [ brings each back", async () => {
    const { requests, registry, keys } = await start()
    const facets = () => registry.get(complaints.facets).map(({ label }) => label)
    const shown = () => registry.get(complaints.summary).navigableRows
    await keys("3\t\t\t\t\tj\r")
    assert.deepStrictEqual([facets(), shown()], [["robocall yes"], 17])
    const states = chartNamed(registry.get(complaints.insights.charts), "states")
    assert.deepStrictEqual([states.total, states.slices.length], [17, 17])
    assert.strictEqual(registry.get(complaints.insights.scope).base, "17 in the first 50 of 434")
    press(new Ui(registry), { name: "shift-tab" })
    await keys("\r")
    assert.deepStrictEqual([facets(), shown()], [["robocall yes", "state Alabama"], 1])
    await keys("\r")
    assert.match(registry.get(sessionAtom).notification, /already set/)
    press(new Ui(registry), { name: "escape" })
    assert.deepInclude(registry.get(complaints.summary), { filter: "robocall yes · state Alabama", requested: "" })
    press(new Ui(registry), { name: "escape" })
    assert.deepStrictEqual([facets(), shown()], [["robocall yes"], 17])
    await keys("-")
    assert.deepStrictEqual([facets(), shown()], [[], 434])
    await keys("-")
    assert.match(registry.get(sessionAtom).notification, /There is no facet/)
    await keys("[[")
    assert.deepStrictEqual(facets(), ["robocall yes", "state Alabama"])
    await keys("F\r")
    assert.deepStrictEqual([facets(), shown()], [["state Alabama"], 1])
    await keys("x")
    assert.deepStrictEqual([facets(), shown()], [[], 434])
    assert.strictEqual(requests.length, 1)
  })

  it("stay on the screen when a filter is edited there, and when it is discarded", async () => {
    const { registry, keys } = await start()
    await keys("3f\u0013")
    assert.strictEqual(registry.get(sessionAtom).panel, "insights")
    await keys("f")
    press(new Ui(registry), { name: "escape" })
    assert.strictEqual(registry.get(sessionAtom).panel, "insights")
  })

  it("keep the selected slice while more rows load", async () => {
    const { registry, keys } = await start()
    await keys("3\t\t\t\tjjj")
    const before = registry.get(complaints.insights.positionLabel)
    await keys("L\r")
    const after = registry.get(complaints.insights.positionLabel)
    assert.match(before, /^Arkansas: 1,/)
    assert.match(after, /^Arkansas: 8,/)
    assert.strictEqual(registry.get(complaints.summary).loaded, 434)
  })

  it("are counted again after each 10 % of growth while all rows load, and at the end", async () => {
    const records = fakeService({
      complaints: fakeComplaints(14_034),
      before: (count) => (count > 25 ? Effect.never : Effect.void)
    })
    const terminal = await openTerminal(records, { columns: 100, rows: 30 })
    const { registry } = terminal
    const figures = () => ({
      loaded: registry.get(complaints.summary).loaded,
      base: registry.get(complaints.insights.scope).base,
      totals: registry.get(complaints.insights.charts).map(({ total }) => total)
    })
    await terminal.keys("3", "L", "\r")
    await terminal.until(() => figures().loaded === 1250)
    assert.strictEqual(figures().base, "the first 1,200 of 14,034")
    assert.deepStrictEqual([...new Set(figures().totals)], [1200])
    assert.include(terminal.frame(), "100 % = the first 1,200 of 14,034")
    await terminal.keys("\u001B[27u")
    assert.strictEqual(figures().base, "the first 1,250 of 14,034")
    assert.deepStrictEqual([...new Set(figures().totals)], [1250])
    terminal.close()
  })

  it("are counted from the first rows while local rows are loaded again", async () => {
    const records = fakeService({
      complaints: fakeComplaints(2034),
      before: (count) => (count > 41 + 30 ? Effect.never : Effect.void)
    })
    const registry = registryOf(records)
    open.add(registry)
    const base = () => registry.get(complaints.insights.scope).base
    registry.mount(complaints.insights.scope)
    complaints.insights.countAll(registry)
    await until(() => base() === "all 2,034")
    complaints.reload(registry)
    await until(() => registry.get(complaints.summary).loaded < 2034)
    assert.strictEqual(base(), "the first 1,250 of 2,034")
  })
})
