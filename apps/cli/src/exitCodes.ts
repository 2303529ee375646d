import { type Reason } from "@public-records/core"
import { type SiteProblem } from "@public-records/mirror"

/** Exit codes of the program. `signals.ts` has the exit codes after a signal. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  key: 3,
  rateLimited: 4,
  unavailable: 5,
  refused: 6,
  notFound: 7,
  stale: 9
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

export const exitCodeOfSite: Readonly<Record<SiteProblem, number>> = {
  Refused: exitCodes.refused,
  Unreachable: exitCodes.unavailable,
  Changed: exitCodes.refused
}

/** Meanings of the exit codes, for `--help`. */
export const exitCodesText: ReadonlyArray<readonly [code: string, means: string]> = [
  ["0", 'success; also if the reader closes the pipe, as in "| head"'],
  [
    "1",
    "unexpected error; a file cannot be read or output cannot be written; for doctor, mirror sync, and an empty list of latest or yesterday, the clock is wrong"
  ],
  ["2", "invalid command line, setting or query"],
  ["3", "no API key, or the service rejects it"],
  ["4", "a wait would be longer than allowed; the message states when to try again"],
  ["5", "the service or the site with daily files cannot be reached, or does not work"],
  [
    "6",
    "the service or the site refuses the request or returns an unexpected response; for check, a statement breaks; the mirror is damaged, held a day back, or lacks days that --strict requires; a daily file or a block list is refused"
  ],
  ["7", "no record with this id; with --fail-if-empty, no matching record"],
  ["9", "the newest complete day or the last successful sync is older than --max-age of mirror status"],
  ["129, 130, 143", "ended by SIGHUP, SIGINT or SIGTERM"]
]
