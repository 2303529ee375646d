import { parseRateLimit } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { type Headers, HttpClient } from "effect/http"
import { exitCodes } from "../exitCodes.ts"
import { type Settings } from "../source/settings.ts"
import { advice, ok, problem, unknown, type Verdict } from "./Finding.ts"

/** The last response, whatever the client made of it. **Units** milliseconds since 1970. */
export interface LastResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly sentAt: number
  readonly receivedAt: number
}

export const remembering = (http: HttpClient.HttpClient) => {
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

/** Smaller differences do no harm: days, times of the next try and certificates are all coarser. */
const toleratedMillis = 30_000
/** The header `Date` counts whole seconds: on average it is half a second behind. */
const averageLagMillis = 500
const minuteMillis = 60_000

/** A time in seconds, or in minutes if it is long. */
const roughly = (milliseconds: number): string => {
  const unit = milliseconds < 2 * minuteMillis ? 1000 : minuteMillis
  const rounded = Math.round(milliseconds / unit) * unit
  return rounded === 0 ? "less than a second" : Duration.format(Duration.millis(rounded))
}

export const clockVerdict = ({ headers, receivedAt, sentAt }: LastResponse): Verdict => {
  const date = DateTime.make(headers["date"] ?? "")
  if (Option.isNone(date)) return unknown("The service does not say what time it is.")
  const ahead = Math.round((sentAt + receivedAt) / 2 - DateTime.toEpochMillis(date.value) - averageLagMillis)
  const difference = roughly(Math.abs(ahead))
  if (Math.abs(ahead) <= toleratedMillis) return ok(`This machine's clock and the service's differ by ${difference}.`)
  return problem({
    what: `This machine's clock is ${difference} ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
    todo: "Set it: the latest day, times of the next try and certificates depend on it.",
    exitCode: exitCodes.unforeseen
  })
}

const defaultRequestsPerHour = 1000
/** The share of a limit below which few requests are left. */
const fewShare = 0.1

/** Says how many requests the key has left, and whether the budget of the settings fits its limit. */
export const quotaVerdict = ({ headers }: LastResponse, { requestsPerHour }: Settings): Verdict => {
  const budget = requestsPerHour?.value ?? defaultRequestsPerHour
  const count = parseRateLimit(headers)
  if (count === undefined)
    return unknown(`The service names no limit; ${grouped(budget)} requests an hour are kept to.`)
  const found = `${grouped(count.remaining)} of ${grouped(count.limit)} requests are left.`
  if (requestsPerHour !== undefined && budget > count.limit) {
    const { from } = requestsPerHour
    return advice(found, `The budget of ${grouped(budget)} (${from}) is more than that; the smaller counts.`)
  }
  const isLow = count.remaining < count.limit * fewShare
  return isLow ? advice(found, "Commands wait, or end with 4, when they are used up.") : ok(found)
}
