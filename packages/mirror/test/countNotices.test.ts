import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type TopPartiesQuery } from "@public-records/mirror"
import { Effect } from "effect"
import { makeMirror } from "./mirrors.ts"

const notice = (id: string, date: string, transactionNumber: string, acquiringParty: string, acquiredParty: string) =>
  JSON.stringify({
    id,
    title: id,
    transactionNumber,
    acquiringParty,
    acquiredParty,
    acquiredEntities: ["Entity"],
    date,
    created: "2021-07-07T10:00:00Z",
    updated: "2021-07-07T10:00:00Z"
  })

const filled = Effect.gen(function* () {
  const { importText, mirror } = yield* makeMirror
  const notices = [
    notice("1", "2021-01-04", "20210001", "Nestlé S.A.", "Bolt"),
    notice("2", "2021-01-03", "20210001", "NESTLE SA", "Bolt"),
    notice("3", "2021-01-05", "20210002", "NESTLE SA", "Acme"),
    notice("4", "2021-01-06", "", "Acme", "Acme"),
    notice("5", "2021-01-07", "", "Acme", ""),
    notice("6", "2021-01-08", "20210003", "", "")
  ]
  yield* importText("notices.ndjson", notices.join("\n"))
  const top = (of: TopPartiesQuery["of"], rest: Omit<TopPartiesQuery, "of"> = {}) =>
    Effect.map(mirror.topParties({ of, ...rest }), (ranking) => ({
      top: ranking.top.map(
        ({ first, last, notices, transactions, value }) =>
          `${value}: ${transactions} in ${notices}, ${first.slice(-2)}-${last.slice(-2)}`
      ),
      rest: [ranking.withoutValue, ranking.notices]
    }))
  return { mirror, top }
})

describe("the counts of notices", () => {
  it.effect("by year and by month of the year have the most frequent first", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const dates = ["2020-12-31", "2021-01-01", "2021-01-31", "2021-02-01", "2022-01-15"]
      yield* importText("n.ndjson", dates.map((date, index) => notice(String(index), date, "", "", "")).join("\n"))
      const countsBy = (by: "year" | "month", where = {}) =>
        Effect.map(mirror.countNotices({ by, where }), ({ counts, notices, withoutValue }) => [
          ...counts.map(({ first, last, notices: count, value }) => `${value}: ${count}, ${first} to ${last}`),
          `${withoutValue} of ${notices}`
        ])
      assert.deepStrictEqual(yield* countsBy("year"), [
        "2021: 3, 2021-01-01 to 2021-02-01",
        "2020: 1, 2020-12-31 to 2020-12-31",
        "2022: 1, 2022-01-15 to 2022-01-15",
        "0 of 5"
      ])
      assert.deepStrictEqual(yield* countsBy("month", { dateFrom: "2021-01-01" }), [
        "01: 3, 2021-01-01 to 2022-01-15",
        "02: 1, 2021-02-01 to 2021-02-01",
        "0 of 4"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("by party count each notice, in any spelling, and those without a party", () =>
    Effect.gen(function* () {
      const { mirror } = yield* filled
      const { counts, notices, withoutValue } = yield* mirror.countNotices({ by: "acquiring-parties" })
      assert.deepStrictEqual(
        counts.map((count) => `${count.value}: ${count.notices}`),
        ["NESTLE SA: 3", "Acme: 2"]
      )
      assert.deepStrictEqual([withoutValue, notices], [1, 6])
    }).pipe(Effect.scoped)
  )
})

describe("the ranking of parties", () => {
  it.effect("counts transactions once, and names that are equal in any spelling as one", () =>
    Effect.gen(function* () {
      const { top } = yield* filled
      assert.deepStrictEqual(yield* top("acquiring-parties"), {
        top: ["Acme: 2 in 2, 06-07", "NESTLE SA: 2 in 3, 03-05"],
        rest: [1, 6]
      })
      assert.deepStrictEqual(yield* top("acquired-parties"), {
        top: ["Acme: 2 in 2, 05-06", "Bolt: 1 in 2, 03-04"],
        rest: [2, 6]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("of both parties counts a notice with the same party twice once", () =>
    Effect.gen(function* () {
      const { top } = yield* filled
      assert.deepStrictEqual(yield* top("parties"), {
        top: ["Acme: 3 in 3, 05-07", "NESTLE SA: 2 in 3, 03-05", "Bolt: 1 in 2, 03-04"],
        rest: [1, 6]
      })
      assert.deepStrictEqual((yield* top("parties", { limit: 1 })).top, ["Acme: 3 in 3, 05-07"])
    }).pipe(Effect.scoped)
  )

  it.effect("is about the notices that match, and says whether they are all", () =>
    Effect.gen(function* () {
      const { mirror, top } = yield* filled
      const where = { dateFrom: CivilDate.make("2021-01-05"), dateTo: CivilDate.make("2021-01-06") }
      assert.deepStrictEqual(yield* top("acquiring-parties", { where }), {
        top: ["Acme: 1 in 1, 06-06", "NESTLE SA: 1 in 1, 05-05"],
        rest: [0, 2]
      })
      const { lastChanged, readToTheEnd } = yield* mirror.topParties({ of: "parties" })
      assert.deepStrictEqual([lastChanged, readToTheEnd], ["2021-07-07T10:00:00Z", false])
    }).pipe(Effect.scoped)
  )
})
