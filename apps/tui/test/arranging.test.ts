import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { nextSort, positionAfter, shownRows, sortedRows, sortText } from "../src/collection/localSort.ts"
import { lastChipText, withoutFacets } from "../src/collection/facets.ts"
import { type History, noHistory, pushEntry, stepHistory } from "../src/collection/history.ts"
import { emptyStore, missingRows, type Row, type RowStore } from "../src/collection/RowStore.ts"
import { complaints } from "../src/complaints/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions, held, offsets, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

describe("a local sort order", () => {
  const record = (name: string): Row<string> => ({ _tag: "Record", record: name })
  const rows = [
    record("b"),
    record("A"),
    record("—"),
    record("a"),
    { _tag: "Rejected", reason: "" } as const,
    record("B")
  ]
  const store: RowStore<string> = { ...emptyStore, pages: new Map([[0, rows]]), loaded: rows.length }
  const columns = [{ title: "NAME", width: 5, text: (name: string) => name }]
  const sorted = (direction: "up" | "down") => Option.some({ column: "NAME", direction })

  it("sorts without regard to case, keeps the order of equal values, and has rows without a value last", () => {
    assert.deepStrictEqual(sortedRows(store, sorted("up"), columns), [1, 3, 0, 5, 2, 4])
    assert.deepStrictEqual(sortedRows(store, sorted("down"), columns), [0, 5, 1, 3, 2, 4])
    assert.strictEqual(sortedRows(store, Option.none(), columns), undefined)
  })

  it("sorts another column ascending first", () => {
    const up = { column: "NAME", direction: "up" } as const
    const down = { column: "NAME", direction: "down" } as const
    assert.deepStrictEqual(nextSort(Option.none(), "NAME"), Option.some(up))
    assert.deepStrictEqual(nextSort(Option.some(up), "NAME"), Option.some(down))
    assert.deepStrictEqual(nextSort(Option.some(down), "NAME"), Option.none())
    assert.deepStrictEqual(nextSort(Option.some({ ...down, column: "DATE" }), "NAME"), Option.some(up))
  })

  it("keeps the position of a row, or goes to the first one", () => {
    assert.strictEqual(positionAfter([3, 1], [1, 3], 0), 1)
    assert.strictEqual(positionAfter([3, 1], undefined, 0), 3)
    assert.strictEqual(positionAfter(undefined, [1, 3], 3), 1)
    assert.strictEqual(positionAfter([3, 1], [3, 1], 2), 0)
  })

  it("omits rows that are no longer stored", () => {
    assert.deepStrictEqual(Array.from(shownRows(store, [60, 0])), [[1, record("b")]])
  })

  it("is described by its column and direction", () => {
    assert.strictEqual(sortText(Option.none()), "")
    assert.strictEqual(sortText(sorted("down")), "sorted locally: NAME ▼")
  })
})

describe("chips", () => {
  it("show the last facet and the number of the others", () => {
    assert.strictEqual(lastChipText([], 10), "")
    assert.strictEqual(lastChipText(["a"], 10), "[a]")
    assert.strictEqual(lastChipText(["a", "b", "c"], 10), "+2 [c]")
  })
})

describe("the history", () => {
  const view = { cursor: 0, top: 0, direction: 0 } as const
  const entry = (query: string, loaded = 0) => ({
    narrowed: withoutFacets(query),
    store: { ...emptyStore, loaded },
    view,
    sort: Option.none()
  })

  it("keeps 20,000 rows and 50 entries", () => {
    let history: History<string, never> = noHistory
    for (let number = 1; number <= 51; number++) history = pushEntry(history, entry(String(number), 10_000))
    assert.deepStrictEqual(
      history.before.slice(0, 3).map(({ store }) => store.loaded),
      [10_000, 10_000, 0]
    )
    assert.lengthOf(history.before, 50)
    assert.strictEqual(history.before.at(-1)?.narrowed.query, "2")
  })

  it("goes back and forth, and ends on both sides", () => {
    const first = stepHistory(pushEntry(noHistory, entry("a")), entry("b"), -1)
    assert.strictEqual(first?.entry.narrowed.query, "a")
    assert.strictEqual(stepHistory(noHistory, entry("a"), -1), undefined)
    const second = stepHistory(first?.history ?? noHistory, entry("a"), 1)
    assert.strictEqual(second?.entry.narrowed.query, "b")
    assert.deepStrictEqual(
      second?.history.before.map(({ narrowed }) => narrowed.query),
      ["a"]
    )
    assert.strictEqual(stepHistory(second?.history ?? noHistory, entry("b"), 1), undefined)
  })

  it("forgets the next entries when another one is added", () => {
    const stepped = stepHistory(pushEntry(noHistory, entry("a")), entry("b"), -1)
    const { before, after } = pushEntry(stepped?.history ?? noHistory, entry("a"))
    assert.deepStrictEqual([before.map(({ narrowed }) => narrowed.query), after], [["a"], []])
  })
})

