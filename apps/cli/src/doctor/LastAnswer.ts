import { Clock, Effect, Option } from "effect"
import { type Headers, HttpClient } from "effect/http"

/**
 * The head of the last answer that came, whatever the client made of it.
 *
 * **Units** milliseconds since 1970.
 */
export interface LastAnswer {
  readonly status: number
  readonly headers: Headers.Headers
  readonly sentAt: number
  readonly cameAt: number
}

/** A client that remembers the last answer. */
export const remembering = (http: HttpClient.HttpClient) => {
  let last: Option.Option<LastAnswer> = Option.none()
  const client = HttpClient.transform(http, (executed) =>
    Effect.gen(function* () {
      const sentAt = yield* Clock.currentTimeMillis
      const response = yield* executed
      const { headers, status } = response
      last = Option.some({ status, headers, sentAt, cameAt: yield* Clock.currentTimeMillis })
      return response
    })
  )
  return { client, last: () => last }
}
