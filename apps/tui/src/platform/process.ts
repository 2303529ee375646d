/** Removes a listener, or switches a mode back. */
export type Release = () => void

/** Exit code after each signal that ends the program. */
export const exitCodeOfSignal = { SIGHUP: 129, SIGTERM: 143 } as const

const listen = (event: string, listener: (cause: unknown) => void): Release => {
  process.on(event, listener)
  return () => process.off(event, listener)
}

/** Calls `exit` with the exit code of a signal that ends the program. */
export const onSignals = (exit: (code: number) => void): ReadonlyArray<Release> =>
  Object.entries(exitCodeOfSignal).map(([signal, code]) => {
    const leave = (): void => exit(code)
    return listen(signal, leave)
  })

/** Calls `crash` with an error that nothing else handles, so that it is not lost on the screen. */
export const onFaults = (crash: (error: unknown) => void): ReadonlyArray<Release> =>
  ["uncaughtException", "unhandledRejection"].map((fault) => listen(fault, crash))

/** Switches the keyboard to raw mode. */
export const takeKeyboard = (stdin: NodeJS.ReadStream): Release => {
  stdin.setRawMode(true)
  return () => {
    stdin.setRawMode(false)
  }
}
