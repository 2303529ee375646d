import { assert, describe, it } from "@effect/vitest"
import { CivilDate, ComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dayCountsOf, publicationState, unknownDays } from "../src/days.ts"

const at = (moment: string) => TestClock.setTime(Date.parse(moment))
const rangeQuery = (from: string, to: string) =>
  Effect.orDie(ComplaintQuery.fromInput({ createdFrom: from, createdTo: to }))

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

describe("the counted days of an export to one file", () => {
  const countsOf = Effect.fnUntraced(function* (from: string, to: string, isEmpty: boolean) {
    return yield* dayCountsOf(yield* rangeQuery(from, to), isEmpty)
  })

  it.effect("are added if they are published", () =>
    Effect.gen(function* () {
      yield* at("2021-07-02T16:00:00Z")
      for (const [from, to, daysAdded, daysNotPublished] of [
        ["2021-06-29", "2021-07-03", 3, 2],
        ["2021-06-29", "2021-07-01", 3, 0],
        ["2021-07-01", "2021-07-02", 1, 1],
        ["2021-07-02", "2021-07-03", 0, 2]
      ] as const) {
        const counts = { daysAdded, daysComplete: 0, daysNotPublished }
        assert.deepStrictEqual(yield* countsOf(from, to, false), counts, `${from} to ${to}`)
      }
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
      const days = yield* rangeQuery("2021-07-01", "2021-07-02")
      const unknown = [
        ComplaintQuery.default,
        { ...days, offset: 1 },
        yield* rangeQuery("2021-07-01 10:00:00", "2021-07-02")
      ]
      for (const query of unknown) {
        const counts = yield* dayCountsOf(query, true)
        assert.deepStrictEqual(counts, unknownDays)
      }
      assert.deepStrictEqual(unknownDays, { daysAdded: null, daysComplete: null, daysNotPublished: null })
    })
  )
})
