import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { parseMirrorQuery } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { type Cells, daily, july7, makeMirror, row, writeRealDay } from "./mirrors.ts"

const query = parseMirrorQuery

/** A mirror with one row for each of the cells, from a file without a known name. */
const mirrorOf = Effect.fnUntraced(function* (...cells: ReadonlyArray<Cells>) {
  const { importText, mirror } = yield* makeMirror
  yield* importText("rows.csv", daily(...cells.map(row)))
  return mirror
})

const numbered = ["2165550100", "12165550100", "+12165550100", "1216555010", "2165550101", "2165551100", "2175550100"]

describe("number", () => {
  it.effect("counts every stored form of a number, and shows others that it may be", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        ...numbered.map((number, index) => ({ number, city: `City ${index}` })),
        { number: "2165550100", state: "", area: "", robocall: "N", created: "2021-06-30 08:00:00", subject: "" },
        { number: "2165550100", state: "", area: "", robocall: "", created: "2021-06-30 08:00:00", subject: "" }
      )
      const { coverage, note, value } = yield* mirror.number("(216) 555-0100")
      assert.deepStrictEqual(value, {
        number: "2165550100",
        possibly: ["1216555010"],
        reports: 5,
        records: 5,
        first: "2021-06-30 08:00:00",
        last: "2021-07-07 10:00:00",
        robocalls: { yes: 3, no: 1, unknown: 1 },
        states: [
          { state: "Ohio", reports: 3 },
          { state: null, reports: 2 }
        ],
        areaCodes: [
          { areaCode: "216", reports: 3 },
          { areaCode: null, reports: 2 }
        ],
        subjects: [
          { subject: "Other", reports: 3 },
          { subject: null, reports: 2 }
        ],
        months: [
          { month: "2021-06", reports: 2 },
          { month: "2021-07", reports: 3 }
        ],
        neighbors: [
          { number: "2165550101", reports: 1, records: 1 },
          { number: "2165551100", reports: 1, records: 1 }
        ]
      })
      assert.strictEqual(note, "reported by consumers, not verified")
      assert.deepStrictEqual(
        coverage.partial,
        ["2021-06-30", "2021-07-07"].map((day) => CivilDate.make(day))
      )
      assert.deepStrictEqual(coverage.missing, [
        { from: CivilDate.make("2021-07-01"), to: CivilDate.make("2021-07-06") }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("counts equal complaints once, and shows both counts", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, {}, { city: "Akron" })
      const { value } = yield* mirror.number("2165550100")
      assert.deepStrictEqual([value.reports, value.records], [2, 3])
    }).pipe(Effect.scoped)
  )

  it.effect.each(["1234567890", "+44 20 7946 0958"])("%s cannot be another number that lost a digit", (typed) =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ number: "1234567890" }, { number: "+442079460958" })
      const { value } = yield* mirror.number(typed)
      assert.deepStrictEqual("possibly" in value && [value.reports, value.possibly], [1, []])
    }).pipe(Effect.scoped)
  )

  it.effect("has no date if it was never reported", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({})
      const { value } = yield* mirror.number("9995550100")
      assert.deepStrictEqual("number" in value && [value.reports, value.first, value.last], [0, null, null])
    }).pipe(Effect.scoped)
  )

  it.effect("lists the most reported numbers for the beginning of numbers", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...numbered.map((number, index) => ({ number, city: `City ${index}` })), {
        city: "Akron"
      })
      assert.deepStrictEqual((yield* mirror.number("21655501xx")).value, {
        prefix: "21655501",
        count: 2,
        reports: 5,
        records: 5,
        numbers: [
          { number: "2165550100", reports: 4, records: 4 },
          { number: "2165550101", reports: 1, records: 1 }
        ]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("takes any filter", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({}, { robocall: "N" }, { created: "2021-07-08 00:00:00" })
      const where = yield* query({ robocall: "true", createdTo: "2021-07-07 23:59" })
      assert.strictEqual((yield* mirror.number("2165550100", where)).value.reports, 1)
      const days = yield* mirror.number("2165550100", { days: 1 })
      assert.deepStrictEqual([days.value.reports, days.coverage.from], [1, "2021-07-08"])
    }).pipe(Effect.scoped)
  )

  it.effect("fails for what cannot be a number", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({})
      assert.strictEqual((yield* Effect.flip(mirror.number("abc")))._tag, "InvalidQuery")
      assert.strictEqual((yield* Effect.flip(mirror.count({ number: "x" })))._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )
})

