import { assert, describe, it } from "@effect/vitest"
import type { Page } from "@public-records/core"
import { Option } from "effect"
import {
  emptyStore,
  firstMissing,
  rowCountOf,
  isRowCountKnown,
  loadedRows,
  missingRows,
  remainingRequests,
  rowAt,
  type RowRequest,
  type RowStore,
  withPage
} from "../src/collection/RowStore.ts"
import { startOfWindow, windowAt, windowByPages } from "../src/collection/RowWindow.ts"

const answer = (request: RowRequest, received: number, total: number | null): Page<number> => ({
  records: Array.from({ length: received }, (_, index) => request.offset + index),
  rejected: [],
  offset: request.offset,
  received,
  nextOffset: received === 0 ? null : request.offset + received,
  total
})

const loaded = (
  store: RowStore<number>,
  offset: number,
  received = 50,
  total: number | null = 1000,
  limit = 50
): RowStore<number> => {
  const request = { offset, limit }
  return withPage(store, request, answer(request, received, total))
}

describe("the row store", () => {
  it("requests the first page first", () => {
    assert.deepStrictEqual(missingRows(emptyStore, 0, 20, 20), Option.some({ offset: 0, limit: 50 }))
  })

  it("prefetches rows in the direction of movement, once", () => {
    const store = loaded(emptyStore, 0)
    assert.deepStrictEqual(missingRows(store, 0, 20, 20), Option.none())
    assert.deepStrictEqual(missingRows(store, 12, 32, 20), Option.some({ offset: 50, limit: 50 }))
    assert.deepStrictEqual(missingRows(loaded(store, 50), 12, 32, 20), Option.none())
    const jumped = loaded(emptyStore, 500)
    assert.deepStrictEqual(missingRows(jumped, 510, 530, 0), Option.none())
    assert.deepStrictEqual(missingRows(jumped, 510, 530, -20), Option.some({ offset: 450, limit: 50 }))
    assert.deepStrictEqual(missingRows(store, 5, 25, -20), Option.none())
  })

  it("ends at the first offset at which a response was empty, also after a later one", () => {
    const end = loaded(emptyStore, 100, 0, null)
    assert.strictEqual(rowCountOf(end), 100)
    assert.strictEqual(rowCountOf(loaded(end, 150, 0, null)), 100)
    assert.strictEqual(rowCountOf(loaded(end, 50, 0, null)), 50)
  })

  it("leaves gaps after a jump and requests the rows between when the window reaches them", () => {
    const store = loaded(loaded(emptyStore, 0), 950)
    assert.strictEqual(store.loaded, 100)
    assert.strictEqual(rowAt(store, 500), undefined)
    assert.deepStrictEqual(missingRows(store, 980, 1000, 20), Option.none())
    assert.deepStrictEqual(missingRows(store, 900, 920, 20), Option.some({ offset: 900, limit: 50 }))
    assert.deepStrictEqual([...loadedRows(store)].at(-1), [999, { _tag: "Record", record: 999 }])
  })

  it("requests visible rows before rows ahead", () => {
    const store = loaded(emptyStore, 0)
    assert.deepStrictEqual(missingRows(store, 45, 65, 200), Option.some({ offset: 50, limit: 50 }))
  })

  it("accepts short pages", () => {
    const clamped = loaded(emptyStore, 0, 20)
    assert.deepStrictEqual(missingRows(clamped, 10, 30, 0), Option.some({ offset: 20, limit: 30 }))
    const more = loaded(clamped, 20, 20, 1000, 30)
    assert.deepStrictEqual(rowAt(more, 39), { _tag: "Record", record: 39 })
    assert.deepStrictEqual(missingRows(more, 10, 30, 0), Option.some({ offset: 40, limit: 10 }))
  })

  it("replaces rows that are requested again", () => {
    const store = loaded(loaded(emptyStore, 0), 20, 10, 1000, 30)
    assert.strictEqual(store.loaded, 30)
    assert.deepStrictEqual(rowAt(store, 29), { _tag: "Record", record: 29 })
    assert.strictEqual(loaded(store, 0).loaded, 50)
    assert.strictEqual(loaded(loaded(loaded(emptyStore, 0), 50), 70, 10, 1000, 30).loaded, 80)
  })

  it("ignores rows beyond the requested ones", () => {
    assert.strictEqual(loaded(emptyStore, 0, 60).loaded, 50)
  })

  it("requests no rows beyond the last one", () => {
    for (const total of [60, null]) {
      assert.deepStrictEqual(missingRows(loaded(emptyStore, 0, 50, total), 30, 50, 100), Option.none())
    }
  })

  it("returns its rows in order, whichever page was loaded first", () => {
    const rows = [...loadedRows(loaded(loaded(emptyStore, 950), 0))]
    assert.deepStrictEqual(
      rows.map(([index]) => index),
      [...Array.from({ length: 50 }, (_, index) => index), ...Array.from({ length: 50 }, (_, index) => 950 + index)]
    )
  })

  it("stores rejected records as rows, so that offsets stay correct", () => {
    const page: Page<number> = {
      records: [1],
      rejected: [{ reason: "no id", raw: {} }],
      offset: 0,
      received: 2,
      nextOffset: 2,
      total: 2
    }
    const store = withPage(emptyStore, { offset: 0, limit: 50 }, page)
    assert.deepStrictEqual(rowAt(store, 1), { _tag: "Rejected", reason: "no id" })
    assert.strictEqual(rowCountOf(store), 2)
  })
})

