import { assert, describe, it } from "@effect/vitest"
import { states } from "@public-records/core"
import type { NoticeCounts } from "@public-records/mirror"
import { Arbitrary, Schema } from "effect"
import { type KeyCount, legendOf, makeChart } from "../src/charts/Chart.ts"
import { noticeChart } from "../src/charts/noticeChart.ts"
import { shadeLabels, tileMap } from "../src/charts/tileMap.ts"
import { filterText, named } from "../src/words.ts"

const anyCount = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })))

describe("a chart", () => {
  it.prop(
    "has equal shares for equal counts, which add up to 100 %",
    { counts: Arbitrary.array(anyCount, { minLength: 1 }) },
    ({ counts }) => {
      const { slices, total } = makeChart({
        title: "",
        shape: "bars",
        counts: counts.map((count, index) => ({ key: String(index), count }))
      })
      assert.strictEqual(
        total,
        counts.reduce((sum, count) => sum + count, 0)
      )
      const shares = new Map(slices.map(({ count, percent }) => [count, percent]))
      assert.isTrue(slices.every(({ count, percent }) => shares.get(count) === percent))
      const sum = slices.reduce((all, { percent }) => all + percent, 0)
      assert.closeTo(sum, total === 0 ? 0 : 100, 1e-6)
      assert.deepStrictEqual(
        slices.map(({ count }) => count),
        counts.toSorted((one, other) => other - one)
      )
    }
  )

  it("explains its colors and patterns", () => {
    const legend = (counts: ReadonlyArray<KeyCount>, partName = "") =>
      legendOf(makeChart({ title: "", shape: "columns", counts, partName }))
    assert.deepStrictEqual(legend([{ key: "a", count: 1, state: "complete" }]), [])
    const counts = (["missing", "unpublished", "cut"] as const).map((state) => ({ key: state, count: 0, state }))
    assert.deepStrictEqual(legend(counts, "robocalls"), [
      "Dark: robocalls.",
      "Hatched: missing days.",
      "Dotted: days that were not published.",
      "Dashed: a period without some of its days."
    ])
  })
})

describe("the tile map", () => {
  const mapOf = (counts: ReadonlyArray<KeyCount>) => tileMap(makeChart({ title: "", shape: "tiles", counts }))

  it.prop(
    "has each report once, on a tile or off the map",
    { counts: Arbitrary.array(anyCount, { minLength: 58, maxLength: 58 }) },
    ({ counts }) => {
      const keys = [...states.map(({ name }) => name), "", "Nowhere"]
      const slices = counts.map((count, index) => ({ key: keys[index % keys.length] ?? "", count }))
      const { offMap, rows } = mapOf(slices.slice(0, keys.length))
      const onMap = rows.flat().reduce((sum, { slice }) => sum + (slice?.count ?? 0), 0)
      assert.strictEqual(
        onMap + offMap,
        slices.slice(0, keys.length).reduce((sum, { count }) => sum + count, 0)
      )
    }
  )

  it("has a tile for each state and Puerto Rico, in rows of equal length", () => {
    const { rows } = mapOf([])
    assert.lengthOf(
      rows.flat().filter(({ code }) => code !== ""),
      52
    )
    assert.deepStrictEqual(new Set(rows.map((row) => row.length)), new Set([11]))
  })

  it.each([
    [1, "<1 %", "below 2 %"],
    [14, "1 %", "below 2 %"],
    [15, "2 %", "2 to 4 %"],
    [44, "4 %", "2 to 4 %"],
    [45, "5 %", "5 to 9 %"],
    [95, "10 %", "10 % or more"]
  ])("shades %i of 1,000 reports as the share that it shows, %s", (count, share, label) => {
    const { offMap, rows } = mapOf([
      { key: "Ohio", count },
      { key: "", count: 1000 - count }
    ])
    const tile = rows.flat().find(({ code }) => code === "OH")
    assert.deepStrictEqual([tile?.share, shadeLabels[tile?.shade ?? 0]], [share, label])
    assert.strictEqual(offMap, 1000 - count)
    assert.strictEqual(shadeLabels[rows.flat().find(({ code }) => code === "TX")?.shade ?? 4], "none")
  })
})

describe("a chart of notices", () => {
  const one = (value: string, notices: number) => ({ value, notices, transactions: notices, first: "a", last: "b" })
  const counts = (...values: NoticeCounts["counts"]): NoticeCounts => ({
    counts: values,
    withoutValue: 2,
    notices: 9,
    lastChanged: null,
    readToTheEnd: true
  })
  const slicesOf = (...parameters: Parameters<typeof noticeChart>) =>
    noticeChart(...parameters).slices.map(({ count, label }) => `${label} ${count}`)

  it("has every year from the first to the last one, unless a date is wrong", () => {
    assert.deepStrictEqual(slicesOf("year", counts(one("2021", 3), one("2019", 1))), [
      "2019 1",
      "2020 0",
      "2021 3",
      "not stated 2"
    ])
    assert.deepStrictEqual(slicesOf("year", counts(one("2021", 3), one("0021", 1))), [
      "0021 1",
      "2021 3",
      "not stated 2"
    ])
    assert.deepStrictEqual(slicesOf("year", counts()), ["not stated 2"])
  })

  it("has twelve months, and parties by their notices", () => {
    assert.lengthOf(slicesOf("month", counts(one("07", 3))), 13)
    const chart = noticeChart("acquired-parties", counts(one("A", 1), one("B", 3)))
    assert.deepStrictEqual(
      chart.slices.map(({ label }) => label),
      ["B", "A", "not stated"]
    )
    assert.strictEqual(chart.sentence, "Most: B, 3 notices (50 %), then A: 1. Without a value: 2.")
  })
})

describe("the words of answers", () => {
  it("name the first three of a list", () => {
    assert.deepStrictEqual([named([]), named(["a"]), named(["a", "b", "c"])], ["", "a", "a, b, c"])
    assert.strictEqual(named(Array.from({ length: 1203 }, () => "a")), "a, a, a and 1,200 more")
  })

  it("name each filter, but not the days of filing", () => {
    assert.strictEqual(
      filterText({
        number: "315232",
        city: "Akron",
        state: "Ohio",
        areaCode: 216,
        subject: "Other",
        robocall: "unknown",
        hour: 9
      }),
      "number 315232, city Akron, state Ohio, area code 216, subject Other, robocall not stated, filed at 9:00 to 9:59"
    )
    assert.deepStrictEqual(
      [filterText({ robocall: true }), filterText({ robocall: false })],
      ["robocalls only", "no robocalls"]
    )
    assert.strictEqual(filterText({}), "")
  })
})
