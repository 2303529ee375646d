import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as Headers from "effect/http/Headers"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"

/** The response to one request. The key is masked in the body, but not in the headers. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly text: string
  /** The earliest time at which the service accepts the next request. **Units** milliseconds since 1970. */
  readonly retryAt: Option.Option<number>
}

/** Maximum size of a body, in uncompressed bytes. A page of 50 records has about 40,000. */
export const maxBodyBytes = 10_000_000

export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

export class BodyGarbled extends Data.TaggedError("BodyGarbled") {}

type Bytes = Uint8Array<ArrayBuffer>

const concat = (chunks: Iterable<Uint8Array>, size: number): Bytes => {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Returns the bytes of a body. Counts them while they arrive. */
const readBytes = <E>(chunks: Stream.Stream<Uint8Array, E>): Effect.Effect<Bytes, E | BodyTooLarge> =>
  Effect.suspend(() => {
    const read: Array<Uint8Array> = []
    let size = 0
    const add = (chunk: Uint8Array): Effect.Effect<void, BodyTooLarge> => {
      read.push(chunk)
      size += chunk.length
      return size > maxBodyBytes ? Effect.fail(new BodyTooLarge()) : Effect.void
    }
    return Effect.map(Stream.runForEach(chunks, add), () => concat(read, size))
  })

/** Whether a transport did not decompress a body. No JSON begins with these bytes. */
const isCompressed = (bytes: Bytes): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

const decompressed = (bytes: Bytes): Effect.Effect<Bytes, BodyTooLarge | BodyGarbled> =>
  readBytes(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
      onError: () => new BodyGarbled()
    })
  )

/**
 * Returns the body of a response.
 *
 * **Fails with** `BodyTooLarge` above `maxBodyBytes`, and `HttpClientError` or `BodyGarbled` if the body is truncated.
 */
export const readBody = (
  response: HttpClientResponse.HttpClientResponse,
  headers: Headers.Headers
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge | BodyGarbled> => {
  const length = headers["content-length"]
  // Browsers decompress bodies, and hide from pages of other origins that they were compressed.
  const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis
  if (length !== undefined && headers["content-encoding"] === undefined && !isBrowser) {
    return Number(length) <= maxBodyBytes ? response.text : Effect.fail(new BodyTooLarge())
  }
  return readBytes(response.stream).pipe(
    Effect.catchIf(
      (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
      () => Effect.succeed(new Uint8Array(0))
    ),
    Effect.flatMap((bytes) => (isCompressed(bytes) ? decompressed(bytes) : Effect.succeed(bytes))),
    Effect.map((bytes) => new TextDecoder().decode(bytes))
  )
}
