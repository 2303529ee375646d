import { Option } from "effect"
import { scenarios } from "@public-records/testing/scenarios"
import { parseCommandLine, say } from "./commandLine.ts"
import { driversWith, executableFile } from "./drivers.ts"

const usage = `Usage: pnpm matrix

Prints how many scenarios each driver runs, and why it does not run the others.`

parseCommandLine(usage, {})

for (const { name, unsupported } of driversWith(executableFile)) {
  const reasons = scenarios.flatMap((scenario) => Option.toArray(unsupported(scenario)))
  say(`${name}: ${scenarios.length - reasons.length} of ${scenarios.length}`)
  for (const [reason, { length }] of Map.groupBy(reasons, (reason) => reason)) say(`  ${length}: ${reason}`)
}
