import { assert, describe, it } from "@effect/vitest"
import { CivilDate, type InvalidQuery, readComplaintQuery } from "@public-records/core"
import type { MirrorError } from "@public-records/mirror"
import { Effect } from "effect"
import { type Cells, daily, makeMirror, row } from "./mirrors.ts"

const query = (input: unknown) => readComplaintQuery(input, "local")

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

  it.effect.each(["1234567890", "+44 20 7946 0958"])("%s cannot be another number that lost a digit", (typed) =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ number: "1234567890" }, { number: "+442079460958" })
      const { value } = yield* mirror.number(typed)
      assert.deepStrictEqual("possibly" in value && [value.reports, value.possibly], [1, []])
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

  /** The figures of robocalls from one place. */
  const yes = (count: number) => ({
    reports: count,
    records: count,
    places: 1,
    robocalls: { yes: count, no: 0, unknown: 0 },
    first: "2021-07-07 10:00:00",
    last: "2021-07-07 10:00:00"
  })

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
          { value: "0000000000", reason: "placeholder", ...yes(6) },
          { value: "na", reason: "not a number", ...yes(6) },
          { value: "2165550101", reason: "too few places", ...yes(5) }
        ],
        withoutValue: yes(1)
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
})

describe("trends", () => {
  type Mirror = Effect.Success<ReturnType<typeof mirrorOf>>
  type TrendQuery = Parameters<Mirror["trends"]>[0]
  const trend = (mirror: Mirror, by: TrendQuery["by"], rest: Omit<TrendQuery, "by"> = {}) =>
    Effect.map(mirror.trends({ by, ...rest }), ({ value }) => value.rows)

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
})

describe("each question of a mirror", () => {
  it.effect("reads its filters, and refuses those that ask for the created dates in two ways", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ state: "Ohio" }, { state: "Iowa" })
      const day = CivilDate.make("2021-07-07")
      for (const where of [
        { days: 2, createdDate: day },
        { createdDate: day, createdFrom: day }
      ]) {
        const questions: ReadonlyArray<Effect.Effect<unknown, InvalidQuery | MirrorError>> = [
          mirror.count(where),
          mirror.number("2165550100", where),
          mirror.top({ of: "states", where }),
          mirror.trends({ by: "day", where })
        ]
        for (const question of questions) assert.strictEqual((yield* Effect.flip(question))._tag, "InvalidQuery")
      }
      const unchecked = { state: "Ohio", created_date: '"2021-07-07"' }
      assert.strictEqual((yield* mirror.count({ unchecked })).value.records, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("takes a query that was read for a list, without its page", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf({ state: "Ohio" }, { state: "Iowa" })
      const where = yield* query({ limit: 1, offset: 1 })
      assert.strictEqual((yield* mirror.count(where)).value.records, 2)
    }).pipe(Effect.scoped)
  )
})
