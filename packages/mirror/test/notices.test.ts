import { assert, describe, it } from "@effect/vitest"
import { NoticeFilters, type NoticeInput } from "@public-records/core"
import { Effect } from "effect"
import { makeMirror } from "./mirrors.ts"

const at = (hour: number) => `2021-02-01T0${hour}:00:00+00:00`

/** Notices whose order by creation is not that of their last change. */
const notices = [
  {
    id: "A1",
    title: "20210001: Acme Corp.; Bolt",
    transactionNumber: "20210001",
    acquiringParty: "Acme Corp.",
    acquiredParty: "Bolt",
    date: "2021-01-01",
    created: at(1),
    updated: at(9)
  },
  {
    id: "b2",
    title: "20210002: Bolt; Acme Corporation",
    transactionNumber: "20210002",
    acquiringParty: "Bolt",
    acquiredParty: "Acme Corp.",
    date: "2021-01-02",
    created: at(2),
    // Earlier than the last change of the next notice, although its text is greater.
    updated: "2021-02-01T09:30:00+06:00"
  },
  {
    id: "c3",
    title: "L\u2019Or\u00E9al & Co. without parties",
    transactionNumber: "202100021",
    date: "2021-01-03",
    created: at(3),
    updated: at(7)
  }
]

const filled = Effect.gen(function* () {
  const { importText, mirror } = yield* makeMirror
  yield* importText("notices.ndjson", notices.map((notice) => JSON.stringify(notice)).join("\n"))
  const idsOf = (query: NoticeInput) =>
    Effect.map(mirror.records.notices.page({ sort: "asc", ...query }), (page) => ({
      ids: page.records.map(({ id }) => id),
      total: page.total
    }))
  return { importText, mirror, idsOf }
})

const filters: ReadonlyArray<readonly [filter: NoticeInput, ids: ReadonlyArray<string>]> = [
  [{}, ["A1", "b2", "c3"]],
  [{ id: "a1" }, ["A1"]],
  [{ id: "a" }, []],
  [{ transactionNumber: "20210002" }, ["b2"]],
  [{ acquiringParty: "ACME corp." }, ["A1"]],
  [{ acquiredParty: "acme CORP." }, ["b2"]],
  [{ acquiringParty: "Acme" }, []],
  [{ acquiringParty: "bolt", acquiredParty: "bolt" }, []],
  [{ party: "acme CORP" }, ["A1", "b2"]],
  [{ party: "acme" }, []],
  [{ party: "bolt", acquiringParty: "bolt" }, ["b2"]],
  [{ party: "bolt", dateFrom: "2021-01-02", dateTo: "2021-01-03" }, ["b2"]],
  [{ date: "2021-01-02" }, ["b2"]],
  [{ dateFrom: "2021-01-02" }, ["b2", "c3"]],
  [{ dateTo: "2021-01-02" }, ["A1", "b2"]],
  [{ date: "2021-01-02", dateFrom: "2021-01-03" }, []],
  [{ createdSince: "2021-02-01" }, ["A1", "b2", "c3"]],
  [{ createdSince: "2021-02-01T02:00:00Z" }, ["b2", "c3"]],
  [{ createdSince: "2021-02-01T04:00:01+02:00" }, ["c3"]],
  [{ createdSince: "2021-02-02" }, []],
  [{ createdSince: "2021-02-01T02:00:00Z", party: "bolt", title: "acme" }, ["b2"]],
  [{ title: "acme", titleContains: "corporation", titleExactly: "20210002: bolt; acme corporation" }, ["b2"]],
  [{ title: "acme", titleContains: "corporation", titleExactly: "20210001: acme corp.; bolt" }, []],
  [{ titleContains: "CORP" }, ["A1", "b2"]],
  [{ titleContains: "corp.; b" }, ["A1"]],
  [{ title: "bolt ACME" }, ["A1", "b2"]],
  [{ title: "corporation" }, ["b2"]],
  [{ title: "corporat" }, []],
  [{ title: '"corp.; BOLT"' }, ["A1"]],
  [{ title: '"corp acme"' }, []],
  [{ titleExactly: "20210001: ACME Corp.; Bolt" }, ["A1"]],
  [{ titleExactly: "20210001: Acme Corp." }, []],
  [{ title: "acme", acquiredParty: "Bolt" }, ["A1"]],
  [{ acquiredParty: "Acme Corp" }, ["b2"]],
  [{ title: "l'oreal" }, ["c3"]],
  [{ title: "loreal without" }, ["c3"]],
  [{ title: '"loreal and co"' }, ["c3"]],
  [{ titleContains: "ORE\u0301AL AND" }, ["c3"]],
  [{ titleContains: "\u2019" }, ["c3"]],
  [{ titleExactly: "loreal and co without parties" }, ["c3"]]
]

describe("the notices of a mirror", () => {
  it.effect("are found by each field, in any letter case", () =>
    Effect.gen(function* () {
      const { idsOf } = yield* filled
      for (const [filter, ids] of filters) {
        assert.deepStrictEqual(yield* idsOf(filter), { ids: [...ids], total: ids.length }, JSON.stringify(filter))
      }
    }).pipe(Effect.scoped)
  )

  it("have an example of each filter that leaves out some", () => {
    const shown = filters.flatMap(([filter, ids]) => (ids.length < notices.length ? [Object.keys(filter)] : []))
    for (const name of Object.keys(NoticeFilters.fields)) assert.deepInclude(shown, [name])
  })

  it.effect("of the site have no times: they come last in both orders, by their date, and no time matches them", () =>
    Effect.gen(function* () {
      const { idsOf, importText } = yield* filled
      const ofSite = ["2021-05-05", "2020-05-05", "2021-05-05", "2022-05-05"].map((date, n) =>
        JSON.stringify({ id: `site-${n}`, transactionNumber: String(n), title: `${n}: A; B`, date, created: null })
      )
      yield* importText("site.ndjson", ofSite.join("\n"))
      for (const [sortBy, sort, ids] of [
        ["created", "asc", "A1,b2,c3,site-1,site-0,site-2,site-3"],
        ["created", "desc", "c3,b2,A1,site-3,site-2,site-0,site-1"],
        ["changed", "asc", "b2,c3,A1,site-1,site-0,site-2,site-3"],
        ["changed", "desc", "A1,c3,b2,site-3,site-2,site-0,site-1"]
      ] as const) {
        assert.strictEqual((yield* idsOf({ sortBy, sort })).ids.join(), ids)
      }
      assert.strictEqual((yield* idsOf({ createdSince: "1970-01-01" })).ids.join(), "A1,b2,c3")
      assert.strictEqual((yield* idsOf({ dateFrom: "2021-05-01" })).ids.join(), "site-0,site-2,site-3")
    }).pipe(Effect.scoped)
  )

  it.effect("are cut into pages, with the total of the list", () =>
    Effect.gen(function* () {
      const { idsOf } = yield* filled
      for (const [offset, limit, ids] of [
        [1, 1, ["b2"]],
        [2, 2, ["c3"]],
        [3, 1, []]
      ] as const) {
        assert.deepStrictEqual(yield* idsOf({ offset, limit }), { ids: [...ids], total: 3 })
      }
    }).pipe(Effect.scoped)
  )
})
