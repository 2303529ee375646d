import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type BlocklistRule, type Mirror } from "@public-records/mirror"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { publicLines } from "../src/blocklist/publicLines.ts"
import { isAreaCode } from "../src/numbers/telephoneNumber.ts"
import { type Cells, makeMirror, storeDays } from "./mirrors.ts"

const newest = "2021-07-07"
/** The first of 90 days. */
const first = "2021-04-09"
const dayBefore = "2021-04-08 23:59:59"

const range = (from: string, to: string) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })

/** A mirror whose days of the range are complete. The number of its newest day is never listed. */
const mirrorOf = Effect.fnUntraced(function* (cells: ReadonlyArray<Cells>, covers = range(first, newest)) {
  yield* TestClock.setTime(Date.parse("2021-07-10T12:00:00Z"))
  const { file, mirror } = yield* makeMirror
  yield* storeDays(file, [{ number: "" }, ...cells], covers)
  return mirror
})

const listed = (mirror: Mirror["Service"], rule: BlocklistRule = {}) =>
  Effect.map(mirror.blocklist(rule), ({ value }) => value.numbers.map(({ number }) => number))

const number = "2169550100"
const states = ["Ohio", "Texas", "Iowa", "Utah", "Maine", "Idaho"]

/** Reports of a number from as many places. */
const reports = (count: number, cells: Cells = {}): ReadonlyArray<Cells> =>
  states.slice(0, count).map((state) => Object.assign({ number, state }, cells))

/** Three reports of the number of a rule, each from another state. */
type Three = readonly [one: Cells, two: Cells, three: Cells]

/** The rows of a number, and whether it is listed. */
const rules: ReadonlyArray<
  readonly [what: string, isListed: boolean, cells: (...all: Three) => ReadonlyArray<Cells>, rule?: BlocklistRule]
> = [
  ["three reports", true, (...all) => all],
  ["two reports", false, (one, two) => [one, two]],
  ["as many reports as asked for", true, (one, two) => [one, two], { min: 2 }],
  ["fewer reports than asked for", false, (...all) => all, { min: 4 }],
  ["reports from two places", true, (one, two) => [one, two, { ...two, called: "2021-07-06 10:00:00" }]],
  ["reports from two area codes", true, (one) => [one, { ...one, area: "330" }, { ...one, area: "614" }]],
  [
    "reports from one place",
    false,
    (one) => ["1", "2", "3"].map((hour) => Object.assign({}, one, { called: `2021-07-06 0${hour}:00:00` }))
  ],
  ["fewer places than asked for", false, (...all) => all, { places: 4 }],
  ["as many places as asked for", true, (...all) => all, { places: 3 }],
  ["the first day of the window", true, (one, two, three) => [one, two, { ...three, created: `${first} 00:00:00` }]],
  ["the day before the window", false, (one, two, three) => [one, two, { ...three, created: dayBefore }]],
  ["a longer window", true, (one, two, three) => [one, two, { ...three, created: dayBefore }], { days: 91 }],
  [
    "a report that was sent again",
    false,
    (one, two) => [one, two, { ...two, created: "2021-07-07 10:00:01", subject: "Robocalls" }]
  ],
  [
    "a report that was sent again on another day",
    false,
    (one, two) => [one, two, { ...two, created: "2021-07-01 10:00:00" }]
  ],
  ["a report of the same call from another city", false, (one, two) => [one, two, { ...two, city: "Akron" }]],
  ["a report of another call", true, (one, two) => [one, two, { ...two, called: "2021-07-06 09:00:01" }]],
  ["equal rows", false, (one, two) => [one, two, two, two]],
  [
    "its three stored forms",
    true,
    (one, two, three) => [one, { ...two, number: `1${two.number}` }, { ...three, number: `+1${three.number}` }]
  ],
  ["one record in another form", true, (one, two, three) => [{ ...one, number: `+1${one.number}` }, two, three]],
  ["the same report in two forms", false, (one, two) => [one, two, { ...two, number: `+1${two.number}` }]],
  [
    "a number that lost its last digit",
    false,
    (one, two, three) => [one, two, { ...three, number: `1${three.number?.slice(0, 9)}` }]
  ]
]

