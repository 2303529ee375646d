import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type Blocklist, notVerified } from "@public-records/mirror"
import { blocklistAnswer } from "../src/blocklistAnswer.ts"
import { oneDay, range } from "./coverages.ts"

const at = { first: CivilDate.make("2021-07-01"), last: CivilDate.make("2021-07-07") }
const list: Blocklist = {
  rule: { days: 90, min: 3, places: 2, halfLifeDays: 30, allowed: 0 },
  numbers: [{ number: "3152328257", score: 41.5, reports: 42, places: 27, ...at }],
  omitted: { tooFewPlaces: 1200, invalid: 2, overLimit: 5, protected: [], allowed: [] },
  changes: null,
  forced: []
}

const textsOf = (change: Partial<Blocklist>, isForced = false, coverage = oneDay): ReadonlyArray<string> =>
  blocklistAnswer({ value: { ...list, ...change }, coverage, note: notVerified }, isForced).summary.map(
    ({ text }) => text
  )

describe("the answer about a block list", () => {
  it("counts what is listed and what is omitted", () => {
    assert.deepStrictEqual(textsOf({}), [
      "1 number. Omitted: 1,200 from too few places, 2 invalid, 0 protected, 0 allowed. 1 of 90 days complete."
    ])
    const changes = { previous: 3, added: ["3152328257"], removed: ["1", "2", "3"] }
    const rule = { ...list.rule, limit: 1, allowed: 2 }
    assert.deepStrictEqual(textsOf({ changes, rule }), [
      "1 number (previously 3: 1 new, 3 removed). Omitted: 1,200 from too few places, 2 invalid, 0 protected, 0 of 2 allowed, 5 over the limit. 1 of 90 days complete."
    ])
  })

  it("names protected and allowed numbers, known gaps, and what was forced", () => {
    const omitted = {
      ...list.omitted,
      protected: [{ number: "8002752273", owner: "Apple", reports: 128 }],
      allowed: [{ number: "2165550100", reports: 1 }]
    }
    const coverage = { ...oneDay, ...range("2025-09-26", "2025-10-01") }
    assert.deepStrictEqual(textsOf({ omitted, forced: ["It is old."] }, true, coverage).slice(1), [
      "Protected: (800) 275-2273, Apple (128 reports).",
      "Allowed: (216) 555-0100 (1 report).",
      "Known gap: 2025-09-27 to 2025-10-01, nothing was published.",
      "Forced: It is old."
    ])
    assert.deepStrictEqual(textsOf({}, true).slice(1), ["Nothing was forced: the list would not have been refused."])
  })

  it("has its numbers for programs", () => {
    const { cells, header, rows } = blocklistAnswer({ value: list, coverage: oneDay, note: notVerified }, false).data
    assert.strictEqual(header.join(), "number,score,reports,places,first,last")
    assert.deepStrictEqual([cells, rows], [[["3152328257", 41.5, 42, 27, at.first, at.last]], list.numbers])
  })
})
