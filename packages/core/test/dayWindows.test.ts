import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { CivilDate } from "../src/dates/CivilDate.ts"
import { type ComplaintFilter } from "../src/queries/ComplaintFilter.ts"
import { dayWindows } from "../src/queries/dayWindows.ts"
import { type SortOrder } from "../src/queries/QueryInput.ts"
import { firstWeek, queryFor, range } from "./ranges.ts"
import { useTimeZone } from "./timeZones.ts"

const partsOf = (from: string, to: string, order: SortOrder = "ASC") =>
  Array.from(
    dayWindows(range(from, to), order, ({ from, to }) => `${from}..${to}`),
    ({ query }) => query
  )

describe("byDay", () => {
  it("returns dates without times, in the order of the query", () => {
    assert.deepStrictEqual(partsOf("2024-02-28", "2024-03-01"), [
      "2024-02-28..2024-02-28",
      "2024-02-29..2024-02-29",
      "2024-03-01..2024-03-01"
    ])
    assert.deepStrictEqual(partsOf("2023-12-31", "2024-01-01", "DESC"), [
      "2024-01-01..2024-01-01",
      "2023-12-31..2023-12-31"
    ])
  })

  it("keeps the size of the pages and the order", () => {
    const query = queryFor({ _tag: "CreatedRange", created: firstWeek }, "ASC").withLimit(7)
    const days = [...Option.getOrThrow(query.byDay())]
    assert.deepStrictEqual(
      days.map(({ query: { limit, order } }) => [limit, order]),
      days.map(() => [7, "ASC"])
    )
  })

  it("includes the times at which the range begins and ends", () => {
    assert.deepStrictEqual(partsOf("2021-07-01 12:00:00", "2021-07-03 08:30:00"), [
      "2021-07-01 12:00:00..2021-07-01 23:59:59",
      "2021-07-02..2021-07-02",
      "2021-07-03 00:00:00..2021-07-03 08:30:00"
    ])
    assert.deepStrictEqual(partsOf("2021-07-01", "2021-07-02 00:00:00"), [
      "2021-07-01..2021-07-01",
      "2021-07-02 00:00:00..2021-07-02 00:00:00"
    ])
  })

  it("can be iterated again", () => {
    const windows = dayWindows(firstWeek, "ASC", ({ from }) => from)
    assert.deepStrictEqual([[...windows].length, [...windows].length], [7, 7])
  })

  it("makes the windows lazily", () => {
    const [first] = dayWindows(range("0000-01-01", "9999-12-31"), "DESC", ({ from }) => from)
    assert.strictEqual<string | undefined>(first?.query, "9999-12-31")
  })

  it("returns windows only for filters with a range of created dates", () => {
    const split: ReadonlyArray<ComplaintFilter> = [
      { _tag: "CreatedRange", created: firstWeek },
      { _tag: "ByState", state: "Ohio", city: "Akron", created: firstWeek },
      { _tag: "ByAreaCode", areaCode: 330, created: firstWeek },
      { _tag: "ByRobocall", isRobocall: true, created: firstWeek }
    ]
    for (const filter of split) {
      const days = [...Option.getOrThrow(queryFor(filter).byDay())]
      const last = JSON.stringify(Object.assign({}, filter, { created: range("2021-07-07", "2021-07-07") }))
      assert.strictEqual(days.length, 7)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(days[0]?.query.filter)), JSON.parse(last))
    }
    const whole: ReadonlyArray<ComplaintFilter> = [
      { _tag: "None" },
      { _tag: "ByState", state: "Ohio" },
      { _tag: "CreatedDate", date: CivilDate.make("2021-07-07") },
      { _tag: "CreatedRange", created: range("2021-07-07 01:00:00", "2021-07-07 02:00:00") },
      { _tag: "CreatedRange", created: range("2021-07-07", "2021-07-07 02:00:00") },
      { _tag: "ViolationRange", violation: firstWeek }
    ]
    for (const filter of whole) assert.isTrue(Option.isNone(queryFor(filter).byDay()), filter._tag)
  })
})

describe.each(["America/New_York", "Asia/Tokyo"])("byDay in %s", (timeZone) => {
  useTimeZone(timeZone)

  it("returns the same dates, also when the clocks go forward", () => {
    assert.deepStrictEqual(partsOf("2026-03-07", "2026-03-09 00:30:00"), [
      "2026-03-07..2026-03-07",
      "2026-03-08..2026-03-08",
      "2026-03-09 00:00:00..2026-03-09 00:30:00"
    ])
  })
})
