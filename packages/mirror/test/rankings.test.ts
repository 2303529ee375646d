import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { problemOfNumber } from "../src/numbers/NumberSearch.ts"
import { type Cells, daily, makeMirror, row } from "./mirrors.ts"

/** A mirror with one row for each of the cells. */
const mirrorOf = Effect.fnUntraced(function* (cells: ReadonlyArray<Cells>) {
  const { importText, mirror } = yield* makeMirror
  yield* importText("rows.csv", daily(...cells.map(row)))
  return mirror
})

const states = ["Ohio", "Texas", "Iowa", "Utah", "Maine", "Idaho"]

/** Reports of a number, each from another city, or from as many states. */
const reported = (number: string, count: number, isFromStates = false): ReadonlyArray<Cells> =>
  Array.from({ length: count }, (_, index) =>
    isFromStates ? { number, state: states[index] ?? "" } : { number, city: `City ${index}` }
  )

const numberAt = (index: number): string => String(2_165_000_000 + index)

describe("a ranking of numbers", () => {
  it.live("has all that are from enough places, also after many more frequent ones from too few", () =>
    Effect.gen(function* () {
      const frequent = Array.from({ length: 200 }, (_, index) => reported(numberAt(index), 7))
      const spread = [0, 1, 2, 3, 4].map((index) => reported(numberAt(1000 + index), 3, true))
      const mirror = yield* mirrorOf([...frequent, ...spread].flat())
      const { value } = yield* mirror.top({ of: "numbers", places: 2 })
      assert.deepStrictEqual(
        value.top.map((one) => [one.value, one.reports, one.places]),
        [0, 1, 2, 3, 4].map((index) => [numberAt(1000 + index), 3, 3])
      )
      assert.deepStrictEqual([value.omitted.length, value.omitted[199]?.reason], [200, "too few places"])
      const one = yield* mirror.top({ of: "numbers", places: 2, limit: 1 })
      assert.deepStrictEqual([one.value.top.length, one.value.omitted.length], [1, 200])
    }).pipe(Effect.scoped)
  )

  it.live("has as many rows as there are numbers, if so many are asked for", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(Array.from({ length: 21_000 }, (_, index) => ({ number: numberAt(index) })))
      for (const limit of [20_500, 21_000, Number.POSITIVE_INFINITY]) {
        const { value } = yield* mirror.top({ of: "numbers", limit })
        assert.strictEqual(value.top.length, Math.min(limit, 21_000))
      }
    }).pipe(Effect.scoped)
  )

  it.live("counts a number before it is compared, however its complaints are spelled and wherever they are", () =>
    Effect.gen(function* () {
      const [many, most] = ["3305550100", "9165550100"]
      const early = Array.from({ length: 25_000 }, (_, index) => `+1${numberAt(index)}`)
      const cells = [...early, ...early].map((number, index) => ({
        number,
        city: `City ${Math.floor(index / 25_000)}`
      }))
      const spelled = [`+1${most}`, `1${most}`, most].flatMap((number, spelling) =>
        [0, 1].map((city) => ({ number, city: `City ${spelling} ${city}`, created: "2021-07-07 23:00:00" }))
      )
      const mirror = yield* mirrorOf([...cells, ...spelled, ...reported(many, 5)])
      const { value } = yield* mirror.top({ of: "numbers", limit: 3 })
      assert.deepStrictEqual(
        value.top.map((one) => [one.value, one.reports]),
        [
          [most, 6],
          [many, 5],
          [numberAt(0), 2]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.live("has every number that outranks its last row, whatever the number of ranks", () =>
    Effect.gen(function* () {
      // A third is from several places: at most six states, and none.
      const numbers = Array.from({ length: 300 }, (_, index) => {
        const [value, count, isSpread] = [numberAt(index * 7_919), 2 + (index % 60), index % 3 === 0]
        return { value, reports: isSpread ? Math.min(count, 7) : count, isSpread }
      })
      const mirror = yield* mirrorOf(numbers.flatMap((one) => reported(one.value, one.reports, one.isSpread)))
      const expected = numbers
        .filter((one) => one.isSpread && one.reports >= 3)
        .toSorted((left, right) => right.reports - left.reports || (left.value < right.value ? -1 : 1))
      for (const limit of [1, 9, 40, 99]) {
        const { value } = yield* mirror.top({ of: "numbers", limit, places: 3 })
        assert.deepStrictEqual(
          value.top.map((one) => [one.value, one.reports]),
          expected.slice(0, limit).map((one) => [one.value, one.reports])
        )
        const least = expected[limit - 1]?.reports ?? expected.at(-1)?.reports ?? 0
        assert.strictEqual(
          value.omitted.length,
          numbers.filter((one) => one.reports > least && !(one.isSpread && one.reports >= 3)).length
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect("omits what `problemOfNumber` names", () =>
    Effect.gen(function* () {
      const odd = ["1234567890", "0123456789", "0000000000", "9999999999", "2222222222", "1165550100", "2115550100"]
      const more = ["2160550100", "2161550100", "2162000000", "9999999998", "911", "saidpress1", "21655501001"]
      const abroad = ["+6573321194", "+442079460958", "+123456", "+1234567", "+16573321", "+999999999999999"]
      const twice = [...odd, ...more, ...abroad].flatMap((number) => reported(number, 2))
      const mirror = yield* mirrorOf([...twice, { number: "2165550100" }])
      const { value } = yield* mirror.top({ of: "numbers", limit: 100 })
      assert.isAbove(value.top.length, 3)
      for (const one of value.top) assert.isUndefined(problemOfNumber(String(one.value)), String(one.value))
      for (const one of value.omitted) assert.strictEqual(one.reason, problemOfNumber(String(one.value)))
      assert.deepStrictEqual(
        new Set(value.omitted.map(({ reason }) => reason)),
        new Set(["placeholder", "not a number"] as const)
      )
    }).pipe(Effect.scoped)
  )
})

describe("the hour of a complaint", () => {
  it.effect("limits every answer", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf([
        { number: "2165550100", created: "2021-07-07 09:59:59" },
        { number: "2165550101", created: "2021-07-07 10:00:00" },
        { number: "2165550101", created: "2021-07-07 10:59:59", state: "Iowa" }
      ])
      const where = { hour: 10 }
      assert.strictEqual((yield* mirror.count(where)).value.records, 2)
      const { value: numbers } = yield* mirror.top({ of: "numbers", where })
      assert.deepStrictEqual(
        numbers.top.map((one) => [one.value, one.reports]),
        [["2165550101", 2]]
      )
      assert.strictEqual((yield* mirror.number("2165550100", where)).value.reports, 0)
      const { value: trend } = yield* mirror.trends({ by: "state", where })
      assert.deepStrictEqual(
        trend.rows.map(({ key, reports }) => [key, reports]),
        [
          ["Iowa", 1],
          ["Ohio", 1]
        ]
      )
      assert.strictEqual((yield* mirror.records.complaints.page(where)).total, 2)
    }).pipe(Effect.scoped)
  )
})
