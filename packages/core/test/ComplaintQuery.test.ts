import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { UrlParams } from "effect/http"
import {
  CivilDate,
  type ComplaintInput,
  ComplaintQuery,
  createdRange,
  type QuerySource,
  readComplaintQuery,
  serviceProblems
} from "../src/index.ts"
import { problemsOf } from "./problemsOf.ts"
import { range } from "./ranges.ts"

const wire = (input: ComplaintInput) =>
  Effect.map(ComplaintQuery.fromInput(input), (query) =>
    decodeURIComponent(UrlParams.toString(ComplaintQuery.toUrlParams(query)))
  )

/** Swaps the ends of a range that ends before it begins. */
const ordered = (from = "2021-07-01", to = from) => (from <= to.slice(0, from.length) ? [from, to] : [to, from])

/** Returns combinations of members that a source accepts. */
const combinationsOf = (members: ComplaintQuery, source: QuerySource): ReadonlyArray<ComplaintInput> => {
  const { areaCode, city, createdDate, days, hour, number, robocall, state, subject, violationDate } = members
  const [createdFrom, createdTo] = ordered(members.createdFrom, members.createdTo)
  const [violationFrom, violationTo] = ordered(members.violationFrom, members.violationTo)
  const created = { createdFrom, createdTo }
  const calls = { violationFrom, violationTo }
  if (source === "service") {
    const place = { state, city: state && city }
    const isRecording = { robocall: robocall === true }
    return [{ createdDate }, { violationDate }, calls, place, { ...created, ...place }, { areaCode }, isRecording]
  }
  const others = { state, city, areaCode, robocall, number, subject, hour }
  const dates = [created, { createdTo }, { violationFrom }, { createdDate, violationDate }, { ...calls, days }, {}]
  return dates.map((range) => Object.assign({}, others, range))
}

/** Generates queries that a source accepts. */
const anyQueries = (source: QuerySource) =>
  Arbitrary.schema(ComplaintQuery).pipe(
    Arbitrary.map((members) => {
      const { limit, offset, sort } = members
      return Effect.forEach(combinationsOf(members, source), (filters) =>
        readComplaintQuery({ ...filters, limit, offset, sort }, source)
      )
    })
  )

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
        UrlParams.toString(ComplaintQuery.toUrlParams(query)),
        "created_date_from=%222021-07-07%22&created_date_to=%222021-07-07+12%3A00%3A00%22&state=%22New+York%22&sort_order=DESC&items_per_page=50&offset=0"
      )
    })
  )

  for (const source of ["service", "local"] as const) {
    const queries = anyQueries(source)

    it.effect.prop(`is restored from its parameters: ${source}`, { queries }, ({ queries }) =>
      Effect.gen(function* () {
        for (const query of yield* queries) {
          assert.deepStrictEqual(yield* ComplaintQuery.fromUrlParams(ComplaintQuery.toUrlParams(query), source), query)
        }
      })
    )

    it.effect.prop(`is the same if it is read again, also from JSON: ${source}`, { queries }, ({ queries }) =>
      Effect.gen(function* () {
        for (const query of yield* queries) {
          assert.isTrue(Schema.is(ComplaintQuery)(query))
          assert.deepStrictEqual(yield* readComplaintQuery(query, source), query)
          assert.deepStrictEqual(yield* readComplaintQuery(JSON.parse(JSON.stringify(query)), source), query)
          if (source === "service") assert.deepStrictEqual(serviceProblems(query), [])
        }
      })
    )
  }

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
      const created = { createdFrom: "2021-07-06", createdTo: "2021-07-06" }
      assert.deepEqual({ ...query }, { ...ComplaintQuery.default, state: "New York", ...created })
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
      assert.deepEqual({ ...ohio }, { state: "Ohio", sort: "desc", limit: 50, offset: 0 })
    })
  )

  it.effect("names an unknown parameter in the error", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ComplaintQuery.fromUrlParams(UrlParams.fromInput({ company: "Other" })))
      const rule = 'The list of complaints has no parameter "company". Remove it.'
      assert.deepStrictEqual(error.problems, [{ field: "company", rule }])
    })
  )

  it.effect("sends unchecked parameters unchanged", () =>
    Effect.gen(function* () {
      const unchecked = { state: "Ohio", area_code: "614" }
      const query = yield* readComplaintQuery({ unchecked, sort: "asc", limit: 10, offset: 5 }, "service")
      assert.strictEqual(
        UrlParams.toString(ComplaintQuery.toUrlParams(query)),
        "state=Ohio&area_code=614&sort_order=ASC&items_per_page=10&offset=5"
      )
    })
  )

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

  it.effect("rejects the order and the page among unchecked parameters", () =>
    Effect.gen(function* () {
      for (const name of ["sort_order", "items_per_page", "offset"]) {
        const query = { unchecked: { subject: '"Other"', [name]: "1" } }
        for (const source of ["service", "local"] as const) {
          const { problems } = yield* Effect.flip(readComplaintQuery(query, source))
          assert.deepStrictEqual(
            problems.map(({ field }) => field),
            ["unchecked"]
          )
        }
      }
    })
  )
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

