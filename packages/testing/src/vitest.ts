import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { type Driver } from "./Driver.ts"
import { type Scenario } from "./Scenario.ts"

/** Registers each scenario that a driver can express as a test of its own. */
export const runScenarios = (driver: Driver, scenarios: ReadonlyArray<Scenario>, timeout = 30_000): void => {
  describe(`${driver.name}`, () => {
    for (const scenario of scenarios.filter((scenario) => Option.isNone(driver.cannot(scenario)))) {
      it.live(
        scenario.name,
        () =>
          Effect.gen(function* () {
            const source = `docs/api.md, ${scenario.statements.join(", ")}`
            assert.deepStrictEqual(yield* driver.ask(scenario), scenario.outcome, source)
          }),
        timeout
      )
    }
  })
}
