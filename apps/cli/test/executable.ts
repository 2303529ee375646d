import { processFolder } from "@public-records/testing/drivers/processFolder"
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The path of the built executable. */
export const executablePath = fileURLToPath(new URL("../dist/public-records.js", import.meta.url))

/** The result of a run of the executable. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string>>

// Settings, keys and proxies of this machine must not affect a test.
export const bareEnvironment: Environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  // Not writable, even for root.
  XDG_CACHE_HOME: "/dev/null/cache",
  TZ: "UTC"
}

/** The environment of a process. Those of one test process share what Node.js compiles, so that they start faster. */
const processEnvironment: Environment = { ...bareEnvironment, NODE_COMPILE_CACHE: processFolder() }

const collected = (child: ChildProcess): Effect.Effect<Run> =>
  Effect.callback((resume) => {
    const output = { stdout: "", stderr: "" }
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.stdout += text))
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.stderr += text))
    child.once("close", (code) => resume(Effect.succeed({ code, ...output })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs the executable without a terminal. */
export const run = (args: ReadonlyArray<string>, environment: Environment = {}): Effect.Effect<Run> =>
  Effect.suspend(() =>
    collected(
      spawn(process.execPath, [executablePath, ...args], {
        env: { ...processEnvironment, ...environment },
        stdio: ["ignore", "pipe", "pipe"]
      })
    )
  )

/** Runs a shell command in which `$CLI` is the executable. */
export const runShell = (line: string): Effect.Effect<Run> =>
  Effect.suspend(() =>
    collected(
      spawn("/bin/bash", ["-c", line], {
        env: { ...processEnvironment, CLI: `${process.execPath} ${executablePath}` },
        stdio: ["ignore", "pipe", "pipe"]
      })
    )
  )

/** A running executable. */
interface Running {
  readonly firstLine: Effect.Effect<string>
  readonly firstError: Effect.Effect<string>
  /** Waits until standard error contains this text. */
  readonly errorWith: (text: string) => Effect.Effect<void>
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  readonly end: Effect.Effect<Run>
}

const lineFrom = (child: ChildProcess, stream: "stdout" | "stderr"): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    child[stream]?.on("data", (more: Buffer) => {
      text += more.toString("utf8")
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
    child.once("close", () => resolve(text))
  })

/** Returns a function that waits until standard error contains a text, which may already be there. */
const errorWith = (child: ChildProcess): ((text: string) => Promise<void>) => {
  let all = ""
  const waiting = new Set<() => void>()
  child.stderr?.on("data", (more: Buffer) => {
    all += more.toString("utf8")
    for (const look of waiting) look()
  })
  return (text) =>
    new Promise((resolve) => {
      const look = () => {
        if (all.includes(text)) resolve()
      }
      waiting.add(look)
      child.once("close", () => resolve())
      look()
    })
}

/** Starts the executable, and kills it when the scope closes. */
export const start = (args: ReadonlyArray<string>, environment: Environment = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [executablePath, ...args], {
        env: { ...processEnvironment, ...environment },
        stdio: ["ignore", "pipe", "pipe"]
      })
      const firstLine = lineFrom(child, "stdout")
      const firstError = lineFrom(child, "stderr")
      const waitForError = errorWith(child)
      const end = Effect.runPromise(collected(child))
      const running: Running = {
        firstLine: Effect.promise(() => firstLine),
        firstError: Effect.promise(() => firstError),
        errorWith: (text) => Effect.promise(() => waitForError(text)),
        signal: (signal) => Effect.sync(() => child.kill(signal)),
        end: Effect.promise(() => end)
      }
      return { ...running, child }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )
