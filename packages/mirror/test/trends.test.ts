import { assert, describe, it } from "@effect/vitest"
import { type MirrorInput, parseMirrorQuery } from "@public-records/mirror"
import { Effect } from "effect"
import { type Cells, daily, makeMirror, row } from "./mirrors.ts"

/** A mirror with one row for each of the cells. */
const mirrorOf = Effect.fnUntraced(function* (...cells: ReadonlyArray<Cells>) {
  const { importText, mirror } = yield* makeMirror
  yield* importText("rows.csv", daily(...cells.map(row)))
  return mirror
})

describe("a trend of periods", () => {
  /** Wednesday to Monday, with a Friday, and the last day of a leap February. */
  const days = ["2020-02-29", "2021-06-30", "2021-07-02", "2021-07-05", "2021-07-07"]

  const periods: ReadonlyArray<
    readonly [by: "week" | "month" | "year", where: MirrorInput, rows: ReadonlyArray<string>]
  > = [
    ["week", {}, ["2020-02-24 1/7 1", "2021-06-28 2/7 2", "2021-07-05 2/7 2"]],
    ["week", { createdFrom: "2021-07-02", createdTo: "2021-07-06" }, ["2021-06-28 1/7 1", "2021-07-05 1/7 1"]],
    ["month", {}, ["2020-02 1/29 1", "2021-06 1/30 1", "2021-07 3/31 3"]],
    ["month", { days: "3" }, ["2021-07 2/31 2"]],
    ["year", {}, ["2020 1/366 1", "2021 4/365 4"]],
    // A day of a period counts whether or not a complaint of it matches.
    ["month", { number: "2165550101" }, ["2021-07 3/31 1"]]
  ]

  it.effect.each(periods)("by %s has the days of each, out of all in the calendar: %j", ([by, where, expected]) =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        ...days.map((day) => ({ created: `${day} 10:00:00`, number: `216555010${day === "2021-07-05" ? 1 : 0}` }))
      )
      const { value } = yield* mirror.trends({ by, where: yield* parseMirrorQuery(where) })
      assert.deepStrictEqual(
        value.rows.map((row) => `${String(row.key)} ${row.days}/${row.of} ${row.reports}`),
        expected
      )
    }).pipe(Effect.scoped)
  )

  it.effect("by day has none, and by hour has the calls beside what was filed", () =>
    Effect.gen(function* () {
      const mirror = yield* mirrorOf(
        { created: "2021-07-07 12:00:00", called: "2021-07-06 13:05:00" },
        { created: "2021-07-07 13:00:00", called: "2021-07-06 13:10:00" },
        { created: "2021-07-07 14:00:00", called: "2021-07-06 00:00:00" }
      )
      const [day] = (yield* mirror.trends({ by: "day" })).value.rows
      assert.deepStrictEqual(day, { key: "2021-07-07", split: null, reports: 3, records: 3 })
      const { rows } = (yield* mirror.trends({ by: "hour" })).value
      assert.deepStrictEqual(
        rows.map(({ called, key, reports }) => [key, reports, called]),
        [
          [null, 0, 1],
          [12, 1, 0],
          [13, 1, 2],
          [14, 1, 0]
        ]
      )
    }).pipe(Effect.scoped)
  )
})
