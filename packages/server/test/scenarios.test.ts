import { engine, rawHttps } from "../../testing/src/drivers/RawRequests.ts"
import { runScenarios } from "../../testing/src/vitest.ts"

runScenarios(engine)
runScenarios(rawHttps)
