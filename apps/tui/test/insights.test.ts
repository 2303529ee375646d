import { afterEach, assert, describe, it } from "@effect/vitest"
import { caveat } from "@public-records/answers/basis"
import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import type { Collection } from "../src/collection/Collection.ts"
import { complaints } from "../src/complaints/definition.ts"
import { notices } from "../src/notices/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { counted } from "./counted.ts"
import { fakeComplaints, fakeNotices, type FakeRecords } from "./fakeRecords.ts"
import { until } from "./terminal.tsx"

afterEach(closeSessions)

const held = { complaints: fakeComplaints(434), notices: fakeNotices(120) }

/** Opens the insights of the service, and waits until they are counted. */
const opened = async (options: Partial<FakeRecords> = {}) => {
  const { requests, source } = service({ ...held, source: "service", ...options })
  const registry = await start(source)
  for (const { insights } of [complaints, notices]) registry.mount(insights.charts)
  await counted(registry)
  const keys = async (text: string): Promise<void> => {
    await typeKeys(registry, text)
    if (registry.get(sessionAtom).basePanel === "insights") await counted(registry)
  }
  return { requests, registry, keys }
}

const baseOf = (registry: AtomRegistry.AtomRegistry, { insights }: Collection = complaints) =>
  registry.get(insights.scope).base
const filterOf = (registry: AtomRegistry.AtomRegistry) => registry.get(complaints.summary).filter

describe("the charts of a service", () => {
  it("count the loaded rows without a request, and say how many of how many they are", async () => {
    const { requests, keys, registry } = await opened()
    await keys("3\tjjt")
    assert.strictEqual(requests.length, 1)
    assert.deepInclude(registry.get(complaints.insights.scope), {
      base: "the first 50 of 434",
      isAll: false,
      basis: caveat
    })
    const totals = registry.get(complaints.insights.charts).map(({ total }) => total)
    assert.deepStrictEqual([...new Set(totals)], [50])
    await keys("1G3")
    assert.strictEqual(baseOf(registry), "84 loaded of 434")
    await keys("L\r")
    assert.deepInclude(registry.get(complaints.insights.scope), { base: "all 434", isAll: true })
    await keys("23L\r")
    assert.strictEqual(baseOf(registry, notices), "all 120")
  })

  it.each<readonly [string, Partial<FakeRecords>, string]>([
    ["no row", { before: () => Effect.never }, "no rows, total unknown"],
    ["invalid rows", { reportsTotal: false, rejected: 2 }, "the first 48, total unknown (2 invalid)"],
    ["nothing", { complaints: [] }, "all 0"]
  ])("describe %s", async (_, options, base) => {
    const { keys, registry } = await opened(options)
    await keys("3")
    assert.strictEqual(baseOf(registry), base)
  })

  it("are counted again after each 10 % of growth while all rows load, and at the end", async () => {
    const { registry, keys } = await opened({
      complaints: fakeComplaints(14_034),
      before: (count) => (count > 25 ? Effect.never : Effect.void)
    })
    await keys("3")
    await typeKeys(registry, "L\r")
    await until(() => registry.get(complaints.summary).loaded === 1250)
    await counted(registry)
    assert.strictEqual(baseOf(registry), "the first 1,200 of 14,034")
    await keys("\u001B")
    assert.strictEqual(baseOf(registry), "the first 1,250 of 14,034")
    const totals = registry.get(complaints.insights.charts).map(({ total }) => total)
    assert.deepStrictEqual([...new Set(totals)], [1250])
  })

  it("keep the selected slice while more rows load", async () => {
    const { registry, keys } = await opened()
    await keys("3\t\t\t\t")
    await keys("jjj")
    assert.match(registry.get(complaints.insights.positionLabel), /^Arkansas: 1,/)
    await keys("L\r")
    assert.match(registry.get(complaints.insights.positionLabel), /^Arkansas: 8,/)
  })

  it("stay on the screen when a filter is edited there, and when it is discarded", async () => {
    const { registry, keys } = await opened()
    await keys("3f\u0013")
    assert.strictEqual(registry.get(sessionAtom).panel, "insights")
    await keys("f")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(sessionAtom).panel, "insights")
  })
})

describe("Enter on a bar of a service", () => {
  it("requests the bar if the service can, and [ goes back", async () => {
    const { registry, requests, keys } = await opened()
    await keys("3\t\t\t\t")
    await keys("\r")
    assert.strictEqual(filterOf(registry), "state Alabama")
    assert.strictEqual(registry.get(sessionAtom).notification, "Added state Alabama. Backspace removes it · Esc back")
    assert.deepStrictEqual([requests.length, requests.at(-1)?.filter, baseOf(registry)], [2, "state", "all 8"])
    await keys("\r")
    assert.match(registry.get(sessionAtom).notification, /^The facet state Alabama is already set\./)
    await keys("-")
    assert.strictEqual(filterOf(registry), "")
    await keys("[")
    assert.deepStrictEqual([filterOf(registry), requests.length], ["state Alabama", 3])
  })

  it("says that a mirror can if the service cannot, with the filter as it is", async () => {
    const { registry, requests, keys } = await opened()
    const refusal = "The service cannot filter by this. A mirror can: press M."
    await keys("3\t\t")
    await keys("\r")
    assert.strictEqual(registry.get(sessionAtom).notification, refusal)
    await keys("\t\t\r")
    await keys("\t\r")
    assert.deepStrictEqual([filterOf(registry), registry.get(sessionAtom).notification], ["state Alabama", refusal])
    assert.strictEqual(requests.length, 2)
    await keys("23\t")
    await keys("\r")
    assert.strictEqual(registry.get(sessionAtom).notification, "There is no filter for month 04.")
  })

  it("has no effect without rows", async () => {
    const { keys, registry } = await opened({ before: () => Effect.never })
    await keys("3")
    await keys("\r")
    assert.strictEqual(registry.get(sessionAtom).notification, "There are no complaints here.")
    assert.strictEqual(registry.get(complaints.insights.positionLabel), "No rows are loaded.")
    for (const key of ["y", "e"]) {
      await keys(key)
      assert.strictEqual(registry.get(sessionAtom).notification, "The chart is empty: No rows are loaded.")
    }
  })
})
