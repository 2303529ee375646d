import { fileURLToPath } from "node:url"
import { terminal } from "@public-records/testing/drivers/Terminal"
import { runScenarios } from "@public-records/testing/vitest"
import { sampledScenarios } from "./sampledScenarios.ts"

runScenarios(terminal(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), sampledScenarios(8))
