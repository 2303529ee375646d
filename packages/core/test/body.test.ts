import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Headers, HttpClientRequest, HttpClientResponse } from "effect/http"
import { gzipSync } from "node:zlib"
import { maxBodyBytes, readBody } from "../src/client/body.ts"

/** Returns the text of a body, or the tag of the error. */
const textOf = (body: ConstructorParameters<typeof Response>[0] | null, headers: Record<string, string> = {}) => {
  const request = HttpClientRequest.get("https://records.test")
  return readBody(HttpClientResponse.fromWeb(request, new Response(body)), Headers.fromInput(headers)).pipe(
    Effect.catch(({ _tag }) => Effect.succeed(_tag))
  )
}

const zeros = (bytes: number) => "0".repeat(bytes)
/** The headers and the body of a text that is sent in different ways. */
const forms: ReadonlyArray<readonly [string, (text: string) => Parameters<typeof textOf>]> = [
  ["with a length", (text) => [text, { "content-length": String(text.length) }]],
  ["without a length", (text) => [text]],
  [
    "compressed, with the length of the compressed body",
    (text) => [text, { "content-length": "1", "content-encoding": "gzip" }]
  ],
  ["compressed by a proxy that does not say so", (text) => [gzipSync(text, { level: 1 })]]
]

describe("a body", () => {
  for (const [form, sent] of forms) {
    it.effect(`may have 10,000,000 bytes ${form}, and no more`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* textOf(...sent(zeros(maxBodyBytes)))).length, 10_000_000)
        assert.strictEqual(yield* textOf(...sent(zeros(maxBodyBytes + 1))), "BodyTooLarge")
      })
    )
  }

  it.effect("is not read if its length is too large", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf("short", { "content-length": "10000001" }), "BodyTooLarge")
    })
  )

  it.effect("may be empty", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(null), "")
    })
  )

  it.effect("is decoded as UTF-8, even if chunks divide characters", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("Señor Ωmega 🦉")
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        }
      })
      assert.strictEqual(yield* textOf(body), "Señor Ωmega 🦉")
    })
  )

  it.effect("may be long and have characters of several bytes anywhere", () =>
    Effect.gen(function* () {
      // No character ends at a multiple of two bytes.
      const text = ` ${"🦉".repeat(50_000)}`
      for (const [form, sent] of forms) assert.isTrue((yield* textOf(...sent(text))) === text, form)
    })
  )

  it.effect("is read without its byte order mark, however it is sent", () =>
    Effect.gen(function* () {
      for (const [form, sent] of forms) assert.strictEqual(yield* textOf(...sent("\ufeff{}")), "{}", form)
    })
  )

  it.effect("fails if it breaks off, with and without a length", () =>
    Effect.gen(function* () {
      const breaking = (first: string) =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            if (first === "") return controller.error(new Error("the connection was closed"))
            controller.enqueue(new TextEncoder().encode(first))
            first = ""
          }
        })
      for (const first of ["", "{}"]) {
        assert.strictEqual(yield* textOf(breaking(first)), "HttpClientError")
        assert.strictEqual(yield* textOf(breaking(first), { "content-length": "100" }), "HttpClientError")
      }
    })
  )

  it.effect("is compressed if it begins with both bytes of gzip, and must be complete then", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(gzipSync("{}").subarray(0, 15)), "BodyGarbled")
      assert.strictEqual((yield* textOf(Uint8Array.of(0x1f, 0x20))).length, 2)
      assert.strictEqual((yield* textOf(Uint8Array.of(0x20, 0x8b))).length, 2)
    })
  )
})
