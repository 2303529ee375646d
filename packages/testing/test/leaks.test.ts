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
