import { assert, describe, it } from "@effect/vitest"
import { CombinationBuilder, combinedMembers } from "../src/store/Combinations.ts"
import { DictionaryBuilder } from "../src/store/Dictionary.ts"

describe("texts that occur together", () => {
  it("have one code for each combination, from which theirs are found again", () => {
    const builder = new CombinationBuilder()
    const combinations = Array.from({ length: 500 }, (_, n): [number, number, number] => [n % 7, n % 11, n % 13])
    const codes = combinations.map((combination) => builder.code(...combination))
    assert.deepStrictEqual(
      codes,
      combinations.map((_, n) => n)
    )
    assert.deepStrictEqual(
      combinations.map((combination) => builder.code(...combination)),
      codes
    )
    const [firsts, seconds, thirds] = builder.build()
    assert.deepStrictEqual(
      codes.map((code) => [firsts[code], seconds[code], thirds[code]]),
      combinations
    )
  })

  it("are members of JSON, each with a comma before it", () => {
    const colours = new DictionaryBuilder()
    const sizes = new DictionaryBuilder()
    const [red, blue] = [colours.code("red"), colours.code('"blue"')]
    const [small, large] = [sizes.code(""), sizes.code("🛎")]
    const members = combinedMembers({
      colour: { dictionary: colours.build(), codes: Uint32Array.of(red, blue, red) },
      size: { dictionary: sizes.build(), codes: Uint32Array.of(small, small, large) }
    })
    const bytes = Buffer.from(members.bytes.buffer)
    assert.deepStrictEqual(
      [0, 1, 2].map((piece) => bytes.subarray(members.starts[piece], members.starts[piece + 1]).toString()),
      [',"colour":"red","size":""', ',"colour":"\\"blue\\"","size":""', ',"colour":"red","size":"🛎"']
    )
    assert.strictEqual(combinedMembers({}).longest, 0)
  })
})

describe("a dictionary", () => {
  it("has a code for each text in the order in which they come, and one for those that differ in case only", () => {
    const builder = new DictionaryBuilder()
    const texts = ["Ohio", "OHIO", "", "Utah", "Ohio", "utah", "Århus", "århus"]
    assert.deepStrictEqual(
      texts.map((text) => builder.code(text)),
      [0, 1, 2, 3, 0, 4, 5, 6]
    )
    const dictionary = builder.build()
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((code) => dictionary.text(code)),
      ["Ohio", "OHIO", "", "Utah", "utah", "Århus", "århus", ""]
    )
    assert.deepStrictEqual(Array.from(dictionary.foldedCodeOf), [0, 0, 1, 2, 2, 3, 3])
    assert.strictEqual(dictionary.foldedSize, 4)
    assert.deepStrictEqual(
      ["oHIO", "UTAH", "ÅRHUS", "Texas"].map((text) => dictionary.foldedCode(text)),
      [0, 2, 3, undefined]
    )
  })
})
