import { afterAll } from "@effect/vitest"
import { runScenarios } from "@public-records/testing/vitest"
import { closeMirrors, memoryDriver, mirrorDriver, sampleDriver } from "./mirrorDriver.ts"

runScenarios(mirrorDriver)
runScenarios(memoryDriver)
runScenarios(sampleDriver)

afterAll(closeMirrors)
