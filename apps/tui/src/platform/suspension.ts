import { Atom } from "effect/reactivity"

/** Control over the terminal that the program draws on. */
export interface TerminalControl {
  /** Releases the terminal while `work` runs, then draws the screen again. */
  readonly releaseWhile: (work: () => Promise<void>) => Promise<void>
}

/** The terminal. Does nothing until the program draws on it. */
export const terminalControlAtom: Atom.Writable<TerminalControl> = Atom.keepAlive(
  Atom.make<TerminalControl>({ releaseWhile: () => Promise.resolve() })
)

const resumeTimeoutMillis = 300

/**
 * Suspends the process group, like Ctrl-Z in a shell. Resolves when the shell resumes it, or after a moment if there is no
 * shell and the system ignores the signal.
 */
export const suspend = (): Promise<void> =>
  new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer)
      process.off("SIGCONT", resume)
      process.once("SIGWINCH", () => resolve())
      // A stopped process is not notified of a resize.
      process.kill(process.pid, "SIGWINCH")
    }
    // This timer does not advance while the process is stopped.
    const timer = setTimeout(resume, resumeTimeoutMillis)
    process.once("SIGCONT", resume)
    process.kill(0, "SIGTSTP")
  })
