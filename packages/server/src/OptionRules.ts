import { Duration, Effect, Option } from "effect"
import type { Quirks } from "./Quirks.ts"
import type { RateLimit, ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import { ReferenceServerError } from "./ReferenceServerError.ts"

const highestPort = 65_535
const quirkNames = "totals doubles copies overlaps shifted oldPages emptyWeekends holes".split(" ")

const isIntegerBetween = (value: number, from: number, to = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to

/** Whether a client can send the key in a header: only printable characters, without leading or trailing spaces. */
const isKey = (key: string): boolean =>
  /^[\u0021-\u007E\u00A1-\u00FF]([ -~\u00A1-\u00FF]*[\u0021-\u007E\u00A1-\u00FF])?$/.test(key)

const keyProblem = (keys: ReadonlyArray<string>): string | undefined => {
  if (keys.some((key) => key.trim() === "")) return "One of the API keys is empty. Remove it."
  return keys.every(isKey)
    ? undefined
    : "One of the API keys has characters that an HTTP header cannot carry. Choose another key."
}

const limitProblem = (name: string, { limit, window }: RateLimit): string | undefined => {
  if (!isIntegerBetween(limit, 1)) return `${name}: ${limit} is not a number of requests. Use an integer of at least 1.`
  const millis = Option.getOrElse(Option.map(Duration.fromInput(window), Duration.toMillis), () => 0)
  return millis > 0 && Number.isFinite(millis)
    ? undefined
    : `${name}: the window of a limit must be a positive duration, such as "1 hour".`
}

const shareProblem = (name: string, share: number | undefined): string | undefined =>
  share === undefined || (share >= 0 && share <= 1)
    ? undefined
    : `The quirk ${name} must be a share from 0 to 1, such as 0.02. It was ${share}.`

const integerProblem = (name: string, value: number | undefined, from: number, to: number): string | undefined =>
  value === undefined || isIntegerBetween(value, from, to)
    ? undefined
    : `The quirk ${name} must be an integer from ${from} to ${to}. It was ${value}.`

const quirkProblem = (quirks: Quirks): string | undefined => {
  const unknown = Object.keys(quirks).find((name) => !quirkNames.includes(name))
  if (unknown !== undefined) return `Unknown quirk ${unknown}. Available: ${quirkNames.join(", ")}.`
  const { copies, doubles, holes, overlaps, shifted, totals } = quirks
  if (totals !== undefined && totals !== "stray" && totals !== "integer") {
    return `The quirk totals must be "stray" or "integer". It was ${String(totals)}.`
  }
  return (
    shareProblem("doubles", doubles) ??
    shareProblem("shifted", shifted) ??
    shareProblem("holes", holes) ??
    integerProblem("overlaps", overlaps, 0, 49) ??
    integerProblem("copies", copies, 1, 4)
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
    (isIntegerBetween(synthetic, 0)
      ? undefined
      : `synthetic: ${synthetic} is not a number of records. Use an integer of at least 0.`) ??
    (Number.isSafeInteger(seed) ? undefined : `seed: ${seed} is not an integer.`)
  )
}

const failWith = (message: string | undefined): Effect.Effect<void, ReferenceServerError> =>
  message === undefined ? Effect.void : Effect.fail(new ReferenceServerError({ message }))

/**
 * Checks the options.
 *
 * **Fails with** `ReferenceServerError`, which names the option. It never quotes a key.
 */
export const checkOptions = (options: ReferenceServerOptions): Effect.Effect<void, ReferenceServerError> =>
  failWith(problemOf(options))

/** Checks the port. **Fails with** `ReferenceServerError` if it is not a port. */
export const checkPort = ({ port = 0 }: SocketOptions): Effect.Effect<void, ReferenceServerError> =>
  failWith(
    isIntegerBetween(port, 0, highestPort) ? undefined : `port: ${port} is not an integer from 0 to ${highestPort}.`
  )