describe("ComplaintQuery", () => {
  it("has only values that a reader returns", () => {
    const has = (members: object) => Schema.is(ComplaintQuery)({ ...ComplaintQuery.default, ...members })
    const accepted = [{}, { areaCode: 100 }, { areaCode: 999 }, { hour: 23 }, { limit: 50 }, { robocall: "unknown" }]
    for (const members of accepted) assert.isTrue(has(members), JSON.stringify(members))
    const refused = [
      { areaCode: 99 },
      { areaCode: 1000 },
      { areaCode: 614.5 },
      { city: "" },
      { city: "Akron " },
      { city: " Akron" },
      { state: "OH" },
      { createdDate: "2021-02-30" },
      { hour: 24 },
      { days: 0 },
      { limit: 51 },
      { offset: -1 },
      { sort: "ASC" },
      { robocall: "true" },
      { unchecked: { limit: 1 } }
    ]
    for (const members of refused) assert.isFalse(has(members), JSON.stringify(members))
  })

  it.effect("has ranges that do not end before they begin, to the second", () =>
    Effect.gen(function* () {
      const read = (createdFrom: string, createdTo: string) => ComplaintQuery.fromInput({ createdFrom, createdTo })
      for (const [from, to] of [
        ["2021-07-06 10:00:00", "2021-07-06 10:00:00"],
        ["2021-07-06", "2021-07-06 00:00:00"],
        ["2021-07-06 23:59:59", "2021-07-06"],
        ["2021-07-06 10:00:00", "2021-07-07 09:00:00"]
      ] as const) {
        assert.deepStrictEqual(createdRange(yield* read(from, to)), range(from, to))
      }
      for (const [from, to] of [
        ["2021-07-06 10:00:01", "2021-07-06 10:00:00"],
        ["2021-07-07", "2021-07-06 23:59:59"],
        ["2021-07-07 00:00:00", "2021-07-06"]
      ] as const) {
        assert.deepStrictEqual(
          (yield* problemsOf(read(from, to))).map(({ field }) => field),
          ["createdTo"]
        )
      }
    })
  )

  it("has a range of created dates, whose ends may be missing", () => {
    const day = CivilDate.make("2021-07-06")
    assert.deepStrictEqual(createdRange({ createdDate: day }), { from: day, to: day })
    assert.deepStrictEqual(createdRange({ createdTo: day }), { to: day })
    assert.deepStrictEqual(createdRange({ createdFrom: day, violationDate: day }), { from: day })
    assert.deepStrictEqual(createdRange({ days: 7 }), {})
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
      assert.deepStrictEqual(createdRange(query), range("2021-07-07 10:00:00", "2021-07-07"))
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
      const query = yield* ComplaintQuery.fromInput({ state: " ohio ", city: " Akron ", limit: " 5 " })
      assert.include(query, { state: "Ohio", city: "Akron", limit: 5 })
    })
  )

  it.effect("accepts times without seconds in a range and includes the full minute", () =>
    Effect.gen(function* () {
      const query = yield* ComplaintQuery.fromInput({
        createdFrom: "2021-07-07 09:30",
        createdTo: "2021-07-07 09:30",
        limit: "1"
      })
      assert.deepStrictEqual(createdRange(query), range("2021-07-07 09:30:00", "2021-07-07 09:30:59"))
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
      yield* ComplaintQuery.fromInput(input)
      assert.deepStrictEqual(input, { createdFrom: "yesterday", createdTo: "yesterday" })
    })
  )

  it.effect("replaces yesterday in each member that is a date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 17, 15))
      const from = CivilDate.make("2026-11-10")
      const to = CivilDate.make("2026-11-16")
      const created = yield* ComplaintQuery.fromInput({ createdFrom: from, createdTo: "yesterday" })
      assert.deepStrictEqual(created, yield* ComplaintQuery.fromInput({ createdFrom: from, createdTo: to }))
      const violation = yield* ComplaintQuery.fromInput({ violationFrom: from, violationTo: "yesterday" })
      assert.deepStrictEqual(violation, yield* ComplaintQuery.fromInput({ violationFrom: from, violationTo: to }))
      const single = yield* ComplaintQuery.fromInput({ violationDate: "yesterday" })
      assert.deepStrictEqual(single, yield* ComplaintQuery.fromInput({ violationDate: to }))
    })
  )

  it.effect("replaces yesterday and latest with dates in Eastern time", () =>
    Effect.gen(function* () {
      // 2 a.m. on Tuesday in London is Monday evening in Washington.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-17T02:00:00Z")))
      const dateOf = (day: string) =>
        Effect.map(ComplaintQuery.fromInput({ createdDate: day }), ({ createdDate }) => createdDate)
      const date = CivilDate.make("2026-11-15")
      assert.strictEqual(yield* dateOf("yesterday"), date)
      assert.strictEqual(yield* dateOf("Latest"), date)
      // On Tuesday morning, the complaints of Monday are not published yet.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-17T15:00:00Z")))
      assert.strictEqual(yield* dateOf(" yesterday "), CivilDate.make("2026-11-16"))
      assert.strictEqual(yield* dateOf("latest"), date)
    })
  )
})
