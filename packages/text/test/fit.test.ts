import { assert, describe, it } from "@effect/vitest"
import { cut, fit, graphemesOf, justify, justifyFirstFitting, pastedLine, wrap } from "../src/fit.ts"

describe("graphemesOf", () => {
  it("splits text into the units that a caret moves over", () => {
    assert.deepStrictEqual(graphemesOf("ab c"), ["a", "b", " ", "c"])
    assert.deepStrictEqual(graphemesOf("e\u0301👩‍🚀x"), ["e\u0301", "👩‍🚀", "x"])
    assert.deepStrictEqual(graphemesOf("東京"), ["東", "京"])
    assert.deepStrictEqual(graphemesOf(""), [])
  })
})

describe("cut", () => {
  it("keeps text that fits exactly, and truncates text that is one cell wider", () => {
    assert.strictEqual(cut("Ohio", 4), "Ohio")
    assert.strictEqual(cut("Ohio", 3), "Oh…")
    assert.strictEqual(cut("東京", 4), "東京")
    assert.strictEqual(cut("東京", 3), "東…")
    assert.strictEqual(cut("Ohio", 1), "…")
  })

  it("returns nothing if there is no cell", () => {
    for (const width of [0, -1]) assert.deepStrictEqual([cut("Ohio", width), fit("Ohio", width)], ["", ""])
  })

  it("truncates text of more than 16 code units for each cell, whatever its width", () => {
    const letter = (marks: number): string => `e${"\u0301".repeat(marks)}`
    assert.strictEqual(cut(letter(15), 1), letter(15))
    assert.strictEqual(cut(letter(16), 1), "…")
  })
})

describe("justify", () => {
  it("aligns two strings with at least one space between them", () => {
    assert.strictEqual(justify("left", "right", 12), "left   right")
    assert.strictEqual(justify("left", "right", 10), "left right")
    assert.strictEqual(justify("left", "right", 9), "le… right")
    assert.strictEqual(justify("left", "right", 7), "… right")
  })

  it("counts the cells of both strings, not their characters", () => {
    assert.strictEqual(justify("left", "東京", 10), "left  東京")
    assert.strictEqual(justify("東京", "🚀", 6), "東… 🚀")
    assert.strictEqual(justify("left", "e\u0301", 6), "left e\u0301")
  })

  it("shows only the left string if it would get no cell, or if there is no other", () => {
    assert.strictEqual(justify("left", "right", 6), "left  ")
    assert.strictEqual(justify("left", "right", 3), "le…")
    assert.strictEqual(justify("left", "", 5), "left ")
    assert.strictEqual(justify("left", "", 4), "left")
  })
})

describe("justifyFirstFitting", () => {
  const pairs = [
    ["a long left side", "right"],
    ["left", "right"],
    ["l", "r"]
  ] as const

  it("uses the first pair that fits with one space", () => {
    assert.strictEqual(justifyFirstFitting(pairs, 22), "a long left side right")
    assert.strictEqual(justifyFirstFitting(pairs, 21), "left            right")
    assert.strictEqual(justifyFirstFitting(pairs, 10), "left right")
    assert.strictEqual(justifyFirstFitting(pairs, 9), "l       r")
  })

  it("counts the cells of each pair, not its characters", () => {
    const wide = [
      ["東京", "都"],
      ["a", "b"]
    ] as const
    assert.strictEqual(justifyFirstFitting(wide, 7), "東京 都")
    assert.strictEqual(justifyFirstFitting(wide, 6), "a    b")
  })

  it("uses the last pair if none fits, and spaces without pairs", () => {
    assert.strictEqual(justifyFirstFitting(pairs, 2), "l ")
    assert.strictEqual(justifyFirstFitting([], 3), "   ")
  })
})

describe("wrap", () => {
  const examples: ReadonlyArray<readonly [text: string, width: number, lines: ReadonlyArray<string>]> = [
    ["", 4, [""]],
    ["four", 4, ["four"]],
    ["abc d", 5, ["abc d"]],
    ["one two three", 7, ["one two", "three"]],
    // The space after the last word that fits is the best one.
    ["three one four", 9, ["three one", "four"]],
    ["ones two", 6, ["ones", "two"]],
    // A space in the middle would leave half of the line empty.
    ["one two", 6, ["one tw", "o"]],
    ["ones  two", 7, ["ones", "two"]],
    ["ones   ", 4, ["ones"]],
    ["a/long/path", 4, ["a/lo", "ng/p", "ath"]],
    ["東京都", 1, ["東", "京", "都"]],
    ["🚀e\u0301", 1, ["🚀", "e\u0301"]],
    ["東京都 Zürich", 9, ["東京都", "Zürich"]],
    ["ab", 0, ["a", "b"]]
  ]
  it.each(examples)("breaks %j at %i cells", (text, width, lines) => {
    assert.deepStrictEqual(wrap(text, width), lines)
  })
})

describe("pastedLine", () => {
  it("replaces line ends and tabs with one space each time, and removes those around the text", () => {
    assert.strictEqual(pastedLine("\n a\r\nb\tc\u2028\u2029\u0085d\v\fe \n"), "a b c d e")
    assert.strictEqual(pastedLine("a  b"), "a  b")
  })
})
