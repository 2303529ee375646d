import { assert, describe, it } from "@effect/vitest"
import { parseMirrorQuery } from "@public-records/mirror"
import { Effect } from "effect"
import { scanNumbers } from "../src/answers/numberScan.ts"
import { conditionsOf } from "../src/reading/Conditions.ts"
import { Database } from "../src/store/Database.ts"
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

describe("a place", () => {
  it.effect("is a pair of state and area code", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, { area: "330" }, { state: "Iowa" }, { city: "Akron" })
      for (const of of ["numbers", "subjects"] as const) {
        assert.deepInclude((yield* mirror.top({ of })).value.top[0], { reports: 4, places: 3 })
      }
      const three = yield* mirror.top({ of: "numbers", places: 3 })
      const four = yield* mirror.top({ of: "numbers", places: 4 })
      assert.deepStrictEqual([three.value.top.length, four.value.top.length], [1, 0])
      assert.deepInclude(four.value.omitted[0], { value: "2165550100", reports: 4, reason: "too few places" })
    }).pipe(Effect.scoped)
  )
})

describe("equal complaints", () => {
  it.effect("count once in every part of an answer except the records", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, {}, { robocall: "N" }, { number: "" }, { number: "" })
      const { value } = yield* mirror.number("2165550100")
      assert.deepInclude(value, { reports: 2, records: 3, robocalls: { yes: 1, no: 1, unknown: 0 } })
      const prefix = yield* mirror.number("216")
      assert.deepInclude(prefix.value, { count: 1, reports: 2, records: 3 })
      const top = yield* mirror.top({ of: "numbers" })
      assert.deepInclude(top.value.withoutValue, { reports: 1, records: 2, robocalls: { yes: 1, no: 0, unknown: 0 } })
      assert.deepStrictEqual(top.value.top[0]?.robocalls, { yes: 1, no: 1, unknown: 0 })
      const other = yield* mirrorOf({ state: "" }, { state: "" }, {})
      assert.strictEqual((yield* other.top({ of: "states" })).value.withoutValue.reports, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("count in both columns of a trend", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, {}, { robocall: "N" })
      assert.deepStrictEqual((yield* mirror.trends({ by: "robocall" })).value.rows, [
        { key: false, split: null, reports: 1, records: 1 },
        { key: true, split: null, reports: 1, records: 2 }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("a day with many complaints", () => {
  const manyRows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      number: String(2_165_000_000 + index),
      city: `City ${index % 7}`,
      state: index % 2 === 0 ? "Ohio" : "Iowa"
    }))

  it.effect.each([999, 1000, 1001, 2000, 2001])("is counted whole, although in parts: %i", (count) =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...manyRows(count))
      // No roll-up has both the hour and the state.
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
  it.effect.each([31, 32, 33, 65])("counts every day once: %i days", (count) =>
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

describe("the numbers with some first digits", () => {
  it.effect("are read with progress", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      const numbers = Array.from({ length: 2500 }, (_, index) => `216555${String(index * 4).padStart(4, "0")}`)
      yield* importText("rows.csv", daily(...numbers.map((number) => row({ number }))))
      const db = new Database(file, { readOnly: true, timeout: 0 })
      const steps = scanNumbers(db, conditionsOf(db, {}), "216555", "count(*) as records", () => undefined)
      const shares = Array.from(steps, (share) => share?.toFixed(1))
      db.close()
      assert.deepStrictEqual(shares, ["0.4", "0.8", undefined])
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

  it.effect("has the numbers that are read last, although the less frequent ones of many are forgotten", () =>
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

  it.effect("omits what outranks the last row, but not what has as many reports", () =>
    Effect.gen(function* () {
      const omitted = [...reported("na", 3), ...reported("0000000000", 4)]
      // Equal complaints are one report.
      const mirror = yield* mirrorOf(...reported("2165550100", 3), ...omitted, ...omitted)
      const { value } = yield* mirror.top({ of: "numbers", limit: 1 })
      assert.deepStrictEqual(
        value.omitted.map(({ reason, records, reports, value: number }) => [number, reports, records, reason]),
        [["0000000000", 4, 8, "placeholder"]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("has the first of the numbers with as many reports, whatever their number of records", () =>
    Effect.gen(function* () {
      const equal = { number: "2165550103", city: "Akron" }
      const mirror = yield* mirrorOf(
        equal,
        equal,
        { number: "2165550103", city: "Parma" },
        ...reported("2165550102", 2),
        ...reported("2165550101", 2)
      )
      const { value } = yield* mirror.top({ of: "numbers", limit: 1 })
      assert.strictEqual(value.top[0]?.value, "2165550101")
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

  it.effect("has the most reported number of those that match the filters, with each stored form of a number", () =>
    Effect.gen(function* () {
      const texans = Array.from({ length: 4 }, (_, index) => ({ state: "Texas", city: `City ${index}` }))
      const mirror = yield* mirrorOf(
        ...reported("2165550101", 2),
        ...reported("2165550102", 1),
        { number: "+12165550102", city: "Akron" },
        { number: "12165550102", city: "Parma" },
        ...texans
      )
      const { value } = yield* mirror.top({ of: "numbers", limit: 1, where: { state: "Ohio" } })
      assert.deepStrictEqual(
        value.top.map(({ reports, value: number }) => [number, reports]),
        [["2165550102", 3]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("counts the reports without a number that match the filters", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, { number: "" }, { number: "", state: "Iowa" })
      const top = yield* mirror.top({ of: "numbers", where: { city: "Cleveland", robocall: true } })
      assert.deepStrictEqual([top.value.withoutValue.reports, top.value.omitted], [2, []])
      const none = yield* mirror.top({ of: "numbers", where: { robocall: false } })
      assert.deepInclude(none.value.withoutValue, { reports: 0, first: "", last: "" })
    }).pipe(Effect.scoped)
  )
})

describe("a trend", () => {
  it.effect("names its dimensions, and is in the order of both", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ state: "Texas" }, { state: "Iowa", robocall: "N" }, { state: "Iowa" })
      const alone = (yield* mirror.trends({ by: "state" })).value
      assert.deepStrictEqual([alone.by, alone.split], ["state", null])
      const both = (yield* mirror.trends({ by: "robocall", split: "state" })).value
      assert.strictEqual(both.split, "state")
      assert.deepStrictEqual(
        both.rows.map(({ key, split }) => [key, split]),
        [
          [false, "Iowa"],
          [true, "Iowa"],
          [true, "Texas"]
        ]
      )
    }).pipe(Effect.scoped)
  )
})

describe("the first and the last report", () => {
  it.effect("are times of a complaint, also if the last day has only early ones", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        ...["2021-07-05 10:00:00", "2021-07-06 23:00:00", "2021-07-07 01:00:00"].map((created) => ({ created }))
      )
      const dates = { first: "2021-07-05 10:00:00", last: "2021-07-07 01:00:00" }
      assert.deepInclude((yield* mirror.top({ of: "states" })).value.top[0], dates)
      assert.deepInclude((yield* mirror.number("2165550100")).value, dates)
    }).pipe(Effect.scoped)
  )
})

describe("values with as many reports", () => {
  it.effect("are in their own order", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ state: "Texas" }, { state: "Iowa" }, { state: "Ohio" })
      const { value } = yield* mirror.number("2165550100")
      assert.deepStrictEqual("states" in value && value.states.map(({ state }) => state), ["Iowa", "Ohio", "Texas"])
    }).pipe(Effect.scoped)
  )
})

describe("the numbers near a number", () => {
  it.effect("are those that share the most digits, then the most reported, and at most 20", () =>
    Effect.gen(function* () {
      const many = numbers(22).map((number) => ({ number }))
      const far = ["Akron", "Parma", "Toledo"].map((city) => ({ number: "2165559900", city }))
      const mirror = yield* mirrorOf(...far, { number: "2165550109", city: "Akron" }, ...many)
      const { value } = yield* mirror.number("2165550100")
      const near = "neighbors" in value ? value.neighbors.map(({ number }) => number) : []
      assert.deepStrictEqual(near, [
        "2165550109",
        ...numbers(22).filter((one, index) => index > 0 && index < 21 && one !== "2165550109")
      ])
      const few = yield* mirrorOf(...far, ...numbers(3).map((number) => ({ number })))
      const found = (yield* few.number("2165550100")).value
      assert.deepStrictEqual("neighbors" in found && found.neighbors.map(({ number }) => number), [
        ...numbers(3).slice(1),
        "2165559900"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("match the filters", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, { number: "2165550101", robocall: "N" })
      const near = (robocall: boolean) =>
        Effect.map(mirror.number("2165550100", { robocall }), ({ value }) => "neighbors" in value && value.neighbors)
      assert.deepStrictEqual(yield* near(true), [])
      assert.deepStrictEqual(yield* near(false), [{ number: "2165550101", reports: 1, records: 1 }])
    }).pipe(Effect.scoped)
  )
})

describe("the numbers that begin with some digits", () => {
  it.effect("are all counted, and 50 are listed", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...numbers(51).map((number) => ({ number })))
      const { value } = yield* mirror.number("21655501")
      assert.deepStrictEqual("prefix" in value && [value.count, value.numbers.length], [51, 50])
    }).pipe(Effect.scoped)
  )
})

describe("a scan of many complaints", () => {
  it.effect("counts each once, on both sides of the border of a piece", () =>
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

  it.effect("of a number reads every day, also after a gap of 200 days", () =>
    Effect.gen(function* () {
      const days = ["2021-01-01", "2021-07-19", "2021-07-20", "2021-07-21"]
      const mirror = yield* mirrorOf(...days.map((day) => ({ created: `${day} 10:00:00` })))
      const { value } = yield* mirror.number("2165550100")
      assert.strictEqual(value.reports, 4)
    }).pipe(Effect.scoped)
  )
})

describe("a filter", () => {
  it.effect(
    "of unknown robocalls, of a subject in any letter case, of an hour, or of the last second of a day finds complaints",
    () =>
      Effect.gen(function* () {
        const mirror = yield* mirrorOf(
          { robocall: "" },
          { robocall: "N" },
          { robocall: "N", created: "2021-07-07 23:59:59" }
        )
        const count = (input: Parameters<typeof parseMirrorQuery>[0]) =>
          Effect.gen(function* () {
            return (yield* mirror.count(yield* parseMirrorQuery(input))).value.records
          })
        assert.strictEqual(yield* count({ robocall: "unknown" }), 1)
        assert.strictEqual(yield* count({ robocall: "false" }), 2)
        assert.strictEqual(yield* count({ subject: "OTHER" }), 3)
        assert.strictEqual(yield* count({ hour: "10" }), 2)
        assert.strictEqual(yield* count({ hour: "23", state: "Ohio", robocall: "false" }), 1)
        assert.strictEqual(yield* count({ hour: "0" }), 0)
        assert.strictEqual(yield* count({ createdTo: "2021-07-07" }), 3)
        assert.strictEqual(yield* count({ createdTo: "2021-07-07 23:59:58" }), 2)
      }).pipe(Effect.scoped)
  )

  it.effect("of calls from a time on, or until one, counts the part of that day", () =>
    Effect.gen(function* () {
      const times = ["2021-07-05 08:00:00", "2021-07-06 09:00:00", "2021-07-06 10:00:00"]
      const mirror = yield* mirrorOf(...times.map((called) => ({ called })))
      const counts = { violationFrom: "2021-07-06 09:30:00", violationTo: "2021-07-06 09:30:00" }
      for (const [end, time] of Object.entries(counts)) {
        const where = yield* parseMirrorQuery({ [end]: time })
        const expected = end === "violationFrom" ? 1 : 2
        assert.strictEqual((yield* mirror.count(where)).value.records, expected)
        assert.strictEqual((yield* mirror.trends({ by: "subject", where })).value.rows[0]?.records, expected)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("of the beginning of numbers leaves out those that lost their last digit", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...["2165550100", "12165550100", "1216555010"].map((number) => ({ number })))
      assert.strictEqual((yield* mirror.count({ number: "216555" })).value.records, 2)
    }).pipe(Effect.scoped)
  )
})
