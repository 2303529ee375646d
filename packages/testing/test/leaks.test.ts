import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { canaryKey, findCanary } from "../src/Canary.ts"
import { assertNoControlSequences, assertOnlyOwnSequences } from "../src/drivers/controlSequences.ts"
import { hostileComplaints } from "../src/HostileSamples.ts"
import { assertNoKeyLeak, knownKey, unknownKey } from "../src/Keys.ts"

const isAccepted = (check: Effect.Effect<void, unknown>): boolean => Exit.isSuccess(Effect.runSyncExit(check))

describe("the search for the canary key", () => {
  it("finds it in Base64, whatever comes before it", () => {
    for (const encoding of ["base64", "base64url"] as const) {
      for (const before of ["", "a", "ab", "abc", "user:"]) {
        const text = Buffer.from(`${before}${canaryKey}, and more`).toString(encoding)
        assert.isNotEmpty(findCanary(text), `${encoding} after "${before}"`)
      }
    }
  })

  it("finds it in any letter case, but no part of it", () => {
    assert.deepStrictEqual(findCanary(`… ${canaryKey.toUpperCase()} …`), [canaryKey])
    assert.deepStrictEqual(findCanary(`${canaryKey.slice(1)} ${canaryKey.slice(0, -1)}`), [])
  })
})

describe("the search for the keys of the sample service", () => {
  it("finds a key and a part of one, without the rest", () => {
    for (const text of [knownKey, unknownKey, knownKey.slice(0, 20), unknownKey.slice(2, 20)]) {
      assert.isFalse(isAccepted(assertNoKeyLeak(`{"message":"${text}"}`)), text)
    }
    assert.isTrue(isAccepted(assertNoKeyLeak("The key is ••••, from known-key.txt.")))
  })
})

describe("the search for characters that control a terminal", () => {
  it("finds each of them in the output of a program, and accepts lines and tabs", () => {
    for (const character of "\r\u0000\u0007\u001B\u007F\u0085\u009B\u2028\u2029\u202E\u2066\u2069\uFEFF") {
      assert.isFalse(isAccepted(assertNoControlSequences(`one${character}two`)), JSON.stringify(character))
    }
    assert.isTrue(isAccepted(assertNoControlSequences("one\ttwo\nthree: 日本語 é ␛\n")))
  })

  it("finds those of a record in the output of the terminal UI, which sends its own", () => {
    for (const text of ["\u001B]0;stolen title\u0007", "\u009B31m", "\u202Etxet"]) {
      assert.isFalse(isAccepted(assertOnlyOwnSequences(`\u001B[2J${text}`)), JSON.stringify(text))
    }
    assert.isTrue(isAccepted(assertOnlyOwnSequences("\u001B[2J\u001B[31mred\r\n")))
  })

  it("finds those of the hostile samples", () => {
    const found = hostileComplaints.filter(({ city }) => !isAccepted(assertNoControlSequences(city)))
    assert.isAtLeast(found.length, 7)
  })
})
