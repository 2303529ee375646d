import { inProcess } from "../src/drivers/InProcess.ts"
import { scenarios } from "../src/scenarios.ts"
import { runScenarios } from "../src/vitest.ts"

runScenarios(inProcess, scenarios)
