/**
 * Runs the scenarios that prove a statement in the named drivers and prints, as JSON, how many ran and which of them failed:
 * `node tools/breakages/runScenarios.ts 33 "the engine, in process"`. `pnpm breakages` runs it in a broken copy of the sources.
 */
import { isDeepStrictEqual } from "node:util"
import { type Driver } from "@public-records/testing/Driver"
import { type Scenario } from "@public-records/testing/Scenario"
import { scenarios } from "@public-records/testing/scenarios"
import { Effect, Exit, Option } from "effect"
import { driversWith, executableFile } from "../drivers.ts"

/** Longer than any scenario that ends. **Units** milliseconds. */
const screenTimeout = { inProcess: 5_000, withProcess: 20_000 }

/** Whether a scenario fails, or does not end in time. */
const failsIn = async (driver: Driver, scenario: Scenario): Promise<boolean> => {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const isInProcess = driver.name.includes("in process")
  const timer = setTimeout(() => resolve(undefined), isInProcess ? screenTimeout.inProcess : screenTimeout.withProcess)
  const exit = await Promise.race([Effect.runPromiseExit(driver.run(scenario)), tooLate])
  clearTimeout(timer)
  return exit === undefined || Exit.isFailure(exit) || !isDeepStrictEqual(exit.value, scenario.outcome)
}

const [statement, ...names] = process.argv.slice(2)
for (const driver of driversWith(executableFile).filter(({ name }) => names.includes(name))) {
  const proving = scenarios.filter(
    (scenario) => scenario.statements.includes(Number(statement)) && Option.isNone(driver.unsupported(scenario))
  )
  const red: Array<string> = []
  for (const scenario of proving) if (await failsIn(driver, scenario)) red.push(scenario.name)
  process.stdout.write(`${JSON.stringify({ driver: driver.name, ran: proving.length, red })}\n`)
}
process.exit(0)