describe("top", () => {
  const places = ["Ohio", "Texas", "Iowa"]
  const rows = [
    ...places.map((state) => ({ number: "2165550100", state })),
    { number: "+12165550100", state: "Utah", created: "2021-07-06 01:00:00", robocall: "N" },
    ...[1, 2, 3, 4, 5].map((city) => ({ number: "2165550101", city: `City ${city}` })),
    ...[1, 2, 3, 4, 5, 6].map((city) => ({ number: "0000000000", city: `City ${city}` })),
    ...[1, 2, 3, 4, 5, 6].map((city) => ({ number: "na", city: `City ${city}` })),
    { number: "2165550102" },
    { number: "2165550102" },
    { number: "" }
  ]

  it.effect("numbers ranks by reports, omits what is no number or from too few places, and says so", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...rows)
      const { value } = yield* mirror.top({ of: "numbers", places: 2, limit: 1 })
      assert.deepStrictEqual(value, {
        top: [
          {
            value: "2165550100",
            reports: 4,
            records: 4,
            places: 4,
            robocalls: { yes: 3, no: 1, unknown: 0 },
            first: "2021-07-06 01:00:00",
            last: "2021-07-07 10:00:00"
          }
        ],
        omitted: [
          { value: "0000000000", reports: 6, reason: "placeholder" },
          { value: "na", reports: 6, reason: "not a number" },
          { value: "2165550101", reports: 5, reason: "too few places" }
        ],
        withoutValue: 1
      })
      const all = yield* mirror.top({ of: "numbers" })
      assert.deepStrictEqual(
        all.value.top.map(({ records, reports, value: number }) => [number, reports, records]),
        [
          ["2165550101", 5, 5],
          ["2165550100", 4, 4],
          ["2165550102", 1, 2]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("ranks other fields, with any filter; cities ignore case and belong to a state", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        { city: "AKRON", area: "330" },
        { city: "Akron" },
        { city: "Akron", number: "" },
        { city: "Akron", state: "Iowa" }
      )
      const values = (of: "cities" | "states" | "subjects" | "area-codes", where = {}) =>
        Effect.map(mirror.top({ of, where }), (answer) =>
          answer.value.top.map(({ reports, value }) => [value, reports])
        )
      assert.deepStrictEqual(yield* values("cities"), [
        [{ city: "Akron", state: "Ohio" }, 3],
        [{ city: "Akron", state: "Iowa" }, 1]
      ])
      assert.deepStrictEqual(yield* values("states", yield* query({ areaCode: "216" })), [
        ["Ohio", 2],
        ["Iowa", 1]
      ])
      assert.deepStrictEqual(yield* values("subjects"), [["Other", 4]])
      assert.deepStrictEqual(yield* values("area-codes", { number: "2165550100" }), [
        ["216", 2],
        ["330", 1]
      ])
    }).pipe(Effect.scoped)
  )
})

