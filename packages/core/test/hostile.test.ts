import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { type Complaint, ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const key = "canary-key-0123456789"

const requestPage = (respond: Respond, options: PublicRecordsOptions = {}) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const asked = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
      Effect.provide(clientOf(service, { apiKey: key, ...options })),
      Effect.result
    )
    const result = yield* advanceUntil(yield* Effect.forkChild(asked))
    return { result, arrivals: service.arrivals }
  })

/** Creates an endless body that is generated on demand. */
const endlessBody = (made: { bytes: number }) =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => {
      made.bytes += 1_000_000
      controller.enqueue(new Uint8Array(1_000_000).fill(0x20))
    }
  })

const complaintWith = (city: string) => {
  const record = complaintRecord("a")
  return Response.json({ data: [{ ...record, attributes: { ...record.attributes, "consumer-city": city } }] })
}

const cityOf = (records: ReadonlyArray<Complaint>) => records[0]?.consumerCity

describe("a hostile service", () => {
  it.effect("cannot exhaust memory with an endless body", () =>
    Effect.gen(function* () {
      const made = { bytes: 0 }
      const { result, arrivals } = yield* requestPage(() => new Response(endlessBody(made)))
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "UnexpectedAnswer")
      assert.match(result._tag === "Failure" ? result.failure.message : "", /larger than 10 MB/)
      assert.isAtMost(made.bytes, 13_000_000)
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("is not read if its content-length is too large", () =>
    Effect.gen(function* () {
      const made = { bytes: 0 }
      const { result } = yield* requestPage(
        () => new Response(endlessBody(made), { headers: { "content-length": "10000001" } })
      )
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "UnexpectedAnswer")
      assert.isAtMost(made.bytes, 1_000_000)
    })
  )

  it.effect("receives no trace of the caller and only the necessary headers", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* requestPage(() => pageOfIds(["a"])).pipe(Effect.withSpan("caller"))
      assert.deepStrictEqual(Object.keys(arrivals[0]?.headers ?? {}).toSorted(), ["accept", "user-agent", "x-api-key"])
    })
  )

  it.effect("cannot expose the key by repeating it in a record", () =>
    Effect.gen(function* () {
      const { result } = yield* requestPage(() => complaintWith(`before ${key} after`))
      assert.strictEqual(result._tag === "Success" && cityOf(result.success.records), "before •••• after")
    })
  )

  it.effect("returns unchanged records if the key is a short word", () =>
    Effect.gen(function* () {
      const { result } = yield* requestPage(() => complaintWith("Key West"), { apiKey: "West" })
      assert.strictEqual(result._tag === "Success" && cityOf(result.success.records), "Key West")
    })
  )

  it.effect("cannot expose the key in errors and logs by repeating it in headers and URLs", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => {
        lines.push(String(message))
      })
      const { result } = yield* requestPage(
        () =>
          new Response(null, {
            status: 302,
            headers: { location: `https://evil.test/${key}`, "x-ratelimit-limit": key, "x-ratelimit-remaining": key }
          })
      ).pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Trace"))
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "RedirectRefused")
      assert.isAbove(lines.length, 0)
      assert.notInclude(`${lines.join()} ${JSON.stringify(result)}`, "canary")
    })
  )

  it.effect("cannot expose a key of eight characters by repeating it in an error", () =>
    Effect.gen(function* () {
      const refusal = () => Response.json({ error: { code: "BAD", message: "no DEMO_KEY West" } }, { status: 400 })
      const { result } = yield* requestPage(refusal, { apiKey: "DEMO_KEY" })
      const reason = result._tag === "Failure" ? result.failure.reason : undefined
      assert.strictEqual(reason?._tag === "BadRequest" && reason.detail, "no •••• West")
    })
  )

  it.effect("cannot redirect in a browser, which hides the target", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* requestPage(() => Response.error())
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "RedirectRefused")
      assert.strictEqual(arrivals.length, 1)
    })
  )
})
