import { fileURLToPath } from "node:url"
import { executable } from "@public-records/testing/drivers/Executable"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"

runScenarios(executable(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), scenarios)
