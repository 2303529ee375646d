import { Effect, type Scope } from "effect"
import { type HttpClient } from "effect/http"
import { makeCall } from "./budget/Call.ts"
import { makePipeline } from "./client/pipeline.ts"
import { type RawRequest, type RawResponse } from "./client/rawRequests.ts"
import { type PublicRecordsOptions, resolveOptions } from "./Options.ts"
import { PublicRecordsError } from "./PublicRecordsError.ts"

/** How a raw request is sent. */
export interface RawOptions {
  /** How often a request is sent if it fails. @default 5 */
  readonly maxAttempts?: number | undefined
}

/**
 * Sends a request and returns the response as it came, whatever its status. A failure is repeated as in any other call.
 *
 * **Fails with** `PublicRecordsError` if no response comes, or if it would come later than the options allow.
 */
export type SendRaw = (request: RawRequest, options?: RawOptions) => Effect.Effect<RawResponse, PublicRecordsError>

/**
 * Makes what sends single requests within the key's budget, for programs that examine the service itself. Follows no redirect.
 *
 * **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`, before anything is sent.
 */
export const makeSendRaw = Effect.fnUntraced(function* (
  options: PublicRecordsOptions
): Effect.fn.Return<SendRaw, PublicRecordsError, HttpClient.HttpClient | Scope.Scope> {
  const config = yield* Effect.mapError(
    resolveOptions(options),
    (reason) => new PublicRecordsError({ operation: "Build a client", reason })
  )
  const { sendRaw } = yield* makePipeline(config)
  const defaults = { priority: "interactive", deadline: config.deadline } as const
  return (request, { maxAttempts } = {}) =>
    Effect.flatMap(makeCall({}, defaults, maxAttempts), (call) => sendRaw(request, call)).pipe(
      Effect.mapError(
        (reason) => new PublicRecordsError({ operation: `Send ${request.method ?? "GET"} ${request.path}`, reason })
      )
    )
})
