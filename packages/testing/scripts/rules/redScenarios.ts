import { Effect, Exit, Option } from "effect"
import { inProcess } from "../../src/drivers/InProcess.ts"
import { engine } from "../../src/drivers/RawRequests.ts"
import { type Driver } from "../../src/Driver.ts"
import { type Scenario } from "../../src/Scenario.ts"
import { scenarios } from "../../src/scenarios.ts"
import { isDeepStrictEqual } from "node:util"

/** Longer than any scenario takes that ends. **Units** milliseconds. */
const patience = 5_000

const isRedIn = async (driver: Driver, scenario: Scenario): Promise<boolean> => {
  if (Option.isSome(driver.cannot(scenario))) return false
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
    const isRed = (await isRedIn(engine, scenario)) || (await isRedIn(inProcess, scenario))
    if (isRed) yield place
  }
}
