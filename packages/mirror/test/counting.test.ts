import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Cells, daily, makeMirror, row } from "./mirrors.ts"

/** A mirror with one row for each of the cells. */
const mirrorOf = Effect.fnUntraced(function* (...cells: ReadonlyArray<Cells>) {
  const { importText, mirror } = yield* makeMirror
  yield* importText("rows.csv", daily(...cells.map(row)))
  return mirror
})

/** Returns numbers that begin with `21655501`, and end with 00 and the following. */
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `21655501${String(index).padStart(2, "0")}`)

describe("a day with many complaints", () => {
  const manyRows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      number: String(2_165_000_000 + index),
      city: `City ${index % 7}`,
      state: index % 2 === 0 ? "Ohio" : "Iowa"
    }))

  it.effect.each([1000, 2049])("is counted completely, also if its rows come in pieces: %i", (count) =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...manyRows(count))
      const { value: hours } = yield* mirror.trends({ by: "hour", where: { state: "Ohio" } })
      assert.deepStrictEqual(
        hours.rows.map(({ called, records }) => [called, records]),
        [
          [Math.ceil(count / 2), 0],
          [0, Math.ceil(count / 2)]
        ]
      )
      const { value: numbers } = yield* mirror.top({ of: "numbers", limit: count, where: { state: "Ohio" } })
      assert.strictEqual(numbers.top.length, Math.ceil(count / 2))
    }).pipe(Effect.scoped)
  )
})

describe("a filter over many days", () => {
  it.effect.each([32, 33])("counts every day once: %i days", (count) =>
    Effect.gen(function* () {
      const days = Array.from({ length: count }, (_, day) =>
        new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10)
      )
      const mirror = yield* mirrorOf(...days.map((day) => ({ created: `${day} 10:00:00`, called: `${day} 09:00:00` })))
      const { value } = yield* mirror.count({ state: "Ohio" })
      assert.deepStrictEqual(value, { records: count, reports: count })
    }).pipe(Effect.scoped)
  )
})

describe("a ranking", () => {
  const reported = (number: string, times: number, more: Cells = {}) =>
    Array.from({ length: times }, (_, index) => ({ ...more, number, city: `City ${index}` }))

  it.effect("has ten rows by default", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...numbers(11).map((number) => ({ number })))
      assert.strictEqual((yield* mirror.top({ of: "numbers" })).value.top.length, 10)
      const states = ["Ohio", "Iowa", "Utah", "Texas", "Maine", "Idaho", "Oregon", "Nevada", "Alaska", "Hawaii", "Guam"]
      const other = yield* mirrorOf(...states.map((state) => ({ state })))
      assert.strictEqual((yield* other.top({ of: "states" })).value.top.length, 10)
    }).pipe(Effect.scoped)
  )

  it.effect("has the numbers that are read last, although many others are read before", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 25_000 }, (_, index) => ({ number: String(2_165_000_000 + index) }))
      const last = ["9165550101", "9165550102"]
      const twice = last.flatMap((number) => reported(number, 2, { created: "2021-07-07 23:00:00" }))
      const mirror = yield* mirrorOf(...many, ...reported("2065550100", 9), ...twice)
      for (const where of [{}, { state: "Ohio" as const }]) {
        const { value } = yield* mirror.top({ of: "numbers", limit: 3, where })
        assert.deepStrictEqual(
          value.top.map((one) => one.value),
          ["2065550100", ...last]
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect("has the most reported numbers, although another one has more records", () =>
    Effect.gen(function* () {
      const equal = Array.from({ length: 5 }, () => ({ number: "2165550101" }))
      const mirror = yield* mirrorOf(...equal, ...reported("2165550102", 4), ...reported("2165550103", 3))
      for (const limit of [1, 2, 3]) {
        const { value } = yield* mirror.top({ of: "numbers", limit })
        const expected = ["2165550102", "2165550103", "2165550101"].slice(0, limit)
        assert.deepStrictEqual(
          value.top.map((one) => one.value),
          expected
        )
      }
    }).pipe(Effect.scoped)
  )
})

describe("a scan of many complaints", () => {
  it.effect("counts each once", () =>
    Effect.gen(function* () {
      const of = (number: string, count: number) =>
        Array.from({ length: count }, (_, index) => ({ number, city: `City ${index}` }))
      const mirror = yield* mirrorOf(...of("2165550100", 4000), ...of("2165550101", 3), ...of("2165550102", 2))
      const { value } = yield* mirror.top({ of: "numbers" })
      assert.deepStrictEqual(
        value.top.map(({ records, value: number }) => [number, records]),
        [
          ["2165550100", 4000],
          ["2165550101", 3],
          ["2165550102", 2]
        ]
      )
      assert.deepInclude((yield* mirror.number("216555")).value, { count: 3, records: 4005 })
    }).pipe(Effect.scoped)
  )

  it.effect("counts all texts, also those behind a full-width digit", () =>
    Effect.gen(function* () {
      const texts = Array.from({ length: 2500 }, (_, index) => `\u{FF12}${index}`)
      const mirror = yield* mirrorOf(
        ...texts.map((number) => ({ number })),
        { number: "\u{1F4DE}" },
        { number: "\u{1F4DE}" }
      )
      const { value } = yield* mirror.top({ of: "numbers", limit: 1 })
      assert.strictEqual(value.omitted.length, 2501)
    }).pipe(Effect.scoped)
  )
})

describe("a filter", () => {
  it.effect("of the beginning of numbers leaves out those that lost their last digit", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...["2165550100", "12165550100", "1216555010"].map((number) => ({ number })))
      assert.strictEqual((yield* mirror.count({ number: "216555" })).value.records, 2)
    }).pipe(Effect.scoped)
  )
})
