import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { UrlParams } from "effect/http"
import { CivilDate, isCivilDate } from "../src/dates/CivilDate.ts"
import { CivilDateTime } from "../src/dates/CivilDateTime.ts"
import { CivilRange, type ComplaintFilter } from "../src/queries/ComplaintFilter.ts"
import { type ComplaintInput, resolveComplaintDays } from "../src/queries/ComplaintInput.ts"
import { ComplaintQuery, UncheckedComplaintQuery } from "../src/queries/ComplaintQuery.ts"
import { problemsOf } from "./problemsOf.ts"

const wire = (input: ComplaintInput) =>
  Effect.map(ComplaintQuery.fromInput(input), (query) => decodeURIComponent(UrlParams.toString(query.toUrlParams())))

describe("ComplaintQuery.toUrlParams and fromUrlParams", () => {
  const rest = "&sort_order=DESC&items_per_page=50&offset=0"
  const forms: ReadonlyArray<readonly [ComplaintInput, string]> = [
    [{}, rest.slice(1)],
    [{ createdDate: "2021-07-07" }, `created_date="2021-07-07"${rest}`],
    [
      { createdFrom: "2021-07-06", createdTo: "2021-07-07" },
      `created_date_from="2021-07-06"&created_date_to="2021-07-07"${rest}`
    ],
    [
      { createdFrom: "2021-07-06 10:00:00", createdTo: "2021-07-07 11:30:00" },
      `created_date_from="2021-07-06+10:00:00"&created_date_to="2021-07-07+11:30:00"${rest}`
    ],
    [{ violationDate: "2021-07-06" }, `violation_date="2021-07-06"${rest}`],
    [
      { violationFrom: "2021-07-06", violationTo: "2021-07-07" },
      `violation_date_from="2021-07-06"&violation_date_to="2021-07-07"${rest}`
    ],
    [{ state: "Ohio" }, `state=Ohio${rest}`],
    [{ state: "new york" }, `state="New+York"${rest}`],
    [{ state: "oh", city: "Akron" }, `state=Ohio&city=Akron${rest}`],
    [{ state: "TX", city: "Fort Worth" }, `state=Texas&city="Fort+Worth"${rest}`],
    [
      { state: "Ohio", createdFrom: "2021-07-06", createdTo: "2021-07-07" },
      `created_date_from="2021-07-06"&created_date_to="2021-07-07"&state=Ohio${rest}`
    ],
    [{ state: "DC", city: "Old  Town" }, `state="District+of+Columbia"&city="Old++Town"${rest}`],
    [{ areaCode: "614" }, `area_code=614${rest}`],
    [{ robocall: "true" }, `is_robocall=true${rest}`],
    [{ robocall: "FALSE" }, `is_robocall=false${rest}`],
    [{ sort: "asc", limit: "10", offset: "30" }, "sort_order=ASC&items_per_page=10&offset=30"]
  ]

  for (const [input, expected] of forms) {
    it.effect(`sends ${expected}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* wire(input), expected)
      })
    )
  }

  it.effect("percent-encodes its parameters", () =>
    Effect.gen(function* () {
      const query = yield* ComplaintQuery.fromInput({
        state: "New York",
        createdFrom: "2021-07-07",
        createdTo: "2021-07-07 12:00:00"
      })
      assert.strictEqual(
        UrlParams.toString(query.toUrlParams()),
        "created_date_from=%222021-07-07%22&created_date_to=%222021-07-07+12%3A00%3A00%22&state=%22New+York%22&sort_order=DESC&items_per_page=50&offset=0"
      )
    })
  )

  it.effect.prop("is restored from its parameters", { query: Schema.toType(ComplaintQuery) }, ({ query }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ComplaintQuery.fromUrlParams(query.toUrlParams()), query)
    })
  )

  it.effect.prop("is restored from its input", { query: Schema.toType(ComplaintQuery) }, ({ query }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ComplaintQuery.fromInput(query.toInput()), query)
    })
  )

  it.effect("parses parameters without quotes, ignores the key, and adds defaults", () =>
    Effect.gen(function* () {
      const query = yield* ComplaintQuery.fromUrlParams(
        UrlParams.fromInput({
          api_key: "k",
          state: "New York",
          created_date_from: "2021-07-06",
          created_date_to: "2021-07-06"
        })
      )
      const day = CivilDate.make("2021-07-06")
      assert.deepStrictEqual(
        query,
        new ComplaintQuery({
          ...ComplaintQuery.default,
          filter: { _tag: "ByState", state: "New York", created: { from: day, to: day } }
        })
      )
    })
  )

  it.effect("removes quotes only in pairs", () =>
    Effect.gen(function* () {
      const read = (state: string) => ComplaintQuery.fromUrlParams(UrlParams.fromInput({ state }))
      const ohio = yield* read("Ohio")
      assert.deepStrictEqual(yield* read('"Ohio"'), ohio)
      assert.deepStrictEqual(yield* read('""'), ComplaintQuery.default)
      for (const state of ['"Ohio', 'Ohio"', '"', 'O"hio"', '"O"hio']) {
        assert.include((yield* Effect.flip(read(state))).message, `"${state}" is not a state`)
      }
      assert.deepStrictEqual(ohio.toInput(), { state: "Ohio", sort: "DESC", limit: "50", offset: "0" })
    })
  )

  it.effect("names an unknown parameter in the error", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ComplaintQuery.fromUrlParams(UrlParams.fromInput({ subject: "Other" })))
      const rule = 'The list of complaints has no parameter "subject". Remove it.'
      assert.deepStrictEqual(error.problems, [{ field: "subject", rule }])
    })
  )

  it("sends unchecked parameters unchanged", () => {
    const query = new UncheckedComplaintQuery({
      unchecked: { state: "Ohio", area_code: "614" },
      order: "ASC",
      limit: 10,
      offset: 5
    })
    assert.strictEqual(
      UrlParams.toString(query.toUrlParams()),
      "state=Ohio&area_code=614&sort_order=ASC&items_per_page=10&offset=5"
    )
  })

  it.effect("rejects a repeated parameter", () =>
    Effect.gen(function* () {
      const params = UrlParams.make([
        ["state", '"Ohio"'],
        ["offset", "50"],
        ["state", '"Texas"']
      ])
      const error = yield* Effect.flip(ComplaintQuery.fromUrlParams(params))
      assert.deepStrictEqual(error.problems, [
        { field: "state", rule: 'The parameter "state" is repeated. Remove one.' }
      ])
    })
  )

  it("rejects the order and the page among unchecked parameters", () => {
    for (const name of ["sort_order", "items_per_page", "offset"]) {
      const unchecked = { subject: '"Other"', [name]: "1" }
      assert.throws(() => new UncheckedComplaintQuery({ unchecked, order: "DESC", limit: 50, offset: 0 }))
    }
  })
})

it.effect("uses the given names of members in messages", () =>
  Effect.gen(function* () {
    const input = { createdTo: "2021-02-30" }
    const rulesOf = (nameOf?: (field: string) => string) =>
      Effect.map(problemsOf(ComplaintQuery.fromInput(input, nameOf)), (problems) => problems.map(({ rule }) => rule))
    assert.deepStrictEqual(yield* rulesOf(), [
      "A range needs both ends. Add created from or remove created to.",
      'The created to is wrong: "2021-02-30" is not a date; February has 28 days in 2021.'
    ])
    assert.deepStrictEqual(yield* rulesOf((field) => `<${field}>`), [
      "A range needs both ends. Add <createdFrom> or remove <createdTo>.",
      '"2021-02-30" is not a date; February has 28 days in 2021.'
    ])
  })
)

describe("ComplaintQuery in TypeScript", () => {
  const day = CivilDate.make("2021-07-06")

  it("does not compile with forbidden combinations", () => {
    // @ts-expect-error A city needs a state.
    const cityAlone: ComplaintFilter = { _tag: "ByState", city: "Akron" }
    // @ts-expect-error A range has two ends.
    const halfRange: ComplaintFilter = { _tag: "CreatedRange", created: { from: day } }
    // @ts-expect-error A state is one of the United States, by its full name.
    const noState: ComplaintFilter = { _tag: "ByState", state: "Ohoi" }
    for (const filter of [cityAlone, halfRange, noState]) {
      assert.throws(() => new ComplaintQuery({ ...ComplaintQuery.default, filter }))
    }
    // @ts-expect-error State and area code cannot be combined.
    const two: ComplaintFilter = { _tag: "ByState", state: "Ohio", areaCode: 614 }
    // @ts-expect-error A created date cannot be combined.
    const dateAndRobocall: ComplaintFilter = { _tag: "CreatedDate", date: day, isRobocall: true }
    // @ts-expect-error The date of the call cannot be combined.
    const callAndCreated: ComplaintFilter = { _tag: "ViolationDate", date: day, created: { from: day, to: day } }
    assert.deepStrictEqual(
      [two, dateAndRobocall, callAndCreated].map(({ _tag }) => _tag),
      ["ByState", "CreatedDate", "ViolationDate"]
    )
  })

  it("accepts only area codes of three digits and cities without quotes or surrounding spaces", () => {
    const withFilter = (filter: ComplaintFilter) => new ComplaintQuery({ ...ComplaintQuery.default, filter })
    for (const areaCode of [100, 999])
      assert.deepInclude(withFilter({ _tag: "ByAreaCode", areaCode }).filter, { areaCode })
    for (const areaCode of [99, 1000, 614.5]) assert.throws(() => withFilter({ _tag: "ByAreaCode", areaCode }))
    for (const city of ["", " ", "Akron ", " Akron", 'Ak"ron']) {
      assert.throws(() => withFilter({ _tag: "ByState", state: "Ohio", city }), undefined, undefined, city)
    }
  })

  it("rejects ranges that end before they begin, to the second", () => {
    const isRange = (from: string, to: string) => Schema.is(CivilRange)({ from, to })
    for (const [from, to] of [
      ["2021-07-06 10:00:00", "2021-07-06 10:00:00"],
      ["2021-07-06", "2021-07-06 00:00:00"],
      ["2021-07-06 23:59:59", "2021-07-06"],
      ["2021-07-06 10:00:00", "2021-07-07 09:00:00"]
    ] as const) {
      assert.isTrue(isRange(from, to), `${from}..${to}`)
    }
    for (const [from, to] of [
      ["2021-07-06 10:00:01", "2021-07-06 10:00:00"],
      ["2021-07-07", "2021-07-06 23:59:59"],
      ["2021-07-07 00:00:00", "2021-07-06"]
    ] as const) {
      assert.isFalse(isRange(from, to), `${from}..${to}`)
    }
  })

  it("rejects pages of more than 50 records", () => {
    assert.throws(() => ComplaintQuery.default.withLimit(51))
    assert.throws(() => ComplaintQuery.default.withOffset(-1))
  })

  it("returns itself for a page of the same size", () => {
    const query = ComplaintQuery.default.withOffset(50)
    assert.strictEqual(query.withLimit(50), query)
    assert.strictEqual(query.withOffset(50), query)
    assert.strictEqual(query.withLimit(49).limit, 49)
  })
})

describe("ComplaintQuery.fromInput", () => {
  it.effect("suggests the most similar states", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ComplaintQuery.fromInput({ state: "Ohoi" }))
      assert.strictEqual(
        error.message,
        'List complaints: "Ohoi" is not a state of the United States. Did you mean Ohio, Guam or Idaho?'
      )
    })
  )

  it.effect("compares times only if both ends of a range are on the same day", () =>
    Effect.gen(function* () {
      const query = yield* ComplaintQuery.fromInput({ createdFrom: "2021-07-07 10:00:00", createdTo: "2021-07-07" })
      assert.deepStrictEqual(query.filter, {
        _tag: "CreatedRange",
        created: { from: CivilDateTime.make("2021-07-07 10:00:00"), to: CivilDate.make("2021-07-07") }
      })
    })
  )

  it.effect("treats blank members as absent", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ComplaintQuery.fromInput({ state: "", city: "  ", limit: "" }),
        ComplaintQuery.default
      )
    })
  )

  it.effect("ignores spaces around members", () =>
    Effect.gen(function* () {
      const { filter, limit } = yield* ComplaintQuery.fromInput({ state: " ohio ", city: " Akron ", limit: " 5 " })
      assert.deepStrictEqual([filter, limit], [{ _tag: "ByState", state: "Ohio", city: "Akron" }, 5])
    })
  )

  it.effect("accepts times without seconds in a range and includes the full minute", () =>
    Effect.gen(function* () {
      const query = yield* ComplaintQuery.fromInput({
        createdFrom: "2021-07-07 09:30",
        createdTo: "2021-07-07 09:30",
        limit: "1"
      })
      assert.include(query.toInput(), { createdFrom: "2021-07-07 09:30:00", createdTo: "2021-07-07 09:30:59" })
      for (const createdTo of ["2021-07-07 09:60", "2021-07-07 9:30", "2021-07-07 24:00", "2021-07-07 09:3"]) {
        const problems = yield* problemsOf(ComplaintQuery.fromInput({ createdFrom: "2021-07-07", createdTo }))
        assert.deepStrictEqual(problems, [
          {
            field: "createdTo",
            rule: `The created to is wrong: "${createdTo}" is not a date and time; write it as YYYY-MM-DD HH:MM:SS.`
          }
        ])
      }
    })
  )

  it.effect("does not change its input", () =>
    Effect.gen(function* () {
      const input = Object.freeze({ createdFrom: "yesterday", createdTo: "yesterday" })
      const resolved = yield* resolveComplaintDays(input)
      assert.isTrue(isCivilDate(resolved.createdFrom))
      assert.deepStrictEqual(input, { createdFrom: "yesterday", createdTo: "yesterday" })
    })
  )

  it.effect("replaces yesterday in each member that is a date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 17, 15))
      const from = CivilDate.make("2026-11-10")
      const to = CivilDate.make("2026-11-16")
      const filterOf = (input: ComplaintInput) => Effect.map(ComplaintQuery.fromInput(input), ({ filter }) => filter)
      const created = yield* filterOf({ createdFrom: from, createdTo: "yesterday" })
      assert.deepStrictEqual(created, yield* filterOf({ createdFrom: from, createdTo: to }))
      const violation = yield* filterOf({ violationFrom: from, violationTo: "yesterday" })
      assert.deepStrictEqual(violation, yield* filterOf({ violationFrom: from, violationTo: to }))
      const single = yield* filterOf({ violationDate: "yesterday" })
      assert.deepStrictEqual(single, yield* filterOf({ violationDate: to }))
    })
  )

  it.effect("replaces yesterday and latest with dates in Eastern time", () =>
    Effect.gen(function* () {
      // 2 a.m. on Tuesday in London is Monday evening in Washington.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-17T02:00:00Z")))
      const dateOf = (day: string) => Effect.map(ComplaintQuery.fromInput({ createdDate: day }), ({ filter }) => filter)
      const date = CivilDate.make("2026-11-15")
      assert.deepStrictEqual(yield* dateOf("yesterday"), { _tag: "CreatedDate", date })
      assert.deepStrictEqual(yield* dateOf("Latest"), { _tag: "CreatedDate", date })
      // On Tuesday morning, the complaints of Monday are not published yet.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-17T15:00:00Z")))
      assert.include(yield* dateOf(" yesterday "), { date: CivilDate.make("2026-11-16") })
      assert.include(yield* dateOf("latest"), { date })
    })
  )
})
