import { CivilDate, ComplaintQuery, readComplaintQuery } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { dayRangeOf, daysIn, daysWithRecords, missingDays, queryDays, splitAfter, withinDays } from "../src/days.ts"
import { inZone, zones } from "../../core/test/timeZones.ts"

const range = (from: string, to: string) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })
const query = (input: Parameters<typeof ComplaintQuery.fromInput>[0]) => Effect.orDie(ComplaintQuery.fromInput(input))

/** Counts one record for each of these days in a query's range, and the number of queries. */
const counterOf = (...held: ReadonlyArray<string>) => {
  let queries = 0
  const countOf = (part: ComplaintQuery) =>
    Effect.sync(() => {
      queries++
      const { from, to } = dayRangeOf(part) ?? range("0001-01-01", "0001-01-01")
      return Option.some(held.filter((day) => from <= day && day <= to).length)
    })
  return { countOf, queries: () => queries }
}

describe("a range of days", () => {
  it.effect("is known for queries whose created dates are whole days", () =>
    Effect.gen(function* () {
      const july = range("2021-07-01", "2021-07-31")
      const day = yield* query({ createdDate: "2021-07-07" })
      const inOhio = yield* query({ createdFrom: "2021-07-01", createdTo: "2021-07-31", state: "Ohio" })
      const fromNine = yield* query({ createdFrom: "2021-07-01 09:00:00", createdTo: "2021-07-31" })
      assert.deepStrictEqual(dayRangeOf(day), range("2021-07-07", "2021-07-07"))
      assert.deepStrictEqual(dayRangeOf(inOhio), july)
      assert.isUndefined(dayRangeOf(fromNine))
      assert.isUndefined(dayRangeOf(yield* query({ state: "Ohio" })))
      assert.isUndefined(dayRangeOf(ComplaintQuery.default))
    })
  )

  it.effect("is known beside filters that only a mirror has, unless an end is missing", () =>
    Effect.gen(function* () {
      const days = { createdFrom: "2021-07-01", createdTo: "2021-07-31" }
      for (const [input, found] of [
        [{ ...days, subject: "Other", hour: 9 }, range("2021-07-01", "2021-07-31")],
        [{ createdDate: "2021-07-07", number: "216" }, range("2021-07-07", "2021-07-07")],
        [{ createdFrom: "2021-07-01" }, undefined],
        [{ createdTo: "2021-07-31" }, undefined],
        [{ days: 3 }, undefined]
      ] as const) {
        assert.deepStrictEqual(dayRangeOf(yield* readComplaintQuery(input, "local")), found, JSON.stringify(input))
      }
    })
  )

  it("counts its days, leap days included", () => {
    assert.strictEqual(daysIn(range("2024-02-28", "2024-03-01")), 3)
    assert.strictEqual(daysIn(range("2024-02-28", "2024-02-28")), 1)
    assert.strictEqual(daysIn(undefined), 0)
  })

  it.effect("has the same days wherever this process runs, also if a day has 23 or 25 hours there", () =>
    Effect.gen(function* () {
      const asked = yield* query({ createdFrom: "2021-03-13", createdTo: "2021-03-15", sort: "ASC" })
      for (const zone of zones) {
        const found = Effect.sync(() => ({
          days: queryDays(asked, range("2021-03-13", "2021-03-15")).map(({ day }) => String(day)),
          counts: [daysIn(range("2021-03-01", "2021-03-31")), daysIn(range("2021-11-01", "2021-11-30"))],
          missing: missingDays(["2021-03-13", "2021-03-15", "2021-03-16"])
        }))
        assert.deepStrictEqual(yield* inZone(zone, found), {
          days: ["2021-03-13", "2021-03-14", "2021-03-15"],
          counts: [31, 30],
          missing: [range("2021-03-14", "2021-03-14")]
        })
      }
    })
  )

  it("is split after a day inside, before or after it", () => {
    const july = range("2021-07-01", "2021-07-31")
    const until = (day: string) => splitAfter(july, CivilDate.make(day))
    assert.deepStrictEqual(until("2021-07-30"), {
      until: range("2021-07-01", "2021-07-30"),
      after: range("2021-07-31", "2021-07-31")
    })
    assert.deepStrictEqual(until("2021-07-01"), {
      until: range("2021-07-01", "2021-07-01"),
      after: range("2021-07-02", "2021-07-31")
    })
    assert.deepStrictEqual(until("2021-07-31"), { until: july, after: undefined })
    assert.deepStrictEqual(until("2021-06-30"), { until: undefined, after: july })
  })

  it.effect("lists its days in the query's order, each with the query's other filters", () =>
    Effect.gen(function* () {
      const newestFirst = yield* query({ createdFrom: "2021-06-30", createdTo: "2021-07-01", areaCode: "614" })
      const days = queryDays(newestFirst, range("2021-06-30", "2021-07-01"))
      assert.deepStrictEqual(
        days.map(({ day, query }) => `${day} is ${query.createdFrom} to ${query.createdTo} in ${query.areaCode}`),
        ["2021-07-01 is 2021-07-01 to 2021-07-01 in 614", "2021-06-30 is 2021-06-30 to 2021-06-30 in 614"]
      )
    })
  )

  it.effect("restricts a query for one day, and a query for all days", () =>
    Effect.gen(function* () {
      const july = range("2021-07-01", "2021-07-31")
      const oneDay = yield* query({ createdDate: "2021-07-07" })
      const month = withinDays(oneDay, july)
      assert.deepStrictEqual(dayRangeOf(month), july)
      assert.deepStrictEqual(yield* readComplaintQuery(month, "service"), month)
      assert.deepStrictEqual(dayRangeOf(withinDays(ComplaintQuery.default, july)), july)
    })
  )
})

describe("daysWithRecords", () => {
  it.effect("finds each day with records, first and last included, with few queries", () =>
    Effect.gen(function* () {
      const years = range("2015-01-01", "2026-11-20")
      const asked = yield* query({ createdFrom: years.from, createdTo: years.to, sort: "ASC" })
      const held = ["2015-01-01", "2021-07-07", "2021-07-08", "2026-11-20"]
      const { countOf, queries } = counterOf(...held)
      const days = yield* daysWithRecords(asked, years, countOf)
      assert.deepStrictEqual(
        days.map(({ day }) => day),
        held
      )
      assert.isBelow(queries(), 100)
    })
  )

  it.effect("keeps the query's order, and returns an empty list for data without records", () =>
    Effect.gen(function* () {
      const week = range("2021-07-01", "2021-07-07")
      const asked = yield* query({ createdFrom: week.from, createdTo: week.to })
      const days = yield* daysWithRecords(asked, week, counterOf("2021-07-01", "2021-07-07").countOf)
      assert.deepStrictEqual(
        days.map(({ day }) => day),
        ["2021-07-07", "2021-07-01"]
      )
      const none = counterOf()
      assert.deepStrictEqual(yield* daysWithRecords(asked, week, none.countOf), [])
      assert.strictEqual(none.queries(), 1)
    })
  )

  it.effect("keeps every day if the total is unknown", () =>
    Effect.gen(function* () {
      const two = range("2021-07-01", "2021-07-02")
      const asked = yield* query({ createdFrom: two.from, createdTo: two.to, sort: "ASC" })
      const days = yield* daysWithRecords(asked, two, () => Effect.succeed(Option.none()))
      assert.strictEqual(days.length, 2)
    })
  )
})
