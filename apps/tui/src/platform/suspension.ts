import { Atom } from "effect/reactivity"

/** Control over the terminal that the program draws on. */
export interface TerminalControl {
  /** Restores the terminal until `work` is done, then draws everything again. */
  readonly releaseWhile: (work: () => Promise<void>) => Promise<void>
}

/** The terminal, once the program draws on it. */
export const terminalControlAtom: Atom.Writable<TerminalControl> = Atom.keepAlive(
  Atom.make<TerminalControl>({ releaseWhile: () => Promise.resolve() })
)

const resumeTimeoutMillis = 300

/**
 * Suspends the program and the processes that started it, like Ctrl-Z in a shell. Resolves when it is continued, or after a
 * moment if there is no shell and the system does not stop anything.
 */
export const suspend = (): Promise<void> =>
  new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer)
      process.off("SIGCONT", resume)
      process.once("SIGWINCH", () => resolve())
      // A stopped process gets no signal about a new size.
      process.kill(process.pid, "SIGWINCH")
    }
    // No time passes while the process is stopped.
    const timer = setTimeout(resume, resumeTimeoutMillis)
    process.once("SIGCONT", resume)
    process.kill(0, "SIGTSTP")
  })
