import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inBlocks } from "../src/questions/inBlocks.ts"

/** A list of numbers that is read, and how often it was read. */
const makeList = (size: number) => {
  const state = { numbers: Array.from({ length: size }, (_, index) => index), reads: 0 }
  const page = inBlocks(
    () => String(state.numbers[0]),
    ({ limit, offset }: { readonly limit: number; readonly offset: number; readonly state?: string }) =>
      Effect.sync(() => {
        state.reads += 1
        return { records: state.numbers.slice(offset, offset + limit), total: state.numbers.length }
      })
  )
  return { page, state }
}

describe("pages that follow each other", () => {
  it.effect("have the records of the list, whether or not they overlap, and are read at once", () =>
    Effect.gen(function* () {
      const { page, state } = makeList(25_000)
      for (const step of [500, 499]) {
        state.reads = 0
        for (let offset = 0; offset < 25_500; offset += step) {
          const { records, total } = yield* page({ limit: 500, offset })
          assert.deepStrictEqual(records, state.numbers.slice(offset, offset + 500))
          assert.strictEqual(total, 25_000)
        }
        assert.isBelow(state.reads, 6)
      }
    })
  )

  it.effect("are read one by one if they are those of different lists, or out of order", () =>
    Effect.gen(function* () {
      const { page, state } = makeList(1000)
      yield* page({ limit: 50, offset: 0 })
      yield* page({ limit: 50, offset: 50, state: "Ohio" })
      const { records } = yield* page({ limit: 50, offset: 500 })
      assert.deepStrictEqual([state.reads, records.length], [3, 50])
    })
  )

  it.effect("are those of the new list after it has changed", () =>
    Effect.gen(function* () {
      const { page, state } = makeList(1000)
      yield* page({ limit: 50, offset: 0 })
      yield* page({ limit: 50, offset: 50 })
      state.numbers = state.numbers.map((one) => one + 1000)
      assert.deepStrictEqual((yield* page({ limit: 2, offset: 100 })).records, [1100, 1101])
      assert.deepStrictEqual((yield* page({ limit: 2, offset: 102 })).records, [1102, 1103])
    })
  )
})
