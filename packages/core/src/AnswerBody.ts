import { Data, Effect, Stream } from "effect"
import { type Headers, type HttpClientError, type HttpClientResponse } from "effect/http"

/** The largest body that is read, in bytes; a page of 50 records has some 40 thousand. */
export const maxBodyBytes = 10_000_000

/** A body that is larger than any answer of the service. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

type Response = HttpClientResponse.HttpClientResponse

const readCounting = (response: Response): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let text = ""
    let bytes = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        bytes += chunk.byteLength
        if (bytes > maxBodyBytes) return Effect.fail(new BodyTooLarge())
        text += decoder.decode(chunk, { stream: true })
        return Effect.void
      }),
      Effect.map(() => text + decoder.decode()),
      Effect.catch((error) =>
        error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"
          ? Effect.succeed("")
          : Effect.fail(error)
      )
    )
  })

/**
 * The text of an answer. A body is counted while it is read, unless its length is known and not compressed.
 *
 * **Fails with** `BodyTooLarge` above `maxBodyBytes`, and `HttpClientError` where the body is cut short.
 */
export const readBody = (
  response: Response,
  headers: Headers.Headers
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge> => {
  const length = headers["content-length"]
  if (length === undefined || headers["content-encoding"] !== undefined) return readCounting(response)
  return Number(length) <= maxBodyBytes ? response.text : Effect.fail(new BodyTooLarge())
}
