import { assert, describe, it } from "@effect/vitest"
import { parseAllowList } from "@public-records/mirror"
import { Effect } from "effect"

describe("a list of allowed numbers", () => {
  it.effect("has one number a line in any typed form, comments and empty lines", () =>
    Effect.gen(function* () {
      const text =
        "\uFEFF# friends\r\n(216) 955-0100 # my doctor\r\n\n\t+1 216.955.0101\ntel:2169550102;ext=1\n1-800-FLOWERS\r+49 30 12345678#home"
      assert.deepStrictEqual(yield* parseAllowList(text), [
        "2169550100",
        "2169550101",
        "2169550102",
        "8003569377",
        "+493012345678"
      ])
      assert.deepStrictEqual(yield* parseAllowList("\uFEFF2169550100\r\n"), ["2169550100"])
      const cells = [
        "3152328257.0",
        "'3152328257",
        '="3152328257"',
        "3.152328257E9",
        " 00 1 315 232 8257 ",
        "+13152328257"
      ]
      assert.deepStrictEqual(
        yield* parseAllowList(cells.join("\n")),
        cells.map(() => "3152328257")
      )
    })
  )

  const mistakes: ReadonlyArray<readonly [text: string, line: string]> = [
    ["2169550100\n\nabc", "Line 3: "],
    ["216955", "Line 1: "],
    ["3152328257 4076198312", "Line 1: "],
    ["3152328257, 4076198312", "Line 1: "],
    ["2169550100\n315-232-8257; 407-619-8312", "Line 2: "],
    ["2169550100\n3.15233E+09", "Line 2: "],
    ["(315)232-82577", "Line 1: "],
    ["# a\r\n216955xxxx", "Line 2: "]
  ]

  it.effect.each(mistakes)("fails with the line of %j", ([text, line]) =>
    Effect.gen(function* () {
      const { problems } = yield* Effect.flip(parseAllowList(text))
      assert.deepStrictEqual([problems.length, problems[0]?.rule.startsWith(line)], [1, true])
    })
  )
})
