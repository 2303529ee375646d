/** Removes a listener or restores a mode. */
export type Release = () => void

/** Exit codes of the signals that end the program. */
export const exitCodeOfSignal = { SIGHUP: 129, SIGTERM: 143 } as const

const listen = (event: string, listener: (cause: unknown) => void): Release => {
  process.on(event, listener)
  return () => process.off(event, listener)
}

/** Calls `exit` with the exit code when a signal ends the program. */
export const onSignals = (exit: (code: number) => void): ReadonlyArray<Release> =>
  Object.entries(exitCodeOfSignal).map(([signal, code]) => {
    const leave = (): void => exit(code)
    return listen(signal, leave)
  })

/** Calls `crash` with every unhandled error, so that it is not lost on the alternate screen. */
export const onFaults = (crash: (error: unknown) => void): ReadonlyArray<Release> =>
  ["uncaughtException", "unhandledRejection"].map((fault) => listen(fault, crash))

export const takeKeyboard = (stdin: NodeJS.ReadStream): Release => {
  stdin.setRawMode(true)
  return () => {
    stdin.setRawMode(false)
  }
}
