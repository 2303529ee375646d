import { assert, describe, it } from "@effect/vitest"
import {
  isOddPhone,
  oddPhoneCode,
  oddPhonePosition,
  phoneCode,
  phoneDigits,
  phoneValue
} from "../src/store/phoneNumber.ts"

describe("the code of a telephone number", () => {
  const numbers = Array.from({ length: 12 }, (_, digits) => ["0".repeat(digits), "9".repeat(digits)]).flat()

  it("tells the number and how many digits it has, leading zeros included", () => {
    for (const number of [...numbers, "2165550100", "02165550100", "1"]) {
      const code = phoneCode(number) ?? -1
      assert.isTrue(code >= 0 && code < 2 ** 40 && !isOddPhone(code), number)
      assert.deepStrictEqual([phoneDigits(code), phoneValue(code, number.length)], [number.length, Number(number)])
    }
  })

  it("is not there for other texts, which have codes behind all numbers", () => {
    for (const text of ["0".repeat(12), "9".repeat(12), "+1 216", "216a", " 1", "1 ", "1\n"]) {
      assert.isUndefined(phoneCode(text))
    }
    assert.strictEqual(oddPhoneCode(0), (phoneCode("99999999999") ?? 0) + 1)
    for (const position of [0, 1, 2 ** 41]) {
      assert.isTrue(isOddPhone(oddPhoneCode(position)))
      assert.strictEqual(oddPhonePosition(oddPhoneCode(position)), position)
    }
  })
})
