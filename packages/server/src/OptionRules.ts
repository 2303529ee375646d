import { Duration, Effect, Option } from "effect"
import type { Quirks } from "./Quirks.ts"
import type { RateLimit, ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import { ReferenceServerError } from "./ReferenceServerError.ts"

const highestPort = 65_535
const mostRecordsEarly = 49
const quirkNames: ReadonlySet<string> = new Set(["totals", "doubles", "overlaps", "shifted"])

const isWhole = (value: number, from: number, to = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to

/** What an HTTP header can carry, without spaces around it: otherwise no client could send the key. */
const isKey = (key: string): boolean =>
  /^[\u0021-\u007E\u00A1-\u00FF]([ -~\u00A1-\u00FF]*[\u0021-\u007E\u00A1-\u00FF])?$/.test(key)

const keyProblem = (keys: ReadonlyArray<string>): string | undefined => {
  if (keys.some((key) => key.trim() === "")) return "One of the keys that clients may use is empty; leave it out."
  return keys.every(isKey)
    ? undefined
    : "One of the keys that clients may use has characters that no HTTP header can carry; choose another."
}

const limitProblem = (name: string, { limit, window }: RateLimit): string | undefined => {
  if (!isWhole(limit, 1)) return `${name}: ${limit} is not a number of requests; choose a whole number of at least 1.`
  const millis = Option.getOrElse(Option.map(Duration.fromInput(window), Duration.toMillis), () => 0)
  return millis > 0 && Number.isFinite(millis)
    ? undefined
    : `${name}: the window of a limit must be a time above zero, such as "1 hour".`
}

const shareProblem = (name: string, share: number | undefined): string | undefined =>
  share === undefined || (share >= 0 && share <= 1)
    ? undefined
    : `The quirk ${name} is a share from 0 to 1, such as 0.02; it was ${share}.`

const quirkProblem = (quirks: Quirks): string | undefined => {
  const unknown = Object.keys(quirks).find((name) => !quirkNames.has(name))
  if (unknown !== undefined) {
    return `There is no quirk ${unknown}; there are ${Array.from(quirkNames).join(", ")}.`
  }
  const { doubles, overlaps, shifted, totals } = quirks
  if (totals !== undefined && totals !== "stray" && totals !== "integer") {
    return `The quirk totals is "stray" or "integer"; it was ${String(totals)}.`
  }
  return (
    shareProblem("doubles", doubles) ??
    shareProblem("shifted", shifted) ??
    (overlaps === undefined || isWhole(overlaps, 0, mostRecordsEarly)
      ? undefined
      : `The quirk overlaps is a whole number from 0 to ${mostRecordsEarly}; it was ${overlaps}.`)
  )
}

const problemOf = (options: ReferenceServerOptions): string | undefined => {
  const { apiKeys = [], burstLimits = [], quirks = {}, rateLimit = "off", seed = 1, synthetic = 0 } = options
  const limits = [
    rateLimit === "off" ? undefined : limitProblem("rateLimit", rateLimit),
    ...burstLimits.map((limit) => limitProblem("burstLimits", limit))
  ]
  return (
    keyProblem(apiKeys) ??
    limits.find((problem) => problem !== undefined) ??
    quirkProblem(quirks) ??
    (isWhole(synthetic, 0) ? undefined : `synthetic: ${synthetic} is not a number of records.`) ??
    (Number.isSafeInteger(seed) ? undefined : `seed: ${seed} is not a whole number.`)
  )
}

const failWith = (message: string | undefined): Effect.Effect<void, ReferenceServerError> =>
  message === undefined ? Effect.void : Effect.fail(new ReferenceServerError({ message }))

/**
 * Refuses options that could not do what they say.
 *
 * **Fails with** one sentence that names the option; a key is never quoted.
 */
export const checkOptions = (options: ReferenceServerOptions): Effect.Effect<void, ReferenceServerError> =>
  failWith(problemOf(options))

/** Refuses a port that is none. */
export const checkPort = ({ port = 0 }: SocketOptions): Effect.Effect<void, ReferenceServerError> =>
  failWith(isWhole(port, 0, highestPort) ? undefined : `port: ${port} is not a whole number from 0 to ${highestPort}.`)
