import { fileURLToPath } from "node:url"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { commandLine, commandLineOverCopy, executable } from "@public-records/testing/drivers/Executable"
import { processFolder } from "@public-records/testing/drivers/processFolder"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { run } from "./inProcess.ts"
import { sampledScenarios } from "./sampledScenarios.ts"

// Each run in this process would load more than a hundred certificates, which takes longer than the rest of the run. It trusts the
// certificate of its service, as a process does that trusts the default certificates, too.
const defaultCertificates = getCACertificates("default")
beforeAll(() => setDefaultCACertificates([]))
afterAll(() => setDefaultCACertificates(defaultCertificates))

const runLine = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.map(run(args, environment), ({ code, ...output }) => ({ exitCode: code ?? -1, ...output }))

runScenarios(commandLine("the executable's program, in this process", runLine), scenarios)

/** The flags for one mirror of each set of files. */
const mirrors = new Map<string, ReadonlyArray<string>>()

const overMirror = commandLineOverCopy("the executable's program with a mirror", runLine, (files) =>
  Effect.gen(function* () {
    const known = mirrors.get(files.join())
    if (known !== undefined) return known
    const folder = processFolder()
    const flags = ["--mirror-file", join(folder, "mirror.db")]
    yield* runLine(["mirror", "import", ...files, ...flags], { HOME: folder })
    mirrors.set(files.join(), flags)
    return flags
  })
)

runScenarios(overMirror, scenarios)

// Its program also runs them all in this process, above.
runScenarios(executable(fileURLToPath(new URL("../dist/public-records.js", import.meta.url))), sampledScenarios(16))
