import { assert, describe, it } from "@effect/vitest"
import { hostileComplaints } from "@public-records/testing/HostileSamples"
import { Effect, Exit } from "effect"
import { assertNoControlSequences, assertOnlyOwnSequences } from "./controlSequences.ts"

const isAccepted = (check: Effect.Effect<void, unknown>): boolean => Exit.isSuccess(Effect.runSyncExit(check))

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
