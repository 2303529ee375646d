import { type Signal } from "./Host.ts"

/** The exit code after each signal: 128 and the signal's number. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const shutdownTimeoutMillis = 500

/** Stops the program and ends the process on a signal. Returns the function that sets the signal handler of a command. */
export const endOnSignals = (stop: () => Promise<unknown>): ((handle: (signal: Signal) => boolean) => void) => {
  let isHandled = (_signal: Signal): boolean => false
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isHandled(signal)) return
      const exit = () => process.exit(signalExitCodes[signal])
      // Completes a record that is being written, unless the reader is too slow.
      setTimeout(exit, shutdownTimeoutMillis).unref()
      void stop().then(exit)
    })
  }
  return (handle) => {
    isHandled = handle
  }
}
