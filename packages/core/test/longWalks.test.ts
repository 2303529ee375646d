import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { ComplaintQuery, makePage, walk } from "../src/index.ts"
import { arrivals, numbered } from "./collectWalk.ts"

/** Walks a list that changes with each request. Returns the number of records or the failure. */
const walkOf = (listAt: (n: number) => ReadonlyArray<string>, limit = 2) => {
  let requests = 0
  const readPage = ({ limit, offset }: ComplaintQuery) =>
    Effect.sync(() => {
      const ids = listAt(requests++).slice(offset, offset + limit)
      return makePage({ records: ids.map((id) => ({ id })), rejected: [], ids, offset, total: null })
    })
  const count = Stream.runCount(walk({ ...ComplaintQuery.default, limit }, readPage))
  return Effect.map(Effect.result(count), (result) =>
    result._tag === "Failure" ? result.failure._tag : result.success
  )
}

const initial = numbered(2200)
const afterArrivals = (count: number) => [...arrivals(count), ...initial]

describe("a long walk", () => {
  it.effect("passes 1,000 pages of seen records in a row, and not many more", () =>
    Effect.gen(function* () {
      for (const [arrived, expected] of [
        [1999, 2200],
        [2011, "WalkStalled"]
      ] as const) {
        const list = afterArrivals(arrived)
        assert.strictEqual(yield* walkOf((n) => (n < 1050 ? initial : list)), expected)
      }
    })
  )

  it.effect("passes as many again after a new record", () =>
    Effect.gen(function* () {
      const [first, second] = [afterArrivals(1501), afterArrivals(3002)]
      const list = (n: number) => (n < 1050 ? initial : n < 1830 ? first : second)
      assert.strictEqual(yield* walkOf(list), 2200)
    })
  )
})
