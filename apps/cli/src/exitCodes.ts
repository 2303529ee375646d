import { type Reason } from "@public-records/core"

/** The exit codes of the program. `main.ts` has those after a signal. */
export const exitCodes = {
  done: 0,
  unforeseen: 1,
  usage: 2,
  key: 3,
  rateLimited: 4,
  unavailable: 5,
  refused: 6,
  notFound: 7
} as const

export const exitCodeOfReason: Readonly<Record<Reason["_tag"], number>> = {
  InvalidQuery: exitCodes.usage,
  InvalidOptions: exitCodes.usage,
  KeyMissing: exitCodes.key,
  KeyRejected: exitCodes.key,
  RateLimited: exitCodes.rateLimited,
  Unavailable: exitCodes.unavailable,
  CircuitOpen: exitCodes.unavailable,
  DeadlineExceeded: exitCodes.unavailable,
  UnexpectedAnswer: exitCodes.refused,
  BadRequest: exitCodes.refused,
  RedirectRefused: exitCodes.refused,
  WalkStalled: exitCodes.refused,
  NotFound: exitCodes.notFound
}

/** The meaning of each exit code, for `--help` and the man page. */
export const exitCodesText: ReadonlyArray<readonly [code: string, means: string]> = [
  ["0", 'done; or the reader went away, as in "| head"'],
  ["1", "unforeseen; output that cannot be written; for doctor, a clock that is wrong"],
  ["2", "a command line, a setting or a query that cannot be followed"],
  ["3", "no API key, or one that the service does not accept"],
  ["4", "a wait would be longer than allowed; the message says until when"],
  ["5", "the service cannot be reached, or does not work"],
  ["6", "the service refuses the request, or answers in an unknown form; for check, a statement breaks"],
  ["7", "no record with that id; with --fail-if-empty, no record that matches"],
  ["129, 130, 143", "ended by SIGHUP, SIGINT or SIGTERM"]
]
