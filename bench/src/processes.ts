import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** Makes a folder that is removed when this process ends. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "public-records-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns an environment in which the executable finds no settings and starts with an empty compile cache. */
export const freshEnvironment = (): Environment => {
  const folder = temporaryFolder()
  return { ...process.env, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
}

const execute = promisify(execFile)

/** Runs a Node.js program to its end and returns its output. */
export const runProgram = (args: ReadonlyArray<string>, environment: Environment = process.env) =>
  execute(process.execPath, args, { env: environment })

/** The executable, which `pnpm bench` builds. */
export const executable = fileURLToPath(new URL("../../apps/cli/dist/public-records.js", import.meta.url))
