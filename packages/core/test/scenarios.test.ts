import { describe } from "vitest"
import { inProcess } from "../../testing/src/drivers/InProcess.ts"
import { promises } from "../../testing/src/drivers/Promises.ts"
import { runScenarios } from "../../testing/src/vitest.ts"

runScenarios(inProcess)

// They wait for retries in real time: each has a server of its own.
describe.concurrent("at the same time", () => {
  runScenarios(promises)
})
