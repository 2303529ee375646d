import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"

export interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** Exit code 0, any other end, or still running. */
export type Outcome = "worked" | "failed" | "runs"

const hasSessions = process.platform !== "win32"

/** Kills a program and its child processes. */
const killGroup = ({ pid }: ChildProcess): Effect.Effect<void> =>
  pid === undefined ? Effect.void : Effect.ignore(Effect.try(() => process.kill(hasSessions ? -pid : pid, "SIGKILL")))

/**
 * Runs a program in a separate session, and waits two seconds for its end. Then a program with `input` is killed, and any other
 * program continues. The session protects clipboard programs, which stay in the background, from Ctrl-Z and a closed window.
 */
export const runProgram = ({ command, args }: Program, input?: string): Effect.Effect<Outcome> =>
  Effect.callback<Outcome>((resume) => {
    const child = spawn(command, args, {
      stdio: [input === undefined ? "ignore" : "pipe", "ignore", "ignore"],
      detached: hasSessions,
      windowsHide: true
    })
    child.once("error", () => resume(Effect.succeed("failed")))
    child.once("exit", (code) => resume(Effect.succeed(code === 0 ? "worked" : "failed")))
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(input)
    return input === undefined ? Effect.sync(() => child.unref()) : killGroup(child)
  }).pipe(Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.succeed<Outcome>("runs") }))
