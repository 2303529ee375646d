import { fileURLToPath } from "node:url"
import { commandLine, executable } from "@public-records/testing/drivers/Executable"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"
import { Effect } from "effect"
import { run } from "./inProcess.ts"
import { everyNth } from "./sampledScenarios.ts"

const inProcess = commandLine("the executable's program, in this process", (args, environment) =>
  Effect.map(run(args, environment), ({ code, ...output }) => ({ exitCode: code ?? -1, ...output }))
)

runScenarios(inProcess, scenarios)

runScenarios(executable(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), everyNth(4))
