import { Atom } from "effect/reactivity"

/** What only the drawing part of the program can do with the terminal. */
export interface TerminalHold {
  /** Gives the terminal back while something else has it, and then draws everything anew. */
  readonly lend: (meanwhile: () => Promise<void>) => Promise<void>
}

/** The terminal, once the program draws on it. */
export const terminalHoldAtom: Atom.Writable<TerminalHold> = Atom.keepAlive(
  Atom.make<TerminalHold>({ lend: () => Promise.resolve() })
)

const patienceMillis = 300

/**
 * Stops this program and those that started it, as the shell's own Ctrl-Z does, and comes back when it goes on.
 *
 * **Gotchas** where there is no shell to come back to, the system does not stop anything: then it goes on after a moment.
 */
export const stopUntilContinued = (): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer)
      process.off("SIGCONT", goOn)
      process.once("SIGWINCH", () => resolve())
      // Who is stopped is not told of a new size: it is looked up before anything is drawn.
      process.kill(process.pid, "SIGWINCH")
    }
    // While the process is stopped, no time passes for it.
    const timer = setTimeout(goOn, patienceMillis)
    process.once("SIGCONT", goOn)
    process.kill(0, "SIGTSTP")
  })
