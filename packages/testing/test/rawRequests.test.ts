import { engine, rawHttps } from "../src/drivers/RawRequests.ts"
import { scenarios } from "../src/scenarios.ts"
import { runScenarios } from "../src/vitest.ts"

runScenarios(engine, scenarios)
runScenarios(rawHttps, scenarios)
