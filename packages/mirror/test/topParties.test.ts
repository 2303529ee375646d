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
