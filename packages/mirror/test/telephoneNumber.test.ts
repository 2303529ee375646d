import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { problemOfNumber } from "../src/numbers/NumberSearch.ts"
import { hasLostDigits, isAreaCode, readNumber, readTypedNumber } from "../src/numbers/telephoneNumber.ts"
import { july7, makeMirror, monday, writeRealDay } from "./mirrors.ts"

/** Cells as programs and people write them. */
const cells: ReadonlyArray<readonly [cell: string, number: string]> = [
  ["3152328257", "3152328257"],
  ["3152328257.0", "3152328257"],
  ["911.0", "911"],
  ['="911"', "911"],
  ["'3152328257", "3152328257"],
  ['="3152328257"', "3152328257"],
  ["3.152328257E9", "3152328257"],
  ["3.152328257e+09", "3152328257"],
  ["  3152328257\u00A0", "3152328257"],
  ["315-232-8257", "3152328257"],
  ["(315) 232-8257", "3152328257"],
  ["+1 315 232 8257", "3152328257"],
  ["'+13152328257", "3152328257"],
  ["13152328257", "3152328257"],
  ["13152328257.0", "3152328257"],
  ["0013152328257", "3152328257"],
  ["00 1 315 232 8257", "3152328257"],
  ["011 1 315 232 8257", "3152328257"],
  ["+6573321194", "+6573321194"],
  ["+65 7332 1194", "+6573321194"],
  ["011 47 93 39 22 89", "+4793392289"],
  ["0044 20 7946 0958", "+442079460958"],
  // Ten digits are a number, even if no telephone has it.
  ["0000000000", "0000000000"],
  ["(000) 000-0000", "0000000000"],
  ["1213555121", "1213555121"]
]

/** Texts that are no number, or more than one. */
const oddCells = [
  "",
  "0",
  "5006",
  "9455022",
  "saidpress1",
  "__________",
  "15012902256#1",
  "3152328257 ext 4",
  "18008335782976",
  "+178749631963196",
  "40731545277",
  "497049811270",
  "121655501001",
  "++12165550100",
  "00000000000",
  "3.15233E+09",
  "315-232-8257; 407-619-8312"
]

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
  ["+44 20 7946 0958", "+442079460958"],
  ["011 44 20 7946 0958", "+442079460958"],
  ["+47 93 39 22 89", "+4793392289"],
  ["011 47 93 39 22 89", "+4793392289"],
  ["+65 7332 1194", "+6573321194"],
  ["011 1 315 232 8257", "3152328257"],
  ["00 1 315 232 8257", "3152328257"],
  ["0013152328257", "3152328257"],
  ["15012902256#1", "5012902256"],
  ["3152328257.0", "3152328257"],
  ["'3152328257", "3152328257"],
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
  ["951677 8*", "9516778"],
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
  "(315)232-82577",
  "862083116688",
  "011 123 456 789",
  "1".repeat(21)
]

/** Returns the kind of a typed number and its digits. */
const read = (typed: string): string =>
  Result.match(readTypedNumber(typed), {
    onFailure: (reason) => reason,
    onSuccess: (search) => {
      if (search._tag === "Exact") return `Exact ${search.number}`
      return search._tag === "Prefix" ? `Prefix ${search.prefix}` : `Suffix ${search.suffix}`
    }
  })

describe("a number in a cell", () => {
  it.each(cells)("is read: %j", (cell, number) => {
    assert.strictEqual(readNumber(cell), number)
    assert.isFalse(hasLostDigits(cell))
  })

  it.each(oddCells)("stays as it is: %j", (cell) => {
    assert.strictEqual(readNumber(cell), cell)
  })

  it("has lost digits if a program has rounded it", () => {
    const rounded = ["3.15233E+09", "3.15233e9", "3.2E+09", "3E9", "1.31523E+10", " 3.15233E+09 "]
    assert.deepStrictEqual(rounded.filter(hasLostDigits), rounded)
    assert.deepStrictEqual(oddCells.filter(hasLostDigits), ["3.15233E+09"])
  })
})

describe("a typed number", () => {
  it.each(exact)("names one number: %s", (typed, number) => {
    assert.strictEqual(read(typed), `Exact ${number}`)
  })

  it.each(prefixes)("is the beginning of numbers: %s", (typed, prefix) => {
    assert.strictEqual(read(typed), `Prefix ${prefix}`)
  })

  it.each(["232-8257", "232 8257", "232.8257", "2328257"])("lacks its area code: %s", (typed) => {
    assert.strictEqual(read(typed), "Suffix 2328257")
  })

  it.each(invalid)("is refused with a reason: %s", (typed) => {
    assert.match(read(typed), /is not a telephone number|at least three digits/)
  })

  it.each([
    "3152328257 8042518204",
    "315 232 8257 804 251 8204",
    "315-232-8257; 407-619-8312",
    "(315) 232-8257, +1 804 251 8204",
    "3152328257 8042518204 4076198312"
  ])("is one: %s", (typed) => {
    assert.strictEqual(read(typed), `"${typed}" is more than one number; type one.`)
  })

  it("from abroad is refused if it is only a beginning", () => {
    for (const typed of ["+44 20 79xx", "+44 20 7946 09**", "+4420*", "+47 93"]) {
      assert.strictEqual(
        read(typed),
        `"${typed}" is only the beginning of a number abroad, or too long; type all its digits.`
      )
    }
  })

  it("may be stored without its last digit, behind a leading 1", () => {
    const possibly = (typed: string) =>
      Result.getOrThrow(Result.map(readTypedNumber(typed), (search) => search._tag === "Exact" && search.possibly))
    assert.deepStrictEqual(["213-555-1212", "1213555121", "+6573321194"].map(possibly), [
      "1213555121",
      undefined,
      undefined
    ])
  })

  it("is omitted from a ranking if it is a placeholder or cannot be a number", () => {
    const numbers = ["2135551212", "+6573321194", "1235551212", "2131551212", "213555121", "+18749631963"]
    const notANumber = "not a number"
    assert.deepStrictEqual(numbers.map(problemOfNumber), [
      undefined,
      undefined,
      notANumber,
      notANumber,
      notANumber,
      notANumber
    ])
  })

  it.each(["5555555555", "0000000000", "1234567890", "0123456789"])("is a placeholder: %s", (number) => {
    assert.strictEqual(problemOfNumber(number), "placeholder")
  })
})

/** The area code of a row of a daily file, before the subject and the robocall. */
const areaCodeOf = /,(\d{3}),(?:"[^"]*"|[^,]*),[^,]*$/

describe("the assigned area codes", () => {
  it.effect("are those of all consumers of the real days, and others", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const found = new Set<string>()
      for (const name of [july7, monday]) {
        const path = yield* writeRealDay(folder, name)
        const text = yield* Effect.promise(() => readFile(path, "utf8"))
        for (const line of text.split("\r\n")) found.add(areaCodeOf.exec(line)?.[1] ?? "201")
      }
      assert.isAbove(found.size, 300)
      assert.deepStrictEqual(
        [...found].filter((code) => !isAreaCode(code)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it("are 469, without those that the plan reserves", () => {
    const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, "0")).filter(isAreaCode)
    assert.strictEqual(codes.length, 469)
    const reserved = codes.filter((code) => !/^[2-9]\d{2}$/.test(code) || /^.(?:11|9.)$|^37|^96/.test(code))
    assert.deepStrictEqual(reserved, [])
    const others = ["416", "514", "604", "787", "809", "876", "500", "533", "588", "800", "833", "888", "900"]
    assert.deepStrictEqual(
      others.filter((code) => !codes.includes(code)),
      []
    )
  })
})
