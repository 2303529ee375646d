import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { UrlParams } from "effect/http"
import { CivilDate } from "../src/dates/CivilDate.ts"
import { DateRange } from "../src/queries/NoticeFilter.ts"
import { type NoticeInput } from "../src/queries/NoticeInput.ts"
import { UncheckedComplaintQuery } from "../src/queries/ComplaintQuery.ts"
import { problemsOf } from "./problemsOf.ts"
import { NoticeQuery, UndocumentedNoticeQuery } from "../src/queries/NoticeQuery.ts"

const plain = (params: UrlParams.UrlParams) => decodeURIComponent(UrlParams.toString(params))
const problems = (input: NoticeInput) =>
  Effect.map(problemsOf(NoticeQuery.fromInput(input)), (problems) => problems.map(({ field }) => field))

describe("NoticeQuery.toUrlParams and fromUrlParams", () => {
  const rest = "&sort[created][path]=created&sort[created][direction]=DESC&page[limit]=50&page[offset]=0"
  const forms: ReadonlyArray<readonly [NoticeInput, string]> = [
    [{}, rest.slice(1)],
    [{ title: "blockbuster" }, `filter[title][value]=blockbuster${rest}`],
    [{ title: '"media holdings" inc' }, `filter[title][value]="media+holdings"+inc${rest}`],
    [{ titleContains: "Block" }, `filter[title][operator]=CONTAINS&filter[title][value]=Block${rest}`],
    [{ titleExactly: "A; B" }, `filter[title]=A;+B${rest}`],
    [{ transactionNumber: "20110718" }, `filter[transaction-number][value]=20110718${rest}`],
    [
      { date: "2011-04-11" },
      `filter[date][condition][value]=2011-04-11&filter[date][condition][path]=date&filter[date][condition][operator]==${rest}`
    ],
    [{ id: "0254a428" }, `filter[id][value]=0254a428${rest}`],
    [
      { acquiringParty: "Carl C. Icahn", acquiredParty: "Blockbuster" },
      `filter[acquiring-party]=Carl+C.+Icahn&filter[acquired-party]=Blockbuster${rest}`
    ],
    [
      { sortBy: "changed", sort: "asc", limit: "10", offset: "20" },
      "sort[changed][path]=changed&sort[changed][direction]=ASC&page[limit]=10&page[offset]=20"
    ]
  ]

  for (const [input, expected] of forms) {
    it.effect(`sends ${expected}`, () =>
      Effect.gen(function* () {
        const query = yield* NoticeQuery.fromInput(input)
        assert.strictEqual(plain(query.toUrlParams()), expected)
      })
    )
  }

  it.effect("percent-encodes its parameters", () =>
    Effect.gen(function* () {
      const query = yield* NoticeQuery.fromInput({ titleContains: "Blockbuster", limit: "1" })
      assert.strictEqual(
        UrlParams.toString(query.toUrlParams()),
        "filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=Blockbuster&sort%5Bcreated%5D%5Bpath%5D=created&sort%5Bcreated%5D%5Bdirection%5D=DESC&page%5Blimit%5D=1&page%5Boffset%5D=0"
      )
    })
  )

  it.effect.prop("is restored from its parameters", { query: Schema.toType(NoticeQuery) }, ({ query }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* NoticeQuery.fromUrlParams(query.toUrlParams()), query)
    })
  )

  it.effect("parses the short form of equality, and ignores the key", () =>
    Effect.gen(function* () {
      const query = yield* NoticeQuery.fromUrlParams(
        UrlParams.fromInput({
          api_key: "k",
          "filter[transaction-number]": "20110718",
          "filter[date]": "2011-04-11"
        })
      )
      assert.deepStrictEqual(query.filter, { transactionNumber: "20110718", date: CivilDate.make("2011-04-11") })
    })
  )

  it.effect("parses the operator of the title after its value, too", () =>
    Effect.gen(function* () {
      const query = yield* NoticeQuery.fromUrlParams(
        UrlParams.make([
          ["filter[title][value]", "Block"],
          ["filter[title][operator]", "CONTAINS"]
        ])
      )
      assert.deepStrictEqual(query.filter, { title: { _tag: "Contains", text: "Block" } })
    })
  )

  it.effect("names undocumented parameters in the error", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        NoticeQuery.fromUrlParams(UrlParams.fromInput({ "filter[title][operator]": "=" }))
      )
      const rule = "The list of notices has no documented parameter filter[title][operator]==. Remove it."
      assert.deepStrictEqual(error.problems, [{ field: "filter[title][operator]", rule }])
    })
  )

  it.effect("names a repeated filter in the error, even in different forms", () =>
    Effect.gen(function* () {
      const twice = UrlParams.fromInput({
        "filter[date]": "2011-04-11",
        "filter[date][condition][value]": "2011-04-12"
      })
      const error = yield* Effect.flip(NoticeQuery.fromUrlParams(twice))
      assert.deepStrictEqual(error.problems, [{ field: "date", rule: "The date has two filters. Remove one." }])
    })
  )

  it("rejects text that is empty or has surrounding spaces", () => {
    for (const id of ["", " ", " a", "a "]) {
      assert.throws(() => new NoticeQuery({ ...NoticeQuery.default, filter: { id } }), undefined, undefined, id)
    }
  })

  it("returns itself for a page that it has already, like the queries without checks", () => {
    const page = { order: "DESC", limit: 50, offset: 0 } as const
    const date = { from: CivilDate.make("2011-04-01") }
    for (const query of [
      NoticeQuery.default,
      new UndocumentedNoticeQuery({ ...page, sortBy: "created", filter: { date } }),
      new UncheckedComplaintQuery({ ...page, unchecked: { state: "Ohio" } })
    ]) {
      assert.strictEqual(query.withLimit(50).withOffset(0), query)
      const { limit, offset } = query.withLimit(49).withOffset(1)
      assert.deepStrictEqual([limit, offset], [49, 1])
      // Each of them changes only its own member, in whichever order they are called.
      assert.deepStrictEqual(query.withOffset(1).withLimit(49), query.withLimit(49).withOffset(1))
      assert.deepStrictEqual(query.withOffset(1).withLimit(49).withOffset(0).withLimit(50), query)
    }
  })

  it("sends a range of dates with the undocumented operators", () => {
    const [from, to] = [CivilDate.make("2011-04-01"), CivilDate.make("2011-04-30")]
    const wire = (date: (typeof UndocumentedNoticeQuery.Type)["filter"]["date"]) =>
      plain(new UndocumentedNoticeQuery({ ...NoticeQuery.default, filter: { date } }).toUrlParams())
    assert.strictEqual(
      wire({ from, to }),
      `filter[date][condition][value][]=2011-04-01&filter[date][condition][value][]=2011-04-30&filter[date][condition][path]=date&filter[date][condition][operator]=BETWEEN${rest}`
    )
    assert.include(
      wire({ from }),
      "[value]=2011-04-01&filter[date][condition][path]=date&filter[date][condition][operator]=>="
    )
    assert.include(
      wire({ to }),
      "[value]=2011-04-30&filter[date][condition][path]=date&filter[date][condition][operator]=<="
    )
    assert.isTrue(Schema.is(DateRange)({ from, to: from }))
    assert.isFalse(Schema.is(DateRange)({ from: to, to: from }))
    assert.isFalse(Schema.is(DateRange)({}))
  })
})

describe("NoticeQuery.fromInput", () => {
  const refused: ReadonlyArray<readonly [string, NoticeInput, ReadonlyArray<keyof NoticeInput>]> = [
    ["two filters on the title", { title: "a", titleContains: "b" }, ["titleContains"]],
    ["a phrase without a closing quote", { title: '"media' }, ["title"]],
    ["a transaction number with letters", { transactionNumber: "2011x" }, ["transactionNumber"]],
    ["30 February", { date: "2011-02-30" }, ["date"]],
    ["an order by title", { sortBy: "title" }, ["sortBy"]],
    ["a page of 51", { limit: "51" }, ["limit"]]
  ]

  for (const [what, input, fields] of refused) {
    it.effect(`rejects ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problems(input), [...fields])
      })
    )
  }
})
