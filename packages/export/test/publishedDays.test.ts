import { assert, describe, it, layer } from "@effect/vitest"
import { CivilDate, ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dayCountsOf, publicationState, rangeDays, unknownDays } from "../src/days.ts"
import { serviceOf } from "./servedDays.ts"

const range = (from: string, to: string) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })
const at = (moment: string) => TestClock.setTime(Date.parse(moment))
const rangeQuery = (from: string, to: string, order: "ASC" | "DESC" = "ASC") =>
  Effect.orDie(ComplaintQuery.fromInput({ createdFrom: from, createdTo: to, sort: order }))

describe("the state of a day's publication", () => {
  // Complaints of a Wednesday are published on Thursday at noon in New York: 16:00 in UTC in July, 17:00 in January.
  for (const [day, moment, state] of [
    ["2021-07-07", "2021-07-08T15:59:59.999Z", "not yet"],
    ["2021-07-07", "2021-07-08T16:00:00.000Z", "just now"],
    ["2021-07-07", "2021-07-09T15:59:59.999Z", "just now"],
    ["2021-07-07", "2021-07-09T16:00:00.000Z", "before"],
    ["2021-01-06", "2021-01-07T16:59:59.999Z", "not yet"],
    ["2021-01-06", "2021-01-07T17:00:00.000Z", "just now"]
  ] as const) {
    it.effect(`is "${state}" for ${day} at ${moment}`, () =>
      Effect.gen(function* () {
        yield* at(moment)
        assert.strictEqual(yield* publicationState(CivilDate.make(day)), state)
      })
    )
  }
})

layer(serviceOf({ "2021-06-30": 2, "2021-07-02": 60, "2021-07-20": 1 }))("the days of a range", (it) => {
  const daysOf = Effect.fnUntraced(function* (from: string, to: string, isLocal: boolean, order?: "ASC" | "DESC") {
    const { complaints } = yield* PublicRecords
    const days = yield* rangeDays(complaints, yield* rangeQuery(from, to, order), range(from, to), isLocal)
    return { ...days, list: days.list().map(({ day }) => day) }
  })

  it.effect("are those that are published by the calendar, for the service", () =>
    Effect.gen(function* () {
      yield* at("2021-07-02T16:00:00Z")
      assert.deepStrictEqual(yield* daysOf("2021-06-29", "2021-07-03", false), {
        count: 3,
        list: [CivilDate.make("2021-06-29"), CivilDate.make("2021-06-30"), CivilDate.make("2021-07-01")],
        notPublished: range("2021-07-02", "2021-07-03"),
        withoutRecords: 0
      })
      assert.deepStrictEqual(yield* daysOf("2021-07-02", "2021-07-03", false), {
        count: 0,
        list: [],
        notPublished: range("2021-07-02", "2021-07-03"),
        withoutRecords: 0
      })
    })
  )

  it.effect("are those with records, for local data, in the query's order", () =>
    Effect.gen(function* () {
      yield* at("2021-07-02T16:00:00Z")
      assert.deepStrictEqual(yield* daysOf("2021-06-29", "2021-07-03", true, "DESC"), {
        count: 2,
        list: [CivilDate.make("2021-07-02"), CivilDate.make("2021-06-30")],
        // Local data may be newer than the calendar says.
        notPublished: range("2021-07-03", "2021-07-03"),
        withoutRecords: 2
      })
      assert.deepStrictEqual(yield* daysOf("2021-07-04", "2021-07-05", true), {
        count: 0,
        list: [],
        notPublished: range("2021-07-04", "2021-07-05"),
        withoutRecords: 0
      })
      yield* at("2021-07-30T16:00:00Z")
      assert.deepStrictEqual(yield* daysOf("2021-07-01", "2021-07-31", true), {
        count: 2,
        list: [CivilDate.make("2021-07-02"), CivilDate.make("2021-07-20")],
        notPublished: range("2021-07-30", "2021-07-31"),
        withoutRecords: 27
      })
    })
  )
})

layer(serviceOf({ "2021-07-01": 1 }))("the counted days of an export to one file", (it) => {
  const countsOf = Effect.fnUntraced(function* (from: string, to: string, isEmpty: boolean) {
    const { complaints } = yield* PublicRecords
    return yield* dayCountsOf(complaints, yield* rangeQuery(from, to), { isEmpty, isLocal: false })
  })

  it.effect("are added if they are published", () =>
    Effect.gen(function* () {
      yield* at("2021-07-02T16:00:00Z")
      const counts = { daysAdded: 3, daysComplete: 0, daysNotPublished: 2 }
      assert.deepStrictEqual(yield* countsOf("2021-06-29", "2021-07-03", false), counts)
    })
  )

  it.effect("are not published yet if there are no records and they were published within a day", () =>
    Effect.gen(function* () {
      // Friday, Saturday, Sunday and the holiday on Monday are published together on Tuesday.
      yield* at("2021-07-06T16:00:00Z")
      const late = { daysAdded: 1, daysComplete: 0, daysNotPublished: 4 }
      assert.deepStrictEqual(yield* countsOf("2021-07-01", "2021-07-05", true), late)
      const all = { daysAdded: 5, daysComplete: 0, daysNotPublished: 0 }
      assert.deepStrictEqual(yield* countsOf("2021-07-01", "2021-07-05", false), all)
      yield* at("2021-07-07T16:00:00Z")
      assert.deepStrictEqual(yield* countsOf("2021-07-01", "2021-07-05", true), all)
    })
  )

  it.effect("are all added if the range is longer than any that is published together", () =>
    Effect.gen(function* () {
      yield* at("2021-07-06T16:00:00Z")
      const week = { daysAdded: 3, daysComplete: 0, daysNotPublished: 4 }
      assert.deepStrictEqual(yield* countsOf("2021-06-29", "2021-07-05", true), week)
      const longer = { daysAdded: 8, daysComplete: 0, daysNotPublished: 0 }
      assert.deepStrictEqual(yield* countsOf("2021-06-28", "2021-07-05", true), longer)
    })
  )

  it.effect("are unknown unless the query is for full days, from the first record on", () =>
    Effect.gen(function* () {
      const { complaints } = yield* PublicRecords
      const days = yield* rangeQuery("2021-07-01", "2021-07-02")
      const unknown = [
        ComplaintQuery.default,
        { ...days, offset: 1 },
        yield* rangeQuery("2021-07-01 10:00:00", "2021-07-02")
      ]
      for (const query of unknown) {
        const counts = yield* dayCountsOf(complaints, query, { isEmpty: true, isLocal: false })
        assert.deepStrictEqual(counts, unknownDays)
      }
      assert.deepStrictEqual(unknownDays, { daysAdded: null, daysComplete: null, daysNotPublished: null })
    })
  )
})
