import { isCivilDate } from "@public-records/core"
import { dailyFileDate } from "@public-records/files/dailyFileName"
import { instantOf } from "@public-records/files/text"
import { Duration, Effect, Option } from "effect"
import type { Quirks } from "./Quirks.ts"
import type { RateLimit, ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import { ReferenceServerError } from "./ReferenceServerError.ts"
import type { SiteGap, SiteOptions, SiteUpload } from "./SiteOptions.ts"

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

const uploadProblem = ({ at, file, from, share }: SiteUpload): string | undefined => {
  if (!/^DNC_Complaint_Numbers_[\d-]+(?:_\d+)?\.csv$/.test(file) || dailyFileDate(file) === undefined) {
    return `site: "${file}" is not the name of a daily file, such as DNC_Complaint_Numbers_2026-11-25_0.csv.`
  }
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(at) || instantOf(at) === undefined) {
    return `site: "${at}" is not a time with a time zone, such as 2026-11-25T20:06:00Z.`
  }
  if (share !== undefined && !(share >= 0 && share <= 1)) {
    return `site: the share of ${file} must be from 0 to 1, such as 0.9. It was ${share}.`
  }
  const date = dailyFileDate(file) ?? ""
  return from === undefined || (isCivilDate(from) && from < date)
    ? undefined
    : `site: the first day of ${file} must be a date before ${date}. It was "${from}".`
}

const gapProblem = ({ from, to }: SiteGap): string | undefined =>
  isCivilDate(from) && isCivilDate(to) && from <= to
    ? undefined
    : `site: a gap must have two dates, the earlier one first. They were "${from}" and "${to}".`

const siteProblem = ({ gaps = [], linked = 0, uploads = [] }: SiteOptions): string | undefined =>
  [...uploads.map(uploadProblem), ...gaps.map(gapProblem)].find((problem) => problem !== undefined) ??
  (isIntegerBetween(linked, 0) ? undefined : `site: ${linked} is not a number of links. Use an integer of at least 0.`)

const newestDayProblem = ({ newestDay, synthetic }: ReferenceServerOptions): string | undefined => {
  if (newestDay === undefined) return undefined
  if (synthetic === undefined) return "newestDay is the newest day of generated complaints, so it requires synthetic."
  return isCivilDate(newestDay) ? undefined : `newestDay: "${newestDay}" is not a date. Write it as YYYY-MM-DD.`
}

const problemOf = (options: ReferenceServerOptions): string | undefined => {
  const { apiKeys = [], burstLimits = [], quirks = {}, rateLimit = "off", seed = 1, site = {}, synthetic = 0 } = options
  const limits = [
    rateLimit === "off" ? undefined : limitProblem("rateLimit", rateLimit),
    ...burstLimits.map((limit) => limitProblem("burstLimits", limit))
  ]
  return (
    keyProblem(apiKeys) ??
    limits.find((problem) => problem !== undefined) ??
    quirkProblem(quirks) ??
    siteProblem(site) ??
    newestDayProblem(options) ??
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
