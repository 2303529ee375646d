import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { canonicalNumber, problemOfNumber, readTypedNumber } from "../src/numbers/typedNumber.ts"

const exact: ReadonlyArray<readonly [typed: string, number: string]> = [
  ["(213) 555-1212", "2135551212"],
  ["+1 213 555 1212", "2135551212"],
  ["213.555.1212", "2135551212"],
  ["1-213-555-1212", "2135551212"],
  ["12135551212", "2135551212"],
  ["2135551212", "2135551212"],
  ["213/555/1212", "2135551212"],
  ["213–555—1212", "2135551212"],
  ["213-555-1212 ext. 12", "2135551212"],
  ["213 555 1212 x12", "2135551212"],
  ["213 555 1212 #7", "2135551212"],
  ["213-555-1212 EXT 123456", "2135551212"],
  ["213.555.1212, Extension 7", "2135551212"],
  ["TEL:2135551212X1", "2135551212"],
  ["tel:+12135551212", "2135551212"],
  ["tel:213-555-1212;ext=4", "2135551212"],
  ["１２１３５５５１２１２", "2135551212"],
  ["\u202A+1 (213) 555\u20111212\u202C", "2135551212"],
  ["213\u00AD555\u200B1212", "2135551212"],
  ["1-800-FLOWERS", "8003569377"],
  ["800 flowers", "8003569377"],
  ["1-800-GOT-JUNK", "8004685865"],
  ["0000000000", "0000000000"],
  ["1234567890", "1234567890"],
  ["+44 20 7946 0958", "442079460958"],
  ["011 44 20 7946 0958", "442079460958"],
  ["862083116688", "862083116688"],
  ["877061593801496966", "877061593801496966"],
  ["86208311668886208311", "86208311668886208311"],
  ["011 123 456 789", "123456789"],
  ["1-800-MATTRESS", "8006288737"]
]

const prefixes: ReadonlyArray<readonly [typed: string, prefix: string]> = [
  ["213", "213"],
  ["(213) 555", "213555"],
  ["+1 213 555", "213555"],
  ["1213555", "213555"],
  ["213-555-12xx", "21355512"],
  ["951677xxxx", "951677"],
  ["951677*", "951677"],
  ["951677____", "951677"],
  ["951 677 X-XXXX", "951677"],
  ["951-677-????", "951677"],
  ["555-1212", "5551212"],
  ["911", "911"],
  ["121", "121"],
  ["1213", "213"],
  ["+1 213 555 121", "213555121"]
]

const invalid = [
  "",
  "  ",
  "abc",
  "21",
  "1x",
  "saidpress9",
  "()",
  "213-555-1212 and more",
  "555-1212 ext. 1234",
  "555-1212 #1234",
  "1".repeat(21)
]

const read = (typed: string) => Result.getOrUndefined(readTypedNumber(typed))

describe("a typed number", () => {
  it.each(exact)("names one number: %s", (typed, number) => {
    const search = read(typed)
    assert.deepStrictEqual([search?._tag, search?._tag === "Exact" ? search.number : ""], ["Exact", number])
  })

  it.each(prefixes)("is the beginning of numbers: %s", (typed, prefix) => {
    const search = read(typed)
    assert.deepStrictEqual([search?._tag, search?._tag === "Prefix" ? search.prefix : ""], ["Prefix", prefix])
  })

  it.each(invalid)("is refused with a reason: %s", (typed) => {
    const reason = Result.getOrUndefined(Result.flip(readTypedNumber(typed)))
    assert.match(reason ?? "", /is not a telephone number|at least three digits/)
  })

  it("from abroad is one number, of which the beginning is refused", () => {
    assert.deepStrictEqual(read("+44 20 7946 0958"), {
      _tag: "Exact",
      number: "442079460958",
      forms: ["442079460958", "+442079460958"],
      possibly: []
    })
    for (const typed of ["+44 20 79xx", "+44 20 7946 09**", "+4420*"]) {
      const reason = Result.getOrUndefined(Result.flip(readTypedNumber(typed)))
      assert.strictEqual(reason, `"${typed}" is only the beginning of a number abroad; type all its digits.`)
    }
  })

  it("finds every form in which a number is stored", () => {
    const search = read("213-555-1212")
    assert.deepStrictEqual(search?.forms, ["2135551212", "12135551212", "+12135551212"])
    assert.deepStrictEqual(search?._tag === "Exact" ? search.possibly : [], ["1213555121"])
  })

  it("is omitted from a ranking if it is a placeholder or cannot be a number", () => {
    assert.deepStrictEqual(["2135551212", "1235551212", "2131551212", "213555121"].map(problemOfNumber), [
      undefined,
      "not a number",
      "not a number",
      "not a number"
    ])
  })

  it.each(["5555555555", "0000000000", "1234567890", "0123456789"])("is a placeholder: %s", (number) => {
    assert.strictEqual(problemOfNumber(number), "placeholder")
  })

  it("has one form without the code of the country, unless it is too long or too short for that", () => {
    assert.deepStrictEqual(["+12165550100", "12165550100", "2165550100"].map(canonicalNumber), [
      "2165550100",
      "2165550100",
      "2165550100"
    ])
    const others = ["121655501001", "+121655501001", "1216555010", "+442165550100", "112165550100", "++12165550100"]
    assert.deepStrictEqual(others.map(canonicalNumber), others)
  })
})
