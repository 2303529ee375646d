import { assert, describe, it } from "@effect/vitest"
import type { Reason } from "@public-records/core"
import { RowIds } from "@public-records/files/RowIds"
import type { MirrorError } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { type Cells, daily, july7, makeMirror, outcomes, reportIn, row } from "./mirrors.ts"

/** A mirror with one row for each of the cells, each created at another minute. */
const mirrorOf = Effect.fnUntraced(function* (...cells: ReadonlyArray<Cells>) {
  const { importText, mirror } = yield* makeMirror
  const rows = cells.map((one, index) => row({ created: `2021-07-07 10:${10 + index}:00`, ...one }))
  const events = yield* importText(july7, daily(...rows))
  const found = (number: string) =>
    Effect.map(Stream.runCollect(mirror.records.complaints.stream({ number, sort: "asc" })), (records) =>
      records.map(({ companyPhoneNumber }) => companyPhoneNumber)
    )
  return { events, mirror, found }
})

const spellings = [
  "3152328257.0",
  "'3152328257",
  '"=""3152328257"""',
  "3.152328257E9",
  "  3152328257  ",
  "315-232-8257",
  "(315) 232-8257",
  "+1 315 232 8257",
  "0013152328257",
  "3152328257"
]

const typed = ["315-232-8257", "0013152328257"]

