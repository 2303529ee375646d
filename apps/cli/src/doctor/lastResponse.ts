import { clockDifference, parseRateLimit } from "@public-records/core"
import { counted, grouped } from "@public-records/text/counts"
import { Clock, Effect, Layer } from "effect"
import { type Headers, HttpClient } from "effect/http"
import { exitCodes } from "../exitCodes.ts"
import { type Setting } from "../settings/userSettings.ts"
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

export const clockVerdict = (response: LastResponse): Verdict => {
  const difference = clockDifference(response)
  if (difference === undefined) return unknown("The service does not report its time.")
  if (!difference.isWrong) return ok(difference.sentence)
  return problem({
    summary: difference.sentence,
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
  { requestsPerHour }: { readonly requestsPerHour: Setting<number> | undefined }
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
