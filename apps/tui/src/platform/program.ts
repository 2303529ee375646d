import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"

/** Another program and what it is told. */
export interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** How far a program came: it ended well, it could not be started or ended badly, or it has not ended yet. */
export type Outcome = "worked" | "failed" | "runs"

/** Longer than programs take that only hand something on, short enough for a reader who waits. */
const patience = "2 seconds"

const hasSessions = process.platform !== "win32"

/** Ends a program with all that it started. */
const killGroup = ({ pid }: ChildProcess): Effect.Effect<void> =>
  pid === undefined ? Effect.void : Effect.ignore(Effect.try(() => process.kill(hasSessions ? -pid : pid, "SIGKILL")))

/**
 * Runs a program, and waits for its end as long as a reader does.
 *
 * **Gotchas** it gets a session of its own: some clipboard programs stay in the background to hand out what was copied,
 * and what stops or ends this program, such as Ctrl-Z or a window that is closed, must not reach them. With `input`, one
 * that does not end is killed; without, it lives on.
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
  }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed<Outcome>("runs") }))