describe("the row count", () => {
  it("is one more than the loaded rows until a total or an empty page is known", () => {
    const store = loaded(emptyStore, 0, 50, null)
    assert.isFalse(isRowCountKnown(store))
    assert.strictEqual(rowCountOf(store), 51)
    const ended = loaded(store, 50, 0, null)
    assert.isTrue(isRowCountKnown(ended))
    assert.strictEqual(rowCountOf(ended), 50)
    assert.deepStrictEqual(missingRows(ended, 30, 50, 20), Option.none())
  })

  it("follows the loaded rows if the reported total is wrong", () => {
    assert.strictEqual(rowCountOf(loaded(emptyStore, 0, 50, 7)), 50)
    const tooLarge = loaded(loaded(emptyStore, 0, 50, 90), 50, 0, 90)
    assert.strictEqual(rowCountOf(tooLarge), 50)
  })

  it("stays known if only one of the responses has a total, and is the last one that was reported", () => {
    const first = loaded(loaded(emptyStore, 0, 50, 120), 50, 50, null)
    assert.deepStrictEqual([rowCountOf(first), isRowCountKnown(first)], [120, true])
    const last = loaded(loaded(emptyStore, 0, 50, null), 50, 50, 120)
    assert.deepStrictEqual([rowCountOf(last), isRowCountKnown(last)], [120, true])
    assert.strictEqual(rowCountOf(loaded(first, 100, 20, 130)), 130)
  })
})

describe("the number of stored pages", () => {
  const page = Array.from({ length: 50 }, (_, record) => ({ _tag: "Record" as const, record }))
  const withPages = (count: number, total: number): RowStore<number> => ({
    ...emptyStore,
    pages: new Map(Array.from({ length: count }, (_, number) => [number, page])),
    total: Option.some(total),
    loaded: count * 50
  })

  it("is at most 1,000, so that further rows are not requested", () => {
    assert.deepStrictEqual(firstMissing(withPages(999, 100_000)), Option.some({ offset: 49_950, limit: 50 }))
    assert.deepStrictEqual(firstMissing(withPages(1000, 100_000)), Option.none())
  })

  it("limits the requests for the missing rows", () => {
    assert.deepStrictEqual(remainingRequests(loaded(emptyStore, 0, 50, null)), Option.none())
    assert.deepStrictEqual(remainingRequests(loaded(emptyStore, 0, 20, 100)), Option.some({ requests: 2, isAll: true }))
    assert.deepStrictEqual(remainingRequests(withPages(998, 50_000)), Option.some({ requests: 2, isAll: true }))
    assert.deepStrictEqual(remainingRequests(withPages(998, 50_001)), Option.some({ requests: 2, isAll: false }))
    assert.deepStrictEqual(remainingRequests(withPages(1000, 100_000)), Option.some({ requests: 0, isAll: false }))
  })

  it("is limited: pages far from the cursor are discarded and no longer counted", () => {
    let store: RowStore<number> = emptyStore
    for (let page = 0; page < 1010; page++) store = loaded(store, page * 50, 50, 100_000)
    assert.strictEqual(store.loaded, 50_000)
    assert.strictEqual(rowAt(store, 0), undefined)
    assert.isDefined(rowAt(store, 1009 * 50))
    const back = loaded(store, 0, 50, 100_000)
    assert.isDefined(rowAt(back, 0))
    assert.isDefined(rowAt(back, 10 * 50))
    assert.strictEqual(rowAt(back, 1009 * 50), undefined)
    const middle = loaded(back, 1200 * 50, 50, 100_000)
    assert.strictEqual(rowAt(middle, 0), undefined)
    assert.isDefined(rowAt(middle, 1008 * 50))
  })
})

describe("the window", () => {
  it("has no direction after a movement by more than two windows", () => {
    assert.strictEqual(windowAt(startOfWindow, 20, 100, 10).direction, 1)
    assert.strictEqual(windowAt(startOfWindow, 21, 100, 10).direction, 0)
  })

  it("follows the cursor and stays inside the result", () => {
    assert.deepStrictEqual(windowAt(startOfWindow, 14_033, 14_034, 14), { cursor: 14_033, top: 14_020, direction: 0 })
    assert.deepStrictEqual(windowAt({ cursor: 5, top: 0, direction: 0 }, -3, 100, 10), {
      cursor: 0,
      top: 0,
      direction: -1
    })
    assert.deepStrictEqual(windowAt(startOfWindow, 3, 0, 10), startOfWindow)
    assert.deepStrictEqual(windowByPages({ cursor: 3, top: 0, direction: 0 }, 1, 100, 10), {
      cursor: 12,
      top: 9,
      direction: 1
    })
    assert.deepStrictEqual(windowByPages({ cursor: 95, top: 90, direction: 1 }, 1, 100, 10), {
      cursor: 99,
      top: 90,
      direction: 1
    })
  })
})
