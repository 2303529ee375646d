import { Effect, Exit, Option } from "effect"
import { inProcess } from "../../src/drivers/InProcess.ts"
import { engine } from "../../src/drivers/RawRequests.ts"
import { type Driver } from "../../src/Driver.ts"
import { type Scenario } from "../../src/Scenario.ts"
import { scenarios } from "../../src/scenarios.ts"
import { isDeepStrictEqual } from "node:util"

/** Longer than any scenario in process takes that ends. **Units** milliseconds. */
const patience = 5_000

/** Whether a scenario that a driver can express fails in it, or does not end in time. **Units** milliseconds. */
export const isRedIn = async (driver: Driver, scenario: Scenario, patience: number): Promise<boolean> => {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patience)
  const exit = await Promise.race([Effect.runPromiseExit(driver.ask(scenario)), tooLate])
  clearTimeout(timer)
  return exit === undefined || Exit.isFailure(exit) || !isDeepStrictEqual(exit.value, scenario.outcome)
}

/** The places, in the list of scenarios, of those tagged with a statement that fail in one of the drivers in process. */
export async function* redScenarios(statement: number): AsyncGenerator<number> {
  for (const [place, scenario] of scenarios.entries()) {
    if (!scenario.statements.includes(statement)) continue
    for (const driver of [engine, inProcess].filter(({ cannot }) => Option.isNone(cannot(scenario)))) {
      if (!(await isRedIn(driver, scenario, patience))) continue
      yield place
      break
    }
  }
}
