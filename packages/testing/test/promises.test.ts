import { promises } from "../src/drivers/Promises.ts"
import { scenarios } from "../src/scenarios.ts"
import { runScenarios } from "../src/vitest.ts"
import { describe } from "vitest"

// They wait for retries in real time: each has a server of its own.
describe.concurrent("at the same time", () => {
  runScenarios(promises, scenarios)
})
