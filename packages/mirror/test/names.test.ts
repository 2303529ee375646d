import { assert, describe, it } from "@effect/vitest"
import { foldName } from "@public-records/files/names"
import { Effect } from "effect"
import { unusualName } from "../src/questions/names.ts"
import { Choices } from "./comparison/Choices.ts"
import { daily, makeMirror, row } from "./mirrors.ts"

const pieces = [
  "a",
  ..."BzSßæøÉñ019 .-'&`’İıŁ",
  "A. P. ",
  "St. ",
  "e\u0301",
  " & ",
  "São ",
  "O’",
  "O'",
  "\u00A0",
  "  ",
  "x y",
  "Σ",
  "ς",
  "ﬁ",
  "Ｏ",
  "日本",
  "\u{1D54F}"
] as const

const someName = (choices: Choices): string =>
  Array.from({ length: 1 + choices.below(5) }, () => choices.oneOf(pieces)).join("")

const pattern = new RegExp(unusualName)

describe("names in the engine", () => {
  it("are folded as `lower` does, unless they are unusual", () => {
    const choices = new Choices(1)
    const usual = Array.from({ length: 100_000 }, () => someName(choices)).filter((name) => !pattern.test(name))
    assert.isAbove(new Set(usual).size, 200)
    for (const name of usual) assert.strictEqual(foldName(name), name.toLowerCase())
  })

  it.live("are equal in filters and in groups if `foldName` makes them equal", () =>
    Effect.gen(function* () {
      const choices = new Choices(2)
      const { importText, mirror } = yield* makeMirror
      const names = Array.from({ length: 600 }, () => someName(choices).trim()).filter((name) => name !== "")
      const spelled = [...names, ...names.slice(0, 200).map((name) => name.toUpperCase())]
      yield* importText(
        "rows.csv",
        daily(...spelled.map((city, index) => row({ city: `"${city}"`, number: String(2_165_550_000 + index) })))
      )
      const groups = Map.groupBy(spelled, foldName)
      const { value } = yield* mirror.top({ of: "cities", limit: 10_000 })
      const found = value.top.map((one) => [typeof one.value === "string" ? "" : foldName(one.value.city), one.records])
      assert.sameDeepMembers(
        found,
        Array.from(groups, ([folded, some]) => [folded, some.length])
      )
      for (const city of names.slice(0, 60)) {
        const { value: counts } = yield* mirror.count({ city })
        assert.strictEqual(counts.records, groups.get(foldName(city))?.length, JSON.stringify(city))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are shown in their most frequent spelling, per state", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const cities = [
        ["San José", "Texas"],
        ["SAN JOSE", "Texas"],
        ["SAN JOSE", "Texas"],
        ["San José", "California"],
        ["San Jose", "California"],
        ["St. Louis", ""],
        ["St Louis", ""]
      ] as const
      yield* importText(
        "rows.csv",
        daily(...cities.map(([city, state], index) => row({ city, state, number: String(2_165_550_000 + index) })))
      )
      const { value } = yield* mirror.top({ of: "cities" })
      const expected = [
        [{ city: "SAN JOSE", state: "Texas" }, 3],
        [{ city: "San Jose", state: "California" }, 2],
        [{ city: "St Louis", state: null }, 2]
      ]
      assert.deepStrictEqual(
        value.top.map((one) => [one.value, one.reports]),
        expected
      )
      const { value: trend } = yield* mirror.trends({ by: "city", split: "state" })
      assert.deepStrictEqual(
        trend.rows.map(({ key, reports, split }) => [key, split, reports]),
        [
          [{ city: "SAN JOSE", state: "Texas" }, "Texas", 3],
          [{ city: "San Jose", state: "California" }, "California", 2],
          [{ city: "St Louis", state: null }, null, 2]
        ]
      )
    }).pipe(Effect.scoped)
  )
})
