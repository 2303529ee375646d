import { spawn } from "node:child_process"
import { once as event } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

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

/** Runs a Node.js program to its end and returns its output. */
export const runProgram = async (
  args: ReadonlyArray<string>,
  environment: Environment = process.env
): Promise<{ readonly stdout: string; readonly stderr: string }> => {
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), event(child, "close")])
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with code ${String(code)}: ${stderr}`)
  return { stdout, stderr }
}

/** The executable, which `pnpm bench` builds. */
export const executable = fileURLToPath(new URL("../../apps/cli/dist/public-records.js", import.meta.url))
