import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { serviceOrder } from "../src/collection/arrangement.ts"
import { noHistory, pushEntry } from "../src/collection/history.ts"
import { emptyStore, missingRows } from "../src/collection/RowStore.ts"
import { complaints } from "../src/complaints/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions, held, offsets, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { serviceSource, settled } from "./terminal.tsx"

afterEach(closeSessions)

describe("loaded rows", () => {
  const valueAtCursor = (registry: AtomRegistry.AtomRegistry, label: string): string | undefined =>
    registry.get(complaints.detail).find((field) => field.label === label)?.text

  it("are sorted by the chosen column, ascending, descending and back, without a request or a moved cursor", async () => {
    const { requests, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jjj")
    const atCursor = registry.get(complaints.detail)
    await typeKeys(registry, "llllS")
    assert.deepInclude(registry.get(complaints.summary), {
      loaded: 50,
      rowCount: 14_034,
      navigableRows: 50,
      arranged: "sorted locally: STATE ▲"
    })
    assert.deepStrictEqual(registry.get(complaints.detail), atCursor)
    await typeKeys(registry, "g")
    assert.strictEqual(valueAtCursor(registry, "STATE"), "Alabama")
    await typeKeys(registry, "S")
    const states = held.complaints.slice(0, 50).map(({ consumerState }) => consumerState ?? "")
    assert.strictEqual(registry.get(complaints.view).cursor, 49)
    await typeKeys(registry, "g")
    assert.strictEqual(valueAtCursor(registry, "STATE"), states.toSorted().at(-1))
    await typeKeys(registry, "GS")
    assert.deepInclude(registry.get(complaints.summary), { navigableRows: 14_034, arranged: "" })
    assert.strictEqual(requests.length, 1)
  })

  it("come last in both directions if they have no value", async () => {
    const { layer } = service()
    const registry = await start(layer)
    for (const keys of ["lllS", "S"]) {
      await typeKeys(registry, `${keys}G`)
      assert.strictEqual(valueAtCursor(registry, "CITY"), "—")
      await typeKeys(registry, "g")
      assert.strictEqual(valueAtCursor(registry, "CITY"), "Springfield")
    }
  })

  it("are searched in the displayed order", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "llllSS/colorado")
    assert.strictEqual(registry.get(complaints.view).cursor, 44)
    assert.strictEqual(registry.get(sessionAtom).notification, '1 of 1 with "colorado" in 50 loaded')
  })

  it("return to the service's order on Esc and x, without a request", async () => {
    const { requests, layer } = service()
    const registry = await start(layer)
    for (const leave of ["escape", "x"]) {
      await typeKeys(registry, "S")
      await (leave === "x" ? typeKeys(registry, "x") : pressNamed(registry, leave))
      assert.strictEqual(registry.get(complaints.summary).arranged, "")
    }
    assert.strictEqual(requests.length, 1)
  })

  it("are all loaded by L, each page once, until Esc stops it", async () => {
    let isStuck = false
    const { requests, layer } = service({
      complaints: fakeComplaints(434),
      before: (count) => (isStuck && count > 4 ? Effect.never : Effect.void)
    })
    const registry = await start(layer, serviceSource)
    assert.strictEqual(registry.get(complaints.remainingCost), "8 more requests")
    isStuck = true
    await typeKeys(registry, "L\r")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.summary).loaded, 200)
    isStuck = false
    await typeKeys(registry, "j")
    assert.strictEqual(requests.length, 5)
    await typeKeys(registry, "L\r")
    await settled()
    assert.strictEqual(registry.get(complaints.summary).loaded, 434)
    assert.deepStrictEqual(offsets(requests).slice(5), [200, 250, 300, 350, 400])
    assert.strictEqual(registry.get(complaints.remainingCost), "0 more requests")
  })
})

describe("filters", () => {
  const filterToOhio = async (registry: AtomRegistry.AtomRegistry): Promise<void> => {
    await typeKeys(registry, "f\t")
    await pressNamed(registry, "right")
    await typeKeys(registry, "\tohio\u0013")
  }

  it("are restored by [ and ] with rows and cursor, without a request", async () => {
    const { requests, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jjjjj")
    await filterToOhio(registry)
    await typeKeys(registry, "jj")
    assert.strictEqual(requests.length, 2)
    await typeKeys(registry, "[")
    assert.strictEqual(registry.get(complaints.summary).filter, "")
    assert.strictEqual(registry.get(complaints.view).cursor, 5)
    assert.strictEqual(registry.get(sessionAtom).notification, "Filter 1 of 2: none")
    await typeKeys(registry, "]")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    assert.strictEqual(registry.get(complaints.view).cursor, 2)
    assert.strictEqual(requests.length, 2)
    await typeKeys(registry, "]")
    assert.strictEqual(registry.get(sessionAtom).notification, "No next filter.")
  })

  it("keep their rows and add no history entry if applied again", async () => {
    const { requests, layer } = service()
    const registry = await start(layer)
    await filterToOhio(registry)
    await typeKeys(registry, "f\u0013")
    assert.strictEqual(requests.length, 2)
    await typeKeys(registry, "[[")
    assert.strictEqual(registry.get(sessionAtom).notification, "No previous filter.")
  })

  it("lose their rows after 20,000 newer ones, but keep the cursor", () => {
    const view = { cursor: 9000, top: 8990, direction: 1 } as const
    const entry = (query: string) => ({
      query,
      store: { ...emptyStore, loaded: 12_000, total: Option.some(90_000) },
      view,
      arrangement: serviceOrder
    })
    const { before } = pushEntry(pushEntry(noHistory, entry("older")), entry("newest"))
    const [newest, older] = before
    assert.strictEqual(newest?.store.loaded, 12_000)
    if (older === undefined) throw new Error("only one entry")
    assert.deepStrictEqual(older.view, view)
    assert.strictEqual(older.store.loaded, 0)
    assert.deepStrictEqual(missingRows(older.store, 8990, 9004, 0), Option.some({ offset: 8950, limit: 50 }))
  })
})

describe("the detail", () => {
  const fieldAtCursor = (registry: AtomRegistry.AtomRegistry, label: string): string | undefined =>
    registry.get(complaints.detail).find((field) => field.label === label)?.text

  it("shows how many loaded rows have the same number", async () => {
    const { layer } = service({ complaints: fakeComplaints(750) })
    const registry = await start(layer)
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), "1 of 50 loaded rows")
    await typeKeys(registry, "L\r")
    await settled()
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), "2 of 750 loaded rows · # next")
    await typeKeys(registry, "10G")
    assert.strictEqual(fieldAtCursor(registry, "FROM"), "—")
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), undefined)
  })

  it("goes to the previous and next record in the displayed order without closing", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "llllSSg\rl")
    assert.strictEqual(registry.get(sessionAtom).panel, "detail")
    assert.strictEqual(registry.get(complaints.view).cursor, 1)
    const states = held.complaints.slice(0, 50).map(({ consumerState }) => consumerState ?? "")
    assert.strictEqual(fieldAtCursor(registry, "STATE"), states.toSorted().at(-2))
    await typeKeys(registry, "h")
    assert.strictEqual(registry.get(complaints.view).cursor, 0)
  })
})
