import { runScenarios } from "@public-records/testing/vitest"
import { describe } from "vitest"
import { sampledScenarios } from "./sampledScenarios.ts"
import { terminal } from "./terminalDriver.ts"

// They mostly wait for other processes.
describe.concurrent("at the same time", () => {
  runScenarios(terminal, sampledScenarios(8))
})