describe("trends", () => {
  const rows: ReadonlyArray<Cells> = [
    { created: "2020-12-31 00:10:00", called: "2020-12-30 00:00:00" },
    { created: "2021-01-01 23:10:00", called: "2020-12-30 00:00:01", robocall: "N" },
    { created: "2021-01-04 23:59:59", called: "1969-12-31 23:00:00", state: "", city: "", robocall: "" }
  ]
  const keys: ReadonlyArray<readonly [by: Parameters<typeof trend>[1], keys: ReadonlyArray<unknown>]> = [
    ["day", ["2020-12-31", "2021-01-01", "2021-01-04"]],
    ["week", ["2020-12-28", "2021-01-04"]],
    ["month", ["2020-12", "2021-01"]],
    ["year", ["2020", "2021"]],
    ["weekday", [1, 4, 5]],
    ["hour", [0, 23]],
    ["call-hour", [null, 0, 23]],
    ["state", [null, "Ohio"]],
    ["subject", ["Other"]],
    ["area-code", ["216"]],
    ["city", [null, { city: "Cleveland", state: "Ohio" }]],
    ["robocall", [null, false, true]]
  ]
  type Mirror = Effect.Success<ReturnType<typeof mirrorOf>>
  type TrendQuery = Parameters<Mirror["trends"]>[0]
  const trend = (mirror: Mirror, by: TrendQuery["by"], rest: Omit<TrendQuery, "by"> = {}) =>
    Effect.map(mirror.trends({ by, ...rest }), ({ value }) => value.rows)

  it.effect.each(keys)("by %s", ([by, expected]) =>
    Effect.gen(function* () {
      const found = yield* trend(yield* mirrorOf(...rows), by)
      assert.deepStrictEqual(
        found.map(({ key }) => key),
        expected
      )
      assert.strictEqual(
        found.reduce((sum, { reports }) => sum + reports, 0),
        rows.length
      )
    }).pipe(Effect.scoped)
  )

  it.effect("know calls before 1970", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        { called: "0001-01-01 22:30:00" },
        { called: "1969-12-30 23:59:59" },
        { called: "1969-12-31 00:00:00" },
        { called: "1969-12-31 23:59:59" },
        { called: "1970-01-01 00:00:01" }
      )
      const hours = (from: string, to: string) =>
        Effect.flatMap(query({ violationFrom: from, violationTo: to }), (where) =>
          Effect.map(trend(mirror, "call-hour", { where }), (rows) => rows.map(({ key, records }) => [key, records]))
        )
      assert.deepStrictEqual(yield* hours("1969-12-31", "1969-12-31"), [
        [null, 1],
        [23, 1]
      ])
      assert.deepStrictEqual(yield* hours("1969-12-30 23:59:59", "1970-01-01 00:00:00"), [
        [null, 1],
        [23, 2]
      ])
      assert.deepStrictEqual(yield* hours("0001-01-01", "0001-01-01"), [[22, 1]])
    }).pipe(Effect.scoped)
  )

  it.effect("are the same from roll-ups and from complaints", () =>
    Effect.gen(function* () {
      const { folder, importPaths, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder, july7, 4000)])
      const total = (yield* mirror.count({ state: "Ohio" })).value
      for (const by of ["hour", "call-hour", "area-code", "city", "subject", "weekday"] as const) {
        const found = yield* trend(mirror, by, { split: "robocall", where: { state: "Ohio" } })
        const sum = (field: "reports" | "records") => found.reduce((all, one) => all + one[field], 0)
        assert.deepStrictEqual([by, { records: sum("records"), reports: sum("reports") }], [by, total])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("count only the part of a day that is asked for", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(...rows)
      const where = yield* query({ createdFrom: "2021-01-01 23:10", createdTo: "2021-01-04 23:59:58" })
      assert.deepStrictEqual(yield* trend(mirror, "day", { where }), [
        { key: "2021-01-01", split: null, reports: 1, records: 1 }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("count and find", () => {
  it.effect("agree for every combination of filters", () =>
    Effect.gen(function* () {
      const { folder, importPaths, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder, july7, 4000)])
      const inputs = [
        { city: "akron" },
        { subject: "medical & prescriptions" },
        { state: "New Jersey", city: "clifton", robocall: "true", subject: "other" },
        { areaCode: "216", state: "Ohio", violationDate: "2021-07-07" },
        { number: "315", robocall: "true", createdFrom: "2021-07-07 12:00" },
        { number: "3152328257", state: "Texas" },
        { hour: "12", robocall: "true" },
        { hour: "12", state: "Texas", areaCode: "214" },
        { violationFrom: "2021-07-06 08:00", violationTo: "2021-07-07 10:00", state: "Texas" },
        { createdDate: "2021-07-08" }
      ]
      for (const input of inputs) {
        const where = yield* query(input)
        const found = yield* Stream.runCollect(mirror.find(where))
        const { records, reports } = (yield* mirror.count(where)).value
        assert.deepStrictEqual([input, found.length], [input, records])
        assert.isAtMost(reports, records)
        assert.deepStrictEqual([input, found.length > 0], [input, input !== inputs.at(-1)])
        const reversed = yield* Stream.runCollect(mirror.find(where, { order: "ASC" }))
        assert.deepStrictEqual(reversed.toReversed(), found)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("find returns a part of the list", () =>
    Effect.gen(function* () {
      const { folder, importPaths, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder, july7, 4000)])
      const all = yield* Stream.runCollect(mirror.find({ state: "California" }))
      assert.isAbove(all.length, 300)
      const part = yield* Stream.runCollect(mirror.find({ state: "California" }, { offset: 100, limit: 150 }))
      assert.deepStrictEqual(part, all.slice(100, 250))
    }).pipe(Effect.scoped)
  )

  it.effect("refuse what cannot be asked, with a message for each problem", () =>
    Effect.gen(function* () {
      const input = {
        days: "0",
        state: "Ohoi",
        createdDate: "2021-02-30",
        robocall: "maybe",
        areaCode: "1",
        hour: "24"
      }
      const error = yield* Effect.flip(query(input))
      assert.deepStrictEqual(error.problems.map(({ field }) => field).toSorted(), Object.keys(input).toSorted())
      assert.strictEqual((yield* Effect.flip(query({ days: "2", createdDate: "2021-02-28" }))).problems.length, 1)
    })
  )

  const badDates = [
    [{ createdFrom: "2021-02-30" }, "createdFrom", "is wrong"],
    [{ violationTo: "2021-02-30" }, "violationTo", "is wrong"],
    [{ createdFrom: "2021-02-02", createdTo: "2021-02-01" }, "createdTo", "before it begins"],
    [{ createdDate: "2021-02-01", createdTo: "2021-02-02" }, "createdDate", "one date or for a range"]
  ] as const

  it.effect.each(badDates)("refuse %j with one message", ([input, field, message]) =>
    Effect.gen(function* () {
      const { problems } = yield* Effect.flip(query(input))
      assert.deepStrictEqual(
        problems.map((problem) => problem.field),
        [field]
      )
      assert.include(problems[0]?.rule, message)
    })
  )
})
