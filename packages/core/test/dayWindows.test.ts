import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { type ComplaintInput, ComplaintQuery, readComplaintQuery, type SortOrder } from "../src/index.ts"
import { dayWindows } from "../src/queries/dayWindows.ts"
import { firstWeek, range } from "./ranges.ts"
import { useTimeZone } from "./timeZones.ts"

const partsOf = (from: string, to: string, order: SortOrder = "asc") =>
  Array.from(
    dayWindows(range(from, to), order, ({ from, to }) => `${from}..${to}`),
    ({ query }) => query
  )

const week = { createdFrom: "2021-07-01", createdTo: "2021-07-07" }

/** Splits a query of local records by day. Returns an empty list if it is not split. */
const daysOf = (input: ComplaintInput) =>
  Effect.map(readComplaintQuery(input, "local"), (query) =>
    Option.match(ComplaintQuery.byDay(query), {
      onNone: () => [],
      onSome: (days) => Array.from(days, (day) => day.query)
    })
  )

describe("byDay", () => {
  it("returns dates without times, in the order of the query", () => {
    assert.deepStrictEqual(partsOf("2024-02-28", "2024-03-01"), [
      "2024-02-28..2024-02-28",
      "2024-02-29..2024-02-29",
      "2024-03-01..2024-03-01"
    ])
    assert.deepStrictEqual(partsOf("2023-12-31", "2024-01-01", "desc"), [
      "2024-01-01..2024-01-01",
      "2023-12-31..2023-12-31"
    ])
  })

  it.effect("keeps the size of the pages and the order", () =>
    Effect.gen(function* () {
      const days = yield* daysOf({ ...week, limit: 7, sort: "asc" })
      assert.deepStrictEqual(
        days.map(({ limit, sort }) => [limit, sort]),
        days.map(() => [7, "asc"])
      )
    })
  )

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
    const windows = dayWindows(firstWeek, "asc", ({ from }) => from)
    assert.deepStrictEqual([[...windows].length, [...windows].length], [7, 7])
  })

  it("makes the windows lazily", () => {
    const [first] = dayWindows(range("0000-01-01", "9999-12-31"), "desc", ({ from }) => from)
    assert.strictEqual<string | undefined>(first?.query, "9999-12-31")
  })

  it.effect("returns windows only for filters with a range of created dates", () =>
    Effect.gen(function* () {
      const last = { createdFrom: "2021-07-07", createdTo: "2021-07-07" }
      const split: ReadonlyArray<ComplaintInput> = [
        {},
        { state: "Ohio", city: "Akron" },
        { areaCode: 330 },
        { robocall: true },
        { number: "213", hour: 9, state: "Ohio", areaCode: 614 }
      ]
      for (const filters of split) {
        const days = yield* daysOf({ ...week, ...filters })
        assert.lengthOf(days, 7)
        assert.deepStrictEqual(days[0], yield* readComplaintQuery({ ...filters, ...last }, "local"))
      }
      const whole: ReadonlyArray<ComplaintInput> = [
        {},
        { state: "Ohio" },
        { createdDate: "2021-07-07" },
        { createdFrom: "2021-07-07 01:00:00", createdTo: "2021-07-07 02:00:00" },
        { createdFrom: "2021-07-07", createdTo: "2021-07-07 02:00:00" },
        { createdFrom: "2021-07-01" },
        { violationFrom: "2021-07-01", violationTo: "2021-07-07" },
        { days: 7 }
      ]
      for (const input of whole) assert.lengthOf(yield* daysOf(input), 0, JSON.stringify(input))
    })
  )
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
