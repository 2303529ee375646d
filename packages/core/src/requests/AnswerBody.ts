import { Data, Effect, Stream } from "effect"
import { type Headers, type HttpClientError, type HttpClientResponse } from "effect/http"

/** The largest body that is read, in bytes, uncompressed; a page of 50 records has some 40 thousand. */
export const maxBodyBytes = 10_000_000

/** A body that is larger than any answer of the service. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** A body that is compressed, and cannot be read as such. */
export class BodyGarbled extends Data.TaggedError("BodyGarbled") {}

type Response = HttpClientResponse.HttpClientResponse
type Bytes = Uint8Array<ArrayBuffer>

/** All of a body's bytes, counted while they come. */
const gather = <E>(chunks: Stream.Stream<Uint8Array, E>): Effect.Effect<Bytes, E | BodyTooLarge> =>
  Effect.suspend(() => {
    const gathered: Array<Uint8Array> = []
    let size = 0
    return chunks.pipe(
      Stream.runForEach((chunk) => {
        size += chunk.byteLength
        gathered.push(chunk)
        return size > maxBodyBytes ? Effect.fail(new BodyTooLarge()) : Effect.void
      }),
      Effect.map(() => {
        const bytes = new Uint8Array(size)
        gathered.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.byteLength), 0)
        return bytes
      })
    )
  })

/** Some transports leave a compressed body as it came. No JSON begins with these bytes. */
const isCompressed = (bytes: Bytes): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

const decompressed = (bytes: Bytes): Effect.Effect<Bytes, BodyTooLarge | BodyGarbled> =>
  gather(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
      onError: () => new BodyGarbled()
    })
  )

const whole = (response: Response): Effect.Effect<Bytes, HttpClientError.HttpClientError | BodyTooLarge> =>
  gather(response.stream).pipe(
    Effect.catchIf(
      (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
      () => Effect.succeed(new Uint8Array(0))
    )
  )

/**
 * The text of an answer. A body is counted while it is read, unless its length is known and it is not compressed.
 *
 * **Fails with** `BodyTooLarge` above `maxBodyBytes`; `HttpClientError` or `BodyGarbled` where the body is cut short.
 */
export const readBody = (
  response: Response,
  headers: Headers.Headers
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled> => {
  const length = headers["content-length"]
  if (length !== undefined && headers["content-encoding"] === undefined) {
    return Number(length) <= maxBodyBytes ? response.text : Effect.fail(new BodyTooLarge())
  }
  return whole(response).pipe(
    Effect.flatMap((bytes) => (isCompressed(bytes) ? decompressed(bytes) : Effect.succeed(bytes))),
    Effect.map((bytes) => new TextDecoder().decode(bytes))
  )
}
