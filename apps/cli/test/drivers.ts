import { join } from "node:path"
import { processFolder } from "@public-records/testing/drivers/processFolder"
import { Effect } from "effect"
import { commandLine, commandLineOverCopy, executable } from "./commandLineDrivers.ts"
import { executablePath } from "./executable.ts"
import { run } from "./inProcess.ts"

const runLine = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.map(run(args, environment), ({ code, ...output }) => ({ exitCode: code ?? -1, ...output }))

/** Runs command lines within this process. */
export const program = commandLine("the executable's program, in this process", runLine)

/** The flags for one mirror of each set of files. */
const mirrors = new Map<string, ReadonlyArray<string>>()

/** Runs command lines over a mirror, within this process. */
export const programOverMirror = commandLineOverCopy("the executable's program, with a mirror", runLine, (files) =>
  Effect.gen(function* () {
    const known = mirrors.get(files.join())
    if (known !== undefined) return known
    const folder = processFolder()
    const flags = ["--mirror-file", join(folder, "mirror.duckdb")]
    yield* runLine(["mirror", "import", ...files, ...flags], { HOME: folder })
    mirrors.set(files.join(), flags)
    return flags
  })
)

/** Runs the built executable. */
export const builtExecutable = executable(executablePath)
