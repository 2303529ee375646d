import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Duration, Effect, Option, Redacted } from "effect"
import { type HttpClientRequest } from "effect/http"
import { type Permit } from "../budget/Budget.ts"
import { Guards } from "../budget/Guards.ts"
import { makeQuota, type Quota } from "../budget/Quota.ts"
import { type ClientConfig } from "../Options.ts"
import { type DeadlineExceeded, type RateLimited } from "../PublicRecordsError.ts"
import { type Send } from "./Send.ts"

const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)).slice(0, 16))

/** Opens the budget of a key, in this process or wherever `Guards` keeps it. */
export const openQuota = Effect.fnUntraced(function* (config: ClientConfig) {
  const key = Option.match(config.apiKey, { onNone: () => "", onSome: Redacted.value })
  const guards = yield* Guards
  const budget = yield* guards.budget({
    digest: digestOf(`${config.baseUrl.origin} ${key}`),
    requestsPerHour: config.requestsPerHour,
    attemptTimeout: config.attemptTimeout
  })
  return yield* makeQuota(budget, {
    maxPause: Duration.toMillis(config.maxRetryAfter),
    maxWait: Duration.toMillis(config.maxWait)
  })
})

/** A request that may be sent, because the budget granted it a permit. */
export interface PermittedRequest {
  readonly http: HttpClientRequest.HttpClientRequest
  readonly permit: Permit
}

/** Sends nothing without a permit of the hourly budget. **Fails with** `RateLimited` or `DeadlineExceeded` if it comes too late. */
export const withPermit =
  (quota: Quota) =>
  <A, E>(
    send: Send<PermittedRequest, A, E>
  ): Send<HttpClientRequest.HttpClientRequest, A, E | RateLimited | DeadlineExceeded> =>
  (http, call) =>
    quota.withPlace(call, (permit) => send({ http, permit }, call))
