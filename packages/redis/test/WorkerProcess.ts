import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type Journal } from "./Journal.ts"

const program = fileURLToPath(new URL("./worker.ts", import.meta.url))

/** A separate process that runs `worker.ts`. */
export interface WorkerProcess {
  /** Starts its requests. */
  readonly begin: Effect.Effect<void>
  /** Kills the process immediately. */
  readonly kill: Effect.Effect<void>
}

/** Starts a worker and kills it with the scope. Its output lines are added to a journal, after its name. */
export const startWorker = (
  journal: Journal,
  name: string,
  args: ReadonlyArray<string>
): Effect.Effect<WorkerProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "pipe"] })
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on("line", (line) => journal.add(`${name} ${line}`))
      }
      return {
        begin: Effect.sync(() => child.stdin.write("begin\n")),
        kill: Effect.promise(() => {
          child.kill("SIGKILL")
          return ended
        })
      }
    }),
    ({ kill }) => kill
  )
