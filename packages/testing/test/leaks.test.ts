import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { canaryKey, findCanary } from "../src/Canary.ts"
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

  it("finds eight characters of it in any letter case, at its start and its end, but not seven", () => {
    for (const part of [canaryKey.slice(0, 8), canaryKey.slice(-8)]) {
      assert.deepStrictEqual(findCanary(`… ${part.toUpperCase()} …`), [part.toLowerCase()])
      assert.deepStrictEqual(findCanary(part), [part.toLowerCase()])
    }
    assert.deepStrictEqual(findCanary(`${canaryKey.slice(0, 7)} ${canaryKey.slice(-7)}`), [])
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
