import { assert, describe, it } from "@effect/vitest"
import { CivilDate, type ComplaintInput, readComplaintQuery } from "@public-records/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { inZone, zones } from "../../core/test/timeZones.ts"
import { type Cells, daily, makeMirror, row } from "./mirrors.ts"

/** A mirror with one row for each of the cells. */
const mirrorOf = Effect.fnUntraced(function* (...cells: ReadonlyArray<Cells>) {
  const { file, importText, mirror } = yield* makeMirror
  yield* importText("rows.csv", daily(...cells.map(row)))
  const count = Effect.fnUntraced(function* (input: ComplaintInput) {
    return (yield* mirror.count(yield* readComplaintQuery(input, "local"))).value.records
  })
  return { file, mirror, count }
})

const on = (...days: ReadonlyArray<string>) => days.map((day) => ({ created: `${day} 10:00:00` }))

describe("a list over several days", () => {
  const created = [5, 5, 5, 6, 7, 7, 7, 7].map((day, index) => `2021-07-0${day} 10:00:0${index}`)

  it.effect.each(["asc", "desc"] as const)("has each record once, wherever it begins and ends: %s", (sort) =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf(...created.map((one) => ({ created: one })))
      const expected = sort === "asc" ? created : created.toReversed()
      for (let offset = 0; offset <= created.length; offset++) {
        for (const limit of [1, 2, 3, 4, 7, 8]) {
          const { records } = yield* mirror.records.complaints.page({ sort, offset, limit })
          assert.deepStrictEqual(
            records.map(({ createdDate }) => createdDate),
            expected.slice(offset, offset + limit),
            `${limit} from ${offset}`
          )
        }
      }
    }).pipe(Effect.scoped)
  )
})

describe("a typed filter", () => {
  it.effect("takes yesterday and latest, which follow the clock", () =>
    Effect.gen(function* () {
      const { count } = yield* mirrorOf(...on("2021-07-05", "2021-07-06", "2021-07-07"))
      yield* TestClock.setTime(Date.parse("2021-07-07T16:00:00Z"))
      const both = () => Effect.all([count({ createdDate: "yesterday" }), count({ createdFrom: "yesterday" })])
      assert.deepStrictEqual(yield* both(), [1, 2])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* both(), [1, 1])
      assert.strictEqual(yield* count({ violationTo: "latest" }), 3)
    }).pipe(Effect.scoped)
  )
})

describe("names in a filter", () => {
  it.effect("ignore case, accents, apostrophes and stops, and repeated spaces of a subject", () =>
    Effect.gen(function* () {
      const { count, mirror } = yield* mirrorOf(
        { city: "SAN JOSÉ", subject: "Warranties  & protection plans" },
        { city: "San José", subject: "warranties & protection plans" },
        { city: "San Jose" },
        { city: "Thompson\u2019s station" },
        { city: "THOMPSON'S STATION" },
        { city: "St. Louis" }
      )
      for (const [city, records] of [
        ["san josé", 3],
        ["SAN JOSE\u0301", 3],
        ["San Jose", 3],
        ["Thompson's station", 2],
        ["thompsons Station", 2],
        ["st louis", 1]
      ] as const) {
        assert.strictEqual(yield* count({ city }), records, city)
      }
      const { top } = (yield* mirror.top({ of: "cities" })).value
      assert.deepStrictEqual(
        top.map(({ records }) => records),
        [3, 2, 1]
      )
      for (const city of ["San", "san jos", "San Jose%", "San Jos_", "Jose"]) {
        assert.deepStrictEqual((yield* mirror.count({ city })).value, { records: 0, reports: 0 }, city)
      }
      for (const subject of ["Warranties & Protection plans", "warranties   &  protection plans"]) {
        assert.strictEqual(yield* count({ subject }), 2, subject)
      }
    }).pipe(Effect.scoped)
  )
})

