import { rawHttps } from "../src/drivers/RawHttps.ts"
import { scenarios } from "../src/scenarios.ts"
import { runScenarios } from "../src/vitest.ts"

runScenarios(rawHttps, scenarios)
