import { fileURLToPath } from "node:url"
import { terminal } from "@public-records/testing/drivers/Terminal"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"

runScenarios(terminal(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), scenarios)
