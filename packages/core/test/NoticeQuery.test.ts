import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { UrlParams } from "effect/http"
import { type NoticeInput, NoticeQuery, readNoticeQuery } from "../src/index.ts"
import { problemsOf } from "./problemsOf.ts"

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
        assert.strictEqual(plain(NoticeQuery.toUrlParams(query)), expected)
      })
    )
  }

  it.effect("percent-encodes its parameters", () =>
    Effect.gen(function* () {
      const query = yield* NoticeQuery.fromInput({ titleContains: "Blockbuster", limit: "1" })
      assert.strictEqual(
        UrlParams.toString(NoticeQuery.toUrlParams(query)),
        "filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=Blockbuster&sort%5Bcreated%5D%5Bpath%5D=created&sort%5Bcreated%5D%5Bdirection%5D=DESC&page%5Blimit%5D=1&page%5Boffset%5D=0"
      )
    })
  )

  it.effect.prop("is restored from its parameters", { query: Arbitrary.schema(NoticeQuery) }, ({ query }) =>
    Effect.gen(function* () {
      const {
        title,
        titleContains: _,
        titleExactly,
        party: __,
        createdSince: ___,
        dateFrom: ____,
        dateTo: _____,
        ...rest
      } = query
      const read = yield* readNoticeQuery(
        { ...(title === undefined ? { titleExactly } : { title }), ...rest },
        "service"
      )
      assert.deepStrictEqual(yield* NoticeQuery.fromUrlParams(NoticeQuery.toUrlParams(read)), read)
    })
  )

  it.effect.prop("is the same if it is read again", { query: Arbitrary.schema(NoticeQuery) }, ({ query }) =>
    Effect.gen(function* () {
      const { dateTo: _, ...rest } = query
      const read = yield* readNoticeQuery(rest, "local")
      assert.deepEqual({ ...read }, { ...rest })
      assert.deepStrictEqual(yield* readNoticeQuery(JSON.parse(JSON.stringify(read)), "local"), read)
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
      assert.deepEqual({ ...query }, { ...NoticeQuery.default, transactionNumber: "20110718", date: "2011-04-11" })
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
      assert.deepStrictEqual({ ...query }, { ...NoticeQuery.default, titleContains: "Block" })
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
      assert.isFalse(Schema.is(NoticeQuery)({ ...NoticeQuery.default, id }), id)
    }
  })

  it.effect("sends a range of dates with the undocumented operators", () =>
    Effect.gen(function* () {
      const [dateFrom, dateTo] = ["2011-04-01", "2011-04-30"]
      const wire = (input: NoticeInput) =>
        Effect.map(NoticeQuery.fromInput(input), (query) => plain(NoticeQuery.toUrlParams(query)))
      assert.strictEqual(
        yield* wire({ dateFrom, dateTo }),
        `filter[date][condition][value][]=2011-04-01&filter[date][condition][value][]=2011-04-30&filter[date][condition][path]=date&filter[date][condition][operator]=BETWEEN${rest}`
      )
      assert.include(
        yield* wire({ dateFrom }),
        "[value]=2011-04-01&filter[date][condition][path]=date&filter[date][condition][operator]=>="
      )
      assert.include(
        yield* wire({ dateTo }),
        "[value]=2011-04-30&filter[date][condition][path]=date&filter[date][condition][operator]=<="
      )
      yield* wire({ dateFrom, dateTo: dateFrom })
      assert.deepStrictEqual(yield* problems({ dateFrom: dateTo, dateTo: dateFrom }), ["dateTo"])
    })
  )

  it.effect("has different parameters for different filters that only local records have", () =>
    Effect.gen(function* () {
      const day = "2011-04-01"
      const inputs: ReadonlyArray<NoticeInput> = [
        {},
        { party: "A" },
        { party: "B" },
        { createdSince: day },
        { title: "a" },
        { title: "a", titleContains: "b" },
        { date: day },
        { date: day, dateFrom: day }
      ]
      const wires = yield* Effect.forEach(inputs, (input) =>
        Effect.map(readNoticeQuery(input, "local"), (query) => plain(NoticeQuery.toUrlParams(query)))
      )
      assert.strictEqual(new Set(wires).size, inputs.length)
    })
  )
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
