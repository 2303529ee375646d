import { type Signal } from "./Host.ts"

/**
 * The status after a signal: 128 and the signal's number.
 *
 * **Source** interface, "Exit codes".
 */
export const signalExitCodes: Readonly<Record<Signal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const signals: ReadonlyArray<Signal> = ["SIGHUP", "SIGINT", "SIGTERM"]

/** Who answers the signals that the process gets: the command that runs, or else the program, which ends. */
export class ProgramSignals {
  #answer: (signal: Signal) => boolean = () => false

  constructor(end: (signal: Signal) => void) {
    for (const signal of signals) {
      process.on(signal, () => {
        if (!this.#answer(signal)) end(signal)
      })
    }
  }

  /** Gives the signals to a command. */
  readonly answerWith = (answer: (signal: Signal) => boolean): void => {
    this.#answer = answer
  }
}