/** Numbers with three reports from three places, and whether they are listed. */
const numbers: ReadonlyArray<readonly [number: string, isListed: boolean, why: string]> = [
  ["2035550200", true, "an assigned area code"],
  ["2995550200", false, "an unassigned area code"],
  ["7109550100", false, "an area code of the government"],
  ["2161550200", false, "an exchange that begins with 1"],
  ["2165550100", false, "the first number for films"],
  ["2165550199", false, "the last number for films"],
  ["2165550200", true, "after the numbers for films"],
  ["2165551212", false, "directory assistance"],
  ["2169111234", false, "the exchange 911"],
  ["2169121234", true, "the exchange 912"],
  ...["800", "833", "844", "855", "866", "877", "888"].map((area) => [`${area}4119999`, true, "toll-free"] as const),
  ["911", false, "an emergency number"],
  ["988", false, "the crisis line"],
  ["9889550100", false, "988 as an area code"],
  ["2222222222", false, "a placeholder"],
  ["0000000000", false, "a placeholder"],
  ["saidpress9", false, "text"],
  ["21695501001", false, "eleven digits"],
  ["4169550100", true, "Canada"],
  ["8883821222", false, "the Do Not Call Registry"],
  ["+6573321194", false, "a number abroad"],
  ["8883821223", true, "the number after the registry's"]
]

