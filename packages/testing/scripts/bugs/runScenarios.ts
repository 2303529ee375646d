/**
 * Runs every scenario in every driver of the workspace that this file is in, and prints a line of JSON for each driver:
 * how many scenarios ran, and the places of those that were red. `scripts/bugs.ts` runs it in a copy with a bug.
 */
import { Effect, Option } from "effect"
import { fileURLToPath } from "node:url"
import { commandLine, executable, type Run } from "../../src/drivers/Executable.ts"
import { inProcess } from "../../src/drivers/InProcess.ts"
import { promises } from "../../src/drivers/Promises.ts"
import { engine, rawHttps } from "../../src/drivers/RawRequests.ts"
import { terminal } from "../../src/drivers/Terminal.ts"
import { type Driver } from "../../src/Driver.ts"
import { root } from "../rules/Breakage.ts"
import { isRedIn } from "../rules/redScenarios.ts"
import { scenarios } from "../../src/scenarios.ts"

/** The executable's program in this process, from its tests: a package further up, so that nothing here is compiled with it. */
interface ProgramInProcess {
  readonly run: (
    args: ReadonlyArray<string>,
    environment: Readonly<Record<string, string>>
  ) => Effect.Effect<Omit<Run, "exitCode"> & { readonly code: number | null }>
}

const { run }: ProgramInProcess = await import(new URL("apps/cli/test/inProcess.ts", root).href)
const file = fileURLToPath(new URL("apps/cli/dist/public-records.js", root))

/** Drivers, how many of their scenarios run at the same time, and how long each may take. **Units** milliseconds. */
const drivers: ReadonlyArray<readonly [Driver, number, number]> = [
  [engine, 1, 5_000],
  [rawHttps, 1, 5_000],
  [inProcess, 1, 5_000],
  [promises, 1, 10_000],
  [
    commandLine("the executable, in process", (args, environment) =>
      Effect.map(run(args, environment), ({ code, ...output }) => ({ exitCode: code ?? -1, ...output }))
    ),
    1,
    10_000
  ],
  [executable(file), 2, 20_000],
  [terminal(file), 2, 20_000]
]

for (const [driver, atTheSameTime, patience] of drivers) {
  const queue = [...scenarios.entries()].filter(([, scenario]) => Option.isNone(driver.cannot(scenario)))
  const ran = queue.length
  const red: Array<number> = []
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, scenario] = next
      if (await isRedIn(driver, scenario, patience)) red.push(place)
    }
  }
  await Promise.all(Array.from({ length: atTheSameTime }, work))
  process.stdout.write(`${JSON.stringify({ driver: driver.name, ran, red: red.toSorted((a, b) => a - b) })}\n`)
}
process.exit(0)