describe("loaded rows", () => {
  const valueAtCursor = (registry: AtomRegistry.AtomRegistry, label: string): string | undefined =>
    registry.get(complaints.detail).find((field) => field.label === label)?.text

  it("are sorted by the chosen column, ascending, descending and back, without a request or a moved cursor", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    await typeKeys(registry, "jjj")
    const atCursor = registry.get(complaints.detail)
    await typeKeys(registry, "llllS")
    assert.deepInclude(registry.get(complaints.summary), {
      loaded: 50,
      rowCount: 14_034,
      navigableRows: 50,
      sorted: "sorted locally: STATE ▲"
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
    assert.deepInclude(registry.get(complaints.summary), { navigableRows: 14_034, sorted: "" })
    assert.strictEqual(requests.length, 1)
  })

  it("come last in both directions if they have no value", async () => {
    const { source } = service()
    const registry = await start(source)
    for (const keys of ["lllS", "S"]) {
      await typeKeys(registry, `${keys}G`)
      assert.strictEqual(valueAtCursor(registry, "CITY"), "—")
      await typeKeys(registry, "g")
      assert.strictEqual(valueAtCursor(registry, "CITY"), "Springfield")
    }
  })

  it("are searched in the displayed order", async () => {
    const { source } = service()
    const registry = await start(source)
    await typeKeys(registry, "llllSS/colorado")
    assert.strictEqual(registry.get(complaints.view).cursor, 44)
    assert.strictEqual(registry.get(sessionAtom).notification, '1 of 1 with "colorado" in 50 loaded')
  })
})

describe("filters", () => {
  const filterToOhio = async (registry: AtomRegistry.AtomRegistry): Promise<void> => {
    await typeKeys(registry, "f\t\t\t\t\t\t\tohio\u0013")
  }

  it("are restored by [ and ] with rows and cursor, without a request", async () => {
    const { requests, source } = service()
    const registry = await start(source)
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

  it("request their first rows only, even if all rows were loading before", async () => {
    let isStuck = true
    const { requests, source } = service({ before: (count) => (isStuck && count > 2 ? Effect.never : Effect.void) })
    const registry = await start(source)
    await typeKeys(registry, "L\r")
    isStuck = false
    await filterToOhio(registry)
    assert.isFalse(registry.get(complaints.isLoadingAll))
    assert.deepStrictEqual(offsets(requests), [0, 50, 100, 0])
  })

  it("keep their rows and add no history entry if applied again", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    await filterToOhio(registry)
    await typeKeys(registry, "f\u0013")
    assert.strictEqual(requests.length, 2)
    await typeKeys(registry, "[[")
    assert.strictEqual(registry.get(sessionAtom).notification, "No previous filter.")
  })

  it("lose their rows after 20,000 newer ones, but keep the cursor", () => {
    const view = { cursor: 9000, top: 8990, direction: 1 } as const
    const entry = (query: string) => ({
      narrowed: withoutFacets(query),
      store: { ...emptyStore, loaded: 12_000, total: Option.some(90_000) },
      view,
      sort: Option.none()
    })
    const { before } = pushEntry(pushEntry(noHistory, entry("older")), entry("newest"))
    const [newest, older] = before
    assert.strictEqual(newest?.store.loaded, 12_000)
    if (older === undefined) throw new Error("only one entry")
    assert.deepStrictEqual(older.view, view)
    assert.deepInclude(older.store, { loaded: 0, total: Option.some(90_000) })
    assert.deepStrictEqual(missingRows(older.store, 8990, 9004, 0), Option.some({ offset: 8950, limit: 50 }))
  })
})

describe("the detail", () => {
  const fieldAtCursor = (registry: AtomRegistry.AtomRegistry, label: string): string | undefined =>
    registry.get(complaints.detail).find((field) => field.label === label)?.text

  it("shows how many loaded rows have the same number", async () => {
    const { source } = service({ complaints: fakeComplaints(750) })
    const registry = await start(source)
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), "1 of 50 loaded rows")
    await typeKeys(registry, "L\r")
    await settled()
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), "2 of 750 loaded rows · # next")
    await typeKeys(registry, ":go to row\r10\r")
    assert.strictEqual(fieldAtCursor(registry, "FROM"), "—")
    assert.strictEqual(fieldAtCursor(registry, "SAME NUMBER"), undefined)
  })

  it("goes to the previous and next record in the displayed order without closing", async () => {
    const { source } = service()
    const registry = await start(source)
    await typeKeys(registry, "llllSSg\rl")
    assert.strictEqual(registry.get(sessionAtom).panel, "detail")
    assert.strictEqual(registry.get(complaints.view).cursor, 1)
    const states = held.complaints.slice(0, 50).map(({ consumerState }) => consumerState ?? "")
    assert.strictEqual(fieldAtCursor(registry, "STATE"), states.toSorted().at(-2))
    await typeKeys(registry, "h")
    assert.strictEqual(registry.get(complaints.view).cursor, 0)
  })
})
