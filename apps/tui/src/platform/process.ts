/** Undoes what a function set up. */
export type Release = () => void

/** Exit code after each signal that ends the program. */
export const exitCodeOfSignal = { SIGHUP: 129, SIGTERM: 143 } as const

const listen = (event: string, listener: (cause: unknown) => void): Release => {
  process.on(event, listener)
  return () => process.off(event, listener)
}

const all =
  (releases: ReadonlyArray<Release>): Release =>
  () => {
    for (const release of releases) release()
  }

/** Calls `exit` with the exit code of a signal that ends the program. */
export const onSignals = (exit: (code: number) => void): Release =>
  all(
    Object.entries(exitCodeOfSignal).map(([signal, code]) => {
      const leave = (): void => exit(code)
      return listen(signal, leave)
    })
  )

/** Calls `crash` with an error that nothing else handles, so that it is not lost on the screen. */
export const onFaults = (crash: (error: unknown) => void): Release =>
  all([listen("uncaughtException", crash), listen("unhandledRejection", crash)])

/** Switches the keyboard to raw mode. */
export const takeKeyboard = (stdin: NodeJS.ReadStream): Release => {
  stdin.setRawMode(true)
  return () => {
    stdin.setRawMode(false)
  }
}