describe("the coverage of a filter", () => {
  it.effect("is that of its days, with the newest day of the mirror", () =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf(...on("2021-07-05", "2021-07-06"))
      const { coverage } = yield* mirror.count({ createdTo: CivilDate.make("2021-07-05") })
      assert.deepStrictEqual([coverage.from, coverage.to, coverage.newest], ["2021-07-05", "2021-07-05", "2021-07-06"])
    }).pipe(Effect.scoped)
  )

  it.effect("goes to the ends that were asked for, also beyond the days of the mirror, as do the days", () =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf(...on("2021-07-05", "2021-07-06", "2021-07-08"))
      const july = (day: string) => CivilDate.make(`2021-07-${day}`)
      const [first, early, one, two, last, late] = [
        july("05"),
        july("04"),
        july("06"),
        july("07"),
        july("08"),
        july("10")
      ]
      const ranges = [
        [{}, [first, last], ["07"], ["05", "06", "08"]],
        [{ from: early, to: late }, [early, late], ["04", "07", "09-10"], ["05", "06", "08"]],
        [{ from: one }, [one, last], ["07"], ["06", "08"]],
        [{ to: one }, [first, one], [], ["05", "06"]],
        [{ from: two, to: two }, [two, two], ["07"], []]
      ] as const
      for (const [range, ends, gaps, days] of ranges) {
        const coverage = yield* mirror.coverage(range)
        assert.deepStrictEqual([coverage.from, coverage.to], [...ends])
        assert.deepStrictEqual(
          coverage.partial.map((day) => day.slice(-2)),
          [...days]
        )
        assert.deepStrictEqual(
          coverage.missing.map(({ from, to }) => (from === to ? from.slice(-2) : `${from.slice(-2)}-${to.slice(-2)}`)),
          [...gaps]
        )
        assert.deepStrictEqual(
          (yield* mirror.days(range)).map(({ day }) => day.slice(-2)),
          [...days]
        )
        const { from: createdFrom, to: createdTo }: { readonly from?: string; readonly to?: string } = range
        const created = yield* mirror.count(yield* readComplaintQuery({ createdFrom, createdTo }, "local"))
        assert.deepStrictEqual(created.coverage, coverage)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("has no day if the mirror is empty, also for the last days", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const none = {
        partial: [],
        missing: [],
        unpublished: [],
        newest: null,
        setAside: 0,
        duplicates: 0,
        lastSync: null
      }
      const empty = { from: null, to: null, complete: 0, readOnce: 0, ...none }
      for (const where of [{}, { days: 5 }]) {
        const { coverage, value } = yield* mirror.count(where)
        assert.deepStrictEqual([coverage, value.records], [empty, 0])
      }
      yield* importText("rows.csv", daily(row()))
      assert.strictEqual((yield* mirror.count({ days: 5 })).value.records, 1)
    }).pipe(Effect.scoped)
  )
})

describe("the numbers near a number", () => {
  it.effect("are those of ten digits, near one of ten digits", () =>
    Effect.gen(function* () {
      const numbers = ["2165550100", "2165550101", "21655501", "216555010299", "+442079460958", "442079460959"]
      const { mirror } = yield* mirrorOf(...numbers.map((number) => ({ number })))
      const near = (typed: string) =>
        Effect.map(
          mirror.number(typed),
          ({ value }) => "neighbors" in value && value.neighbors.map((one) => one.number)
        )
      assert.deepStrictEqual(yield* near("2165550100"), ["2165550101"])
      assert.deepStrictEqual(yield* near("+44 20 7946 0958"), [])
      assert.deepStrictEqual(yield* near("216555010299"), [])
    }).pipe(Effect.scoped)
  )
})

describe("the beginning of numbers", () => {
  it.effect("finds also those that continue with nines", () =>
    Effect.gen(function* () {
      const { count } = yield* mirrorOf({ number: "2169999999" }, { number: "+12169999998" }, { number: "2170000000" })
      assert.strictEqual(yield* count({ number: "216" }), 2)
    }).pipe(Effect.scoped)
  )
})

describe("dates and times", () => {
  it.effect.each(zones)("do not depend on the time zone of the computer: %s", (zone) =>
    Effect.gen(function* () {
      // There is no such time in New York.
      const created = "2021-03-14 02:30:00"
      const { count, mirror } = yield* mirrorOf({ created, called: "2021-03-13 23:30:00" })
      const [found] = yield* Stream.runCollect(mirror.records.complaints.stream({}))
      assert.deepStrictEqual([found?.createdDate, found?.violationDate], [created, "2021-03-13 23:30:00"])
      assert.strictEqual(yield* count({ createdFrom: created, createdTo: created }), 1)
      assert.strictEqual(yield* count({ violationDate: "2021-03-13" }), 1)
      const { value } = yield* mirror.trends({ by: "call-hour", split: "hour" })
      assert.deepStrictEqual(
        value.rows.map(({ key, split }) => [key, split]),
        [[23, 2]]
      )
      assert.strictEqual((yield* mirror.trends({ by: "weekday" })).value.rows[0]?.key, 7)
    }).pipe(Effect.scoped, (test) => inZone(zone, test))
  )
})
