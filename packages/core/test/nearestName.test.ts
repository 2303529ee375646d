import { assert, describe, it } from "@effect/vitest"
import { nearestName, noSuchName } from "../src/nearestName.ts"

const names = ["maxRetries", "maxWait", "timeout", "createdFrom"]

describe("nearestName", () => {
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    ["maxRetrys", "maxRetries"],
    ["max_retries", "maxRetries"],
    ["createdfrom", "createdFrom"],
    ["MAXRETRYS", "maxRetries"],
    ["time", "timeout"],
    ["maxWait", "maxWait"],
    ["retry", undefined],
    ["", undefined],
    ["x".repeat(1_000_000), undefined]
  ]
  it.each(cases)("of %s is %s", (typed, nearest) => {
    assert.strictEqual(nearestName(typed, names), nearest)
  })
})

describe("a name", () => {
  const cases: ReadonlyArray<readonly [string, string, boolean]> = [
    // A long name may differ in three letters.
    ["maxRetrxyz", "maxRetries", true],
    ["maxRetwxyz", "maxRetries", false],
    // A short one in half of its letters.
    ["ta", "to", true],
    ["ab", "to", false],
    // One letter may begin a name.
    ["t", "to", true],
    ["abcd", "a-b-c_d-e f", true],
    ["a-b-c_d-e f", "abcdef", true]
  ]
  it.each(cases)("%s may stand for %s: %s", (typed, name, isNear) => {
    assert.strictEqual(nearestName(typed, [name]), isNear ? name : undefined)
  })
})

describe("of several names", () => {
  it("an equal one is nearer than a longer one, and the first of two similar ones is chosen", () => {
    assert.strictEqual(nearestName("max-wait", ["maxWaits", "maxWait"]), "maxWait")
    assert.strictEqual(nearestName("maxWait1", ["maxWait2", "maxWait3"]), "maxWait2")
  })
})

describe("noSuchName", () => {
  it("suggests the nearest name, or to remove the name", () => {
    const message = (typed: string) => noSuchName("A client has no option", typed, names)
    assert.strictEqual(message("maxRetrys"), 'A client has no option "maxRetrys". Did you mean "maxRetries"?')
    assert.strictEqual(message("verbose"), 'A client has no option "verbose". Remove it.')
    assert.isBelow(message("x".repeat(1000)).length, 100)
  })
})