describe("a number in a file", () => {
  it.effect("is one number, however it is spelled, and is listed as it was received", () =>
    Effect.gen(function* () {
      const { events, found, mirror } = yield* mirrorOf(
        ...spellings.map((number) => ({ number, area: " 614.0", city: "Akron ", subject: " Other" }))
      )
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete stored 10+0"])
      const { value } = yield* mirror.number("3152328257")
      assert.deepInclude(value, {
        reports: 10,
        areaCodes: [{ areaCode: "614", reports: 10 }],
        subjects: [{ subject: "Other", reports: 10 }]
      })
      assert.deepStrictEqual(yield* found("3152328257"), spellings.with(2, '="3152328257"'))
      const top = (yield* mirror.top({ of: "numbers" })).value
      assert.deepStrictEqual(
        top.top.map((one) => one.value),
        ["3152328257"]
      )
      assert.deepStrictEqual((yield* mirror.count({ areaCode: 614, city: "Akron" })).value.reports, 10)
    }).pipe(Effect.scoped)
  )

  it.effect.each(typed)("is found as %j", (number) =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf({ number: "3152328257" }, { number: "+6573321194" }, { number: "8708882222" })
      assert.deepInclude((yield* mirror.number(number)).value, { number: "3152328257", reports: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("has the id that the server derives from the row as it was received", () =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf({ number: "315-232-8257", state: "ohio" })
      const [record] = yield* Stream.runCollect(mirror.records.complaints.stream({}))
      const id = new RowIds().next({
        companyPhoneNumber: "315-232-8257",
        createdDate: "2021-07-07 10:10:00",
        violationDate: "2021-07-06 09:00:00",
        consumerCity: "Cleveland",
        consumerState: "ohio",
        consumerAreaCode: "216",
        subject: "Other",
        recordedMessageOrRobocall: "Y"
      })
      assert.deepInclude(record, { id, companyPhoneNumber: "315-232-8257", consumerState: "ohio" })
    }).pipe(Effect.scoped)
  )

  it.effect("makes equal reports of rows that differ in spelling only", () =>
    Effect.gen(function* () {
      const created = "2021-07-07 10:00:00"
      const { mirror } = yield* mirrorOf({ created }, { created, number: "(216) 555-0100", state: "OH" })
      assert.deepInclude((yield* mirror.number("2165550100")).value, { reports: 1, records: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("does not change a day that is imported again in another spelling", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const again = yield* importText(july7, daily(row({ number: "2165550100.0", state: "OHIO" })))
      assert.deepStrictEqual(outcomes(again), ["2021-07-07 complete unchanged 1+0"])
    }).pipe(Effect.scoped)
  )

  it.effect("is stored if it is odd, up to one in a hundred without all of its digits", () =>
    Effect.gen(function* () {
      const odd = ["saidpress1", "__________", "3.15233E+09"].map((number) => ({ number }))
      const { events, found } = yield* mirrorOf(
        ...odd,
        ...Array.from({ length: 97 }, (_, index) => ({ city: `City ${index}`, created: "2021-07-07 11:00:00" }))
      )
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete stored 100+0"])
      for (const { number } of odd) assert.deepStrictEqual(yield* found(number), [number])
    }).pipe(Effect.scoped)
  )

  it.effect("that a spreadsheet rounded makes the file unusable", () =>
    Effect.gen(function* () {
      const rounded = Array.from({ length: 2 }, () => ({ number: "3.15233E+09" }))
      const { events, mirror } = yield* mirrorOf(
        ...rounded,
        ...Array.from({ length: 98 }, (_, index) => ({ city: `City ${index}`, created: "2021-07-07 11:00:00" }))
      )
      const [refused] = events
      assert.match(
        refused?._tag === "Refused" ? refused.message : "",
        /cannot be used: 2 of its 100 numbers have lost digits, such as 3\.15233E\+09; use the file from before a spreadsheet saved it\.$/
      )
      assert.deepInclude(reportIn(events), { refused: 1, records: 0 })
      assert.strictEqual((yield* mirror.count({})).value.records, 0)
    }).pipe(Effect.scoped)
  )
})

describe("a state in a file", () => {
  const states = ["Ohio", "ohio", "OHIO", "OH", " oh "]

  it.effect("is one place, however it is spelled", () =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf(...states.map((state) => ({ state })), { state: "CA" }, { state: "Ontario" })
      const top = (yield* mirror.top({ of: "states" })).value.top
      assert.deepStrictEqual(
        top.map(({ places, reports, value }) => [value, reports, places]),
        [
          ["Ohio", 5, 1],
          ["California", 1, 1],
          ["Ontario", 1, 1]
        ]
      )
      const { value } = yield* mirror.number("2165550100")
      assert.deepInclude(value, {
        states: [
          { state: "Ohio", reports: 5 },
          { state: "California", reports: 1 },
          { state: "Ontario", reports: 1 }
        ]
      })
      const listed = yield* Stream.runCollect(mirror.records.complaints.stream({ state: "Ohio", sort: "asc" }))
      assert.deepStrictEqual(
        listed.map(({ consumerState }) => consumerState),
        states
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is one of the two places that a block list wants", () =>
    Effect.gen(function* () {
      const calls = states.map((state, index) => ({
        number: "2169550100",
        called: `2021-07-07 09:0${index}:00`,
        state
      }))
      const { mirror } = yield* mirrorOf(...calls)
      const { value } = yield* mirror.blocklist({ force: true })
      assert.deepStrictEqual([value.numbers.length, value.omitted.tooFewPlaces], [0, 1])
    }).pipe(Effect.scoped)
  )
})

describe("a question about a number", () => {
  const stored = [
    "15012902256#1",
    "5012902256",
    "8005550100",
    "8005550100",
    "18008335782976",
    "8006",
    "800FLOWERS",
    "1800555010",
    "+6573321194",
    "6573321194",
    "9455022",
    "3159455022",
    "2169455022",
    "2169455022"
  ]

  const counts = Effect.fnUntraced(function* (number: string) {
    const { found, mirror } = yield* mirrorOf(...stored.map((one) => ({ number: one })))
    const { value } = yield* mirror.number(number)
    const count = (yield* mirror.count({ number })).value.reports
    const listed = (yield* found(number)).length
    const { omitted, top } = (yield* mirror.top({ of: "numbers", where: { number }, limit: 100 })).value
    const ranked = [...top, ...omitted].reduce((sum, { reports }) => sum + reports, 0)
    const trend = (yield* mirror.trends({ by: "year", where: { number } })).value.rows
    return { value, all: [value.reports, count, listed, ranked, trend.reduce((sum, { reports }) => sum + reports, 0)] }
  })

  const questions: ReadonlyArray<readonly [typed: string, reports: number]> = [
    // A stored text is found as it stands first, then as it reads.
    ["15012902256#1", 1],
    ["15012902256#2", 1],
    ["18008335782976", 1],
    ["8006", 1],
    ["800FLOWERS", 1],
    ["9455022", 1],
    ["945-5022", 3],
    ["800", 2],
    ["1800", 2],
    ["800555xxxx", 2],
    ["180", 1],
    ["+65 7332 1194", 1],
    ["011 65 7332 1194", 1],
    ["657 332 1194", 1],
    ["+47 93 39 22 89", 0],
    ["011 47 93 39 22 89", 0]
  ]

  it.effect.each(questions)("has one rule for all answers: %s", ([number, reports]) =>
    Effect.gen(function* () {
      const { all } = yield* counts(number)
      assert.deepStrictEqual([...new Set(all)], [reports])
    }).pipe(Effect.scoped)
  )

  it.effect("without its area code lists the numbers that end so, the most reported first", () =>
    Effect.gen(function* () {
      const { value } = yield* counts("945-5022")
      assert.deepStrictEqual(value, {
        suffix: "9455022",
        count: 2,
        reports: 3,
        records: 3,
        numbers: [
          { number: "2169455022", reports: 2, records: 2 },
          { number: "3159455022", reports: 1, records: 1 }
        ]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("fails for what is neither stored nor a number, and for two numbers", () =>
    Effect.gen(function* () {
      const { found, mirror } = yield* mirrorOf({})
      const problems: ReadonlyArray<readonly [typed: string, rule: string]> = [
        ["(315)232-82577", '"(315)232-82577" is not a telephone number; it has 11 digits, and a number has ten.'],
        ["3152328257 8042518204", '"3152328257 8042518204" is more than one number; type one.'],
        ["saidpress1", '"saidpress1" is not a telephone number; type its digits, such as 213-555-1212.']
      ]
      for (const [number, rule] of problems) {
        const questions: ReadonlyArray<Effect.Effect<void, Reason | MirrorError>> = [
          Effect.asVoid(mirror.number(number)),
          Effect.asVoid(mirror.count({ number })),
          Effect.mapError(Effect.asVoid(found(number)), ({ reason }) => reason),
          mirror.checkNumber(number)
        ]
        for (const question of questions) {
          const error = yield* Effect.flip(question)
          assert.deepStrictEqual(error._tag === "InvalidQuery" && error.problems, [{ field: "number", rule }])
        }
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is accepted before it is asked if it is stored, a number, or the beginning of one", () =>
    Effect.gen(function* () {
      const { mirror } = yield* mirrorOf({ number: "saidpress1" })
      for (const typed of ["saidpress1", " 315-232-8257 ", "1-800-FLOWERS", "216"]) yield* mirror.checkNumber(typed)
      assert.strictEqual((yield* Effect.flip(mirror.checkNumber("saidpress2")))._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )
})
