import { afterAll } from "@effect/vitest"
import { runScenarios } from "@public-records/testing/vitest"
import { closeMirrors, mirrorDriver } from "./mirrorDriver.ts"

runScenarios(mirrorDriver)

afterAll(closeMirrors)
