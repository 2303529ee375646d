import { assert, describe, it } from "vitest"
import { inProcess } from "../src/drivers/InProcess.ts"
import { scenarios } from "../src/scenarios.ts"
import { faultyScenarioOf, faultySeeds, playFaulty } from "../src/soak/faultyScenarios.ts"

describe("every scenario with one fault more, in process", () => {
  for (let first = 1; first <= faultySeeds; first += scenarios.length) {
    const seeds = Array.from({ length: scenarios.length }, (_, n) => first + n)
    const { fault } = faultyScenarioOf(first)
    it(`ends as without it, or with a typed error: ${fault.do}, seeds from ${first} on`, async () => {
      const problems: Array<string> = []
      const { asked } = await playFaulty([inProcess], seeds, (_, found) => void problems.push(...found))
      assert.isAbove(asked, 100)
      assert.deepStrictEqual(problems, [], problems.join("\n"))
    })
  }
})
