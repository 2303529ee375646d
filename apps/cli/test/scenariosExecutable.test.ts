import { fileURLToPath } from "node:url"
import { join } from "node:path"
import { commandLine, commandLineOverCopy, executable } from "@public-records/testing/drivers/Executable"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"
import { Effect } from "effect"
import { run } from "./inProcess.ts"
import { everyNth } from "./sampledScenarios.ts"

const runLine = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.map(run(args, environment), ({ code, ...output }) => ({ exitCode: code ?? -1, ...output }))

runScenarios(commandLine("the executable's program, in this process", runLine), scenarios)

const overMirror = commandLineOverCopy(
  "the executable's program with a mirror",
  runLine,
  (files, folder, environment) => {
    const flags = ["--mirror-file", join(folder, "mirror.db")]
    return Effect.as(runLine(["mirror", "import", ...files, ...flags], environment), flags)
  }
)

runScenarios(overMirror, scenarios)

runScenarios(executable(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), everyNth(4))
