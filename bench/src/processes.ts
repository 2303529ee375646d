import { execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** Creates a folder that is removed when this process ends. */
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

/** Starts a server that ends with this process. Returns the first part of its output that matches the pattern. */
export const startServer = (command: string, args: ReadonlyArray<string>, ready: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], detached: true })
    process.once("exit", () => child.pid !== undefined && process.kill(-child.pid))
    child.once("error", reject)
    child.once("exit", () => reject(new Error(`${command} ${args.join(" ")} has ended.`)))
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
      const [found] = ready.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
  })

/** The only key that the measured reference server accepts. */
export const benchKey = "bench-key-0123456789"

/** Starts the reference server in another process, without a limit and without a log. Returns its URL. */
export const startReferenceServer = (...options: ReadonlyArray<string>): Promise<string> =>
  startServer(
    process.execPath,
    [executable, "serve", "--port", "0", "--tls", "off", "--allow-http", "--rate-limit", "off", ...options],
    /http:\/\/127\.0\.0\.1:\d+/
  )
