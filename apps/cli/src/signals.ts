import { type Signal } from "./Host.ts"

/** The exit code after each signal: 128 and the signal's number. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const maxGoodbyeMillis = 500

/** Ends the process on a signal, after `stop`. Returns the function with which a command handles signals instead. */
export const endOnSignals = (stop: () => Promise<unknown>): ((handle: (signal: Signal) => boolean) => void) => {
  let isHandled = (_signal: Signal): boolean => false
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isHandled(signal)) return
      const exit = () => process.exit(exitCodes[signal])
      // A record that is being written is finished, unless its reader does not take it in time.
      setTimeout(exit, maxGoodbyeMillis).unref()
      void stop().then(exit)
    })
  }
  return (handle) => {
    isHandled = handle
  }
}
