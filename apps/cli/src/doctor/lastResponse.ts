import { parseRateLimit } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"
import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { type Headers, HttpClient } from "effect/http"
import { exitCodes } from "../exitCodes.ts"
import { type Settings } from "../source/settings.ts"
import { advice, ok, problem, unknown, type Verdict } from "./Finding.ts"

/** The last response, even if the client rejected it. **Units** milliseconds since 1970. */
export interface LastResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly sentAt: number
  readonly receivedAt: number
}

export const recordLastResponse = (http: HttpClient.HttpClient) => {
  let last: LastResponse | undefined
  const client = HttpClient.transform(http, (sent) =>
    Effect.gen(function* () {
      const sentAt = yield* Clock.currentTimeMillis
      const response = yield* sent
      const { headers, status } = response
      last = { status, headers, sentAt, receivedAt: yield* Clock.currentTimeMillis }
      return response
    })
  )
  return { layer: Layer.succeed(HttpClient.HttpClient, client), last: () => last }
}

/** Smaller differences are harmless, because days, retry times and certificates are less precise. */
const toleratedMillis = 30_000
/** The `Date` header is truncated to seconds, so it lags by half a second on average. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** Formats a duration in seconds, or in minutes if it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

export const clockVerdict = ({ headers, receivedAt, sentAt }: LastResponse): Verdict => {
  const date = DateTime.make(headers["date"] ?? "")
  if (Option.isNone(date)) return unknown("The service does not report its time.")
  const ahead = Math.round((sentAt + receivedAt) / 2 - DateTime.toEpochMillis(date.value) - averageLagMillis)
  const difference = roughly(Math.abs(ahead))
  if (Math.abs(ahead) <= toleratedMillis) return ok(`This machine's clock and the service's differ by ${difference}.`)
  return problem({
    summary: `This machine's clock is ${difference} ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
    fix: "Correct it. The latest day, retry times and certificates depend on it.",
    exitCode: exitCodes.unexpected
  })
}

const defaultRequestsPerHour = 1000
/** The share of the limit below which the quota is low. */
const lowShare = 0.1

/** Reports the remaining requests of the key, and whether the configured budget exceeds its limit. */
export const quotaVerdict = (
  { headers }: LastResponse,
  { requestsPerHour }: Pick<Settings, "requestsPerHour">
): Verdict => {
  const budget = requestsPerHour?.value ?? defaultRequestsPerHour
  const budgetText = `${counted(budget, "request", "requests")} per hour`
  const count = parseRateLimit(headers)
  if (count === undefined) {
    return unknown(`The service reports no limit. The budget of ${budgetText} is used.`)
  }
  const message = `${grouped(count.remaining)} of ${counted(count.limit, "request", "requests")} ${count.remaining === 1 ? "is" : "are"} left.`
  if (requestsPerHour !== undefined && budget > count.limit) {
    const { from } = requestsPerHour
    return advice(message, `The budget of ${grouped(budget)} (${from}) exceeds the limit, so the limit applies.`)
  }
  const isLow = count.remaining < count.limit * lowShare
  return isLow ? advice(message, "When they are used up, commands wait or exit with code 4.") : ok(message)
}
