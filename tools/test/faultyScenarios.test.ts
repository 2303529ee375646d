import { inProcess } from "@public-records/testing/drivers/InProcess"
import { scenarios } from "@public-records/testing/scenarios"
import { assert, describe, it } from "vitest"
import { faultyScenarioOf, faultySeeds, soakScenarios } from "../soak/faultyScenarios.ts"

/** How many kinds of fault there are. */
const kinds = faultySeeds / scenarios.length
/** A sample of scenarios for each kind of fault. `pnpm soak --only scenarios` runs all combinations. */
const each = 8

describe("scenarios with one more fault, in process", () => {
  for (let kind = 0; kind < kinds; kind++) {
    const first = 1 + kind * scenarios.length
    const seeds = scenarios.map((_, place) => first + place).filter((_, place) => place % each === kind % each)
    it(`end as without it or with a typed error: ${faultyScenarioOf(first).fault.do}, seeds from ${first} on`, async () => {
      const { calls, problems } = await soakScenarios([inProcess], seeds)
      assert.isAbove(calls, 15)
      assert.deepStrictEqual(problems, [], problems.join("\n"))
    })
  }
})
