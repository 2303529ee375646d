import { assert, describe, it } from "@effect/vitest"
import { type Period, stepsOf } from "../src/days.ts"
import { coverageOf, dateOf, dayOf, daysOf, noDay, oneDay, range, someDays } from "./coverages.ts"

const periods: ReadonlyArray<Period> = ["day", "week", "month", "year"]

/** Returns the key of the period with a day, computed in another way. */
const keyOf = (date: string, by: Period): string => {
  if (by === "day") return date
  if (by !== "week") return date.slice(0, by === "month" ? 7 : 4)
  let day = dayOf(date)
  while (new Date(dateOf(day)).getUTCDay() !== 1) day--
  return dateOf(day)
}

describe("the periods of a range", () => {
  for (const by of periods) {
    it.prop(`have each day once: ${by}`, { days: someDays }, ({ days }) => {
      const steps = stepsOf(by, coverageOf(days))
      const stateOf = new Map<string, string>(days.states.map((state, index) => [dateOf(days.first + index), state]))
      const present = new Map<string, number>()
      for (const [date, state] of stateOf) {
        if (state === "complete" || state === "partial")
          present.set(keyOf(date, by), (present.get(keyOf(date, by)) ?? 0) + 1)
      }
      const own = steps.filter((step) => step.days > 0)
      assert.deepStrictEqual(new Map(own.map((step) => [step.key, step.days])), present)
      for (const { from, of, state, to } of own) {
        const isCut =
          daysOf({ from, to }).some((day) => stateOf.get(day) !== "complete") || daysOf({ from, to }).length < of
        assert.strictEqual(state, isCut ? "cut" : "complete")
      }
      const absent = steps
        .filter((step) => step.days === 0)
        .flatMap((step) => daysOf(step).map((day): readonly [string, string] => [day, step.state]))
      for (const [day, state] of absent) assert.strictEqual(stateOf.get(day), state)
      const others = [...stateOf].filter(
        ([day, state]) => /missing|unpublished/.test(state) && !present.has(keyOf(day, by))
      )
      assert.sameDeepMembers(absent, others)
      assert.deepStrictEqual(
        steps.map(({ from }) => from),
        steps.map(({ from }) => from).toSorted()
      )
    })
  }

  it("are as long as in the calendar", () => {
    const lengths = (by: Period, from: string, to: string) =>
      stepsOf(by, { ...oneDay, ...range(from, to), complete: 1 }).map(({ key, of }) => [key, of])
    assert.deepStrictEqual(lengths("month", "2024-02-10", "2024-03-01"), [
      ["2024-02", 29],
      ["2024-03", 31]
    ])
    assert.deepStrictEqual(lengths("month", "2021-02-10", "2021-02-10"), [["2021-02", 28]])
    assert.deepStrictEqual(lengths("year", "2023-12-31", "2024-01-01"), [
      ["2023", 365],
      ["2024", 366]
    ])
    assert.deepStrictEqual(lengths("week", "2021-07-04", "2021-07-05"), [
      ["2021-06-28", 7],
      ["2021-07-05", 7]
    ])
  })

  it("are within the range, and none without a day", () => {
    const [week] = stepsOf("week", oneDay)
    assert.deepStrictEqual([week?.from, week?.to, week?.days, week?.state], ["2021-07-07", "2021-07-07", 1, "cut"])
    assert.deepStrictEqual(stepsOf("month", noDay), [])
  })
})