describe("a block list", () => {
  it.effect("has a number if the rule says so", () =>
    Effect.gen(function* () {
      const own = (index: number) => String(2_169_552_000 + index)
      const cellsOf = (index: number): ReadonlyArray<Cells> => {
        const [one = {}, two = {}, three = {}] = reports(3, { number: own(index) })
        return rules[index]?.[2](one, two, three) ?? []
      }
      const mirror = yield* mirrorOf(rules.flatMap((_, index) => cellsOf(index)))
      for (const [index, [what, isListed, , rule]] of rules.entries()) {
        assert.strictEqual((yield* listed(mirror, rule)).includes(own(index)), isListed, what)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("does not have allowed numbers", () =>
    Effect.gen(function* () {
      const publicLine = reports(3, { number: "8883821222" })
      const mirror = yield* mirrorOf([...reports(3), ...reports(4, { number: "2169550101" }), ...publicLine])
      const { value } = yield* mirror.blocklist({ allow: ["+1 (216) 955-0101", "8883821222"] })
      assert.deepStrictEqual(
        value.numbers.map((one) => one.number),
        [number]
      )
      assert.deepStrictEqual(value.omitted.allowed, [{ number: "2169550101", reports: 4 }])
      assert.deepStrictEqual(
        value.omitted.protected.map((one) => one.number),
        ["8883821222"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("has only numbers that can call, and names public lines", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(numbers.flatMap(([number]) => reports(3, { number })))
      const { value } = yield* mirror.blocklist()
      const found = new Set(value.numbers.map((one) => one.number))
      for (const [number, isListed, why] of numbers)
        assert.strictEqual(found.has(number), isListed, `${number}, ${why}`)
      assert.deepStrictEqual(value.omitted, {
        tooFewPlaces: 0,
        invalid: numbers.filter(([, isListed]) => !isListed).length - 1,
        overLimit: 0,
        protected: [{ number: "8883821222", owner: "National Do Not Call Registry", reports: 3 }],
        allowed: []
      })
      const strict = yield* mirror.blocklist({ places: 4 })
      assert.deepStrictEqual([strict.value.numbers, strict.value.omitted.tooFewPlaces], [[], value.numbers.length])
    }).pipe(Effect.scoped)
  )

  it("knows no public line that could not be listed anyway", () => {
    const others = [...publicLines.keys()].filter(
      (line) => !/^[2-9]\d{2}[2-9]\d{6}$/.test(line) || !isAreaCode(line.slice(0, 3))
    )
    assert.deepStrictEqual(others, [])
    assert.isAbove(publicLines.size, 100)
  })

  it.effect("has the highest score first, then the lowest number, and weighs a report by its first day", () =>
    Effect.gen(function* () {
      const on = (day: string) => ({ created: `${day} 10:00:00` })
      const old = { number: "2169550101" }
      const mirror = yield* mirrorOf([
        ...reports(3, { number: "2169550103" }),
        ...reports(3, { number: "2169550102" }),
        ...[newest, "2021-06-07", "2021-05-08"].map((day, index) =>
          Object.assign({ state: states[index] ?? "" }, old, on(day))
        ),
        // Sent again: its weight stays that of its first day.
        { ...old, state: "Iowa", ...on(newest) }
      ])
      assert.deepStrictEqual((yield* mirror.blocklist()).value.numbers, [
        ...["2169550102", "2169550103"].map((number) => ({
          number,
          score: 3,
          reports: 3,
          places: 3,
          first: CivilDate.make(newest),
          last: CivilDate.make(newest)
        })),
        {
          number: "2169550101",
          score: 1.75,
          reports: 3,
          places: 3,
          first: CivilDate.make("2021-05-08"),
          last: CivilDate.make(newest)
        }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("counts many reports of a number in pieces, and a report of two pieces once", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 1200 }, (_, index) => ({
        number,
        state: "Ohio",
        created: `2021-0${4 + (index % 3)}-${10 + (index % 20)} 10:00:00`,
        called: `2021-03-01 ${10 + Math.floor(index / 100)}:00:${10 + (index % 50)}`,
        area: String(200 + (index % 100))
      }))
      const again = many.slice(0, 40).map((cells) => Object.assign({}, cells, { created: `${newest} 11:00:00` }))
      const mirror = yield* mirrorOf([...many, ...again])
      const { value } = yield* mirror.blocklist()
      assert.deepStrictEqual(
        value.numbers.map(({ last, places, reports }) => [reports, places, last]),
        [[1200, 100, "2021-06-29"]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is compared with the last list", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(reports(3))
      assert.isNull((yield* mirror.blocklist()).value.changes)
      const first = yield* mirror.blocklist({ previous: [] })
      assert.deepStrictEqual(first.value.changes, { previous: 0, added: [number], removed: [] })
      const { value } = yield* mirror.blocklist({ previous: ["2169550109", "2169550108", "2169550109"] })
      assert.deepStrictEqual(value.changes, {
        previous: 2,
        added: [number],
        removed: ["2169550108", "2169550109"]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("has at most as many numbers as its limit, those with the highest score, and has not shrunk by that", () =>
    Effect.gen(function* () {
      const cells = [3, 5, 4].map((count, index) => reports(count, { number: String(2_169_550_100 + index) }))
      const mirror = yield* mirrorOf(cells.flat())
      assert.deepStrictEqual(yield* listed(mirror, { limit: 2 }), ["2169550101", "2169550102"])
      assert.deepStrictEqual((yield* listed(mirror, { limit: 3 })).length, 3)
      const previous = ["2169550100", "2169550101", "2169550102"]
      const { value } = yield* mirror.blocklist({ limit: 1, previous })
      assert.deepStrictEqual([value.omitted.overLimit, value.rule.limit, value.changes?.removed.length], [2, 1, 2])
      for (const limit of [0, 1.5, 1_000_001]) {
        assert.strictEqual((yield* Effect.flip(mirror.blocklist({ limit })))._tag, "InvalidQuery")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("names every mistake in its rule", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf([])
      const rule = { days: 0, min: 1, places: 0.5, allow: ["abc", "216 955 01xx", number] }
      const error = yield* Effect.flip(mirror.blocklist(rule))
      assert.deepStrictEqual(error._tag === "InvalidQuery" && error.problems.map(({ field }) => field), [
        "days",
        "min",
        "places",
        "allow",
        "allow"
      ])
      assert.deepStrictEqual(yield* listed(mirror, { days: 10_000, min: 2, places: 1, force: true }), [])
      assert.strictEqual((yield* Effect.flip(mirror.blocklist({ days: 10_001 })))._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )
})

describe("a block list is refused", () => {
  /** Returns the reasons, or an empty list if it is not refused. */
  const reasons = (mirror: Mirror["Service"], rule: BlocklistRule = {}) =>
    mirror.blocklist(rule).pipe(
      Effect.as<ReadonlyArray<string>>([]),
      Effect.catchTag("BlocklistRefused", (error) => Effect.succeed(error.reasons))
    )

  it.effect("if it has fewer than half of the numbers of the last one, each time", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf([...reports(3), ...reports(3, { number: "2169550101" })])
      const before = (count: number) => ({
        previous: Array.from({ length: count }, (_, index) => String(2_169_550_100 + index))
      })
      const refused = ["It has 2 numbers, fewer than half of the 5 before."]
      assert.deepStrictEqual(yield* reasons(mirror, before(5)), refused)
      assert.deepStrictEqual(yield* reasons(mirror, before(4)), [])
      assert.deepStrictEqual(yield* reasons(mirror, before(5)), refused)
      const both = yield* Effect.flip(mirror.blocklist({ ...before(5), days: 1000 }))
      assert.match(both.message, /^The block list is refused\. It has 2 .* before\. The mirror lacks .* missing\.$/)
      const forced = yield* mirror.blocklist({ ...before(5), force: true })
      assert.deepStrictEqual([forced.value.forced, forced.value.numbers.length], [refused, 2])
    }).pipe(Effect.scoped)
  )

  it.effect("if more than 10 % of its days are missing or partial", () =>
    Effect.gen(function* () {
      const lacking = (count: number, days: number) =>
        `The mirror lacks ${count} of ${days} days, or parts of them. At most 10 % may be missing.`
      const nineMissing = yield* mirrorOf([], range("2021-04-18", newest))
      assert.deepStrictEqual(yield* reasons(nineMissing), [])
      const tenMissing = yield* mirrorOf([], range("2021-04-19", newest))
      assert.deepStrictEqual(yield* reasons(tenMissing), [lacking(10, 90)])
      assert.deepStrictEqual(yield* reasons(tenMissing, { days: 88 }), [])
      // The newest day is partial.
      const partial = yield* mirrorOf([], range(first, "2021-07-06"))
      assert.deepStrictEqual(yield* reasons(partial, { days: 10 }), [])
      assert.deepStrictEqual(yield* reasons(partial, { days: 9 }), [lacking(1, 9)])
    }).pipe(Effect.scoped)
  )

  /** The covered days, today, and why a list of 90 days is refused. */
  const gaps: ReadonlyArray<readonly [from: string, to: string, now: string, reasons: ReadonlyArray<string>]> = [
    ["2025-11-14", "2025-12-25", "2025-12-27T12:00:00Z", []],
    // Five of 42 days that were published are more than a tenth.
    [
      "2025-11-19",
      "2025-12-25",
      "2025-12-27T12:00:00Z",
      ["The mirror lacks 5 of 42 days, or parts of them. At most 10 % may be missing."]
    ],
    ["2019-01-27", "2019-03-27", "2019-03-29T12:00:00Z", []]
  ]

  it.effect.each(gaps)("not for a known gap in publication: days from %s to %s", ([from, to, now, expected]) =>
    Effect.gen(function* () {
      const { file, mirror } = yield* makeMirror
      yield* TestClock.setTime(Date.parse(now))
      const cells = { created: `${to} 10:00:00`, called: `${to} 09:00:00`, number: "" }
      yield* storeDays(file, [cells], range(from, to))
      assert.deepStrictEqual(yield* reasons(mirror), expected)
    }).pipe(Effect.scoped)
  )

  it.effect("if the newest day was more than 7 days ago in Eastern time", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf([])
      yield* TestClock.setTime(Date.parse("2021-07-15T03:59:59Z"))
      assert.deepStrictEqual(yield* reasons(mirror), [])
      for (const [now, age] of [
        ["2021-07-15T04:00:00Z", "8"],
        ["2024-07-07T12:00:00Z", "1,096"]
      ] as const) {
        yield* TestClock.setTime(Date.parse(now))
        const reason = `The newest day of the mirror is 2021-07-07, ${age} days ago. It may be at most 7 days old.`
        assert.deepStrictEqual(yield* reasons(mirror), [reason])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("if the mirror is empty, even with force", () =>
    Effect.gen(function* () {
      const { mirror } = yield* makeMirror
      const error = yield* Effect.flip(mirror.blocklist({ force: true }))
      assert.strictEqual(error.message, "The block list is refused. The mirror has no complaints. Import daily files.")
    }).pipe(Effect.scoped)
  )
})
