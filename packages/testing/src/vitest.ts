import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { type Driver } from "./Driver.ts"
import { type Scenario } from "./Scenario.ts"
import { scenarios as everyScenario } from "./scenarios.ts"
import { type SiteDriver, siteOutcome } from "./SiteScenario.ts"
import { siteScenarios } from "./siteScenarios.ts"

/** Registers one test for each scenario that the driver supports, by default of all scenarios and with a timeout of two minutes. */
export const runScenarios = (
  driver: Driver,
  scenarios: ReadonlyArray<Scenario> = everyScenario,
  timeout = 120_000
): void => {
  describe(`${driver.name}`, () => {
    for (const scenario of scenarios.filter((scenario) => Option.isNone(driver.unsupported(scenario)))) {
      it.live(
        scenario.name,
        () =>
          Effect.gen(function* () {
            const source = `docs/api.md, ${scenario.statements.join(", ")}`
            assert.deepStrictEqual(yield* driver.run(scenario), scenario.outcome, source)
          }),
        timeout
      )
    }
  })
}

/** Registers one test for each scenario of the site. */
export const runSiteScenarios = (driver: SiteDriver): void => {
  describe(`${driver.name}`, () => {
    for (const scenario of siteScenarios) {
      it.live(scenario.name, () =>
        Effect.map(driver.run(scenario), (outcome) => assert.deepStrictEqual(outcome, siteOutcome(scenario)))
      )
    }
  })
}
