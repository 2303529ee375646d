import { type Signal } from "./Host.ts"

/** The exit code after each signal: 128 and the signal's number. */
export const signalExitCodes: Readonly<Record<Signal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const signals: ReadonlyArray<Signal> = ["SIGHUP", "SIGINT", "SIGTERM"]

/**
 * Listens to the signals of the process. A command may handle them with `answerWith`; `end` is called for a signal that the
 * command does not handle.
 */
export const listenToSignals = (end: (signal: Signal) => void) => {
  let handles: (signal: Signal) => boolean = () => false
  for (const signal of signals) {
    process.on(signal, () => {
      if (!handles(signal)) end(signal)
    })
  }
  return {
    answerWith: (handle: (signal: Signal) => boolean): void => {
      handles = handle
    }
  }
}
