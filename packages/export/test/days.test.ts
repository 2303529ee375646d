import { CivilDate, ComplaintQuery, readComplaintQuery } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dayRangeOf, daysIn, missingDays, withinDays } from "../src/days.ts"
import { inZone, zones } from "../../core/test/timeZones.ts"

const range = (from: string, to: string) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })
const query = (input: Parameters<typeof ComplaintQuery.fromInput>[0]) => Effect.orDie(ComplaintQuery.fromInput(input))

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
      for (const zone of zones) {
        const found = Effect.sync(() => ({
          counts: [daysIn(range("2021-03-01", "2021-03-31")), daysIn(range("2021-11-01", "2021-11-30"))],
          missing: missingDays(["2021-03-13", "2021-03-15", "2021-03-16"])
        }))
        assert.deepStrictEqual(yield* inZone(zone, found), {
          counts: [31, 30],
          missing: [range("2021-03-14", "2021-03-14")]
        })
      }
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
