import { promises } from "../src/drivers/Promises.ts"
import { scenarios } from "../src/scenarios.ts"
import { runScenarios } from "../src/vitest.ts"

runScenarios(promises, scenarios)
