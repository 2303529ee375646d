import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { type Complaint, ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Answer, clientOf, complaintRecord, fakeService, pageOfIds, passTimeUntil } from "./FakeService.ts"

const key = "canary-key-0123456789"

const askPage = (answer: Answer, options: PublicRecordsOptions = {}) =>
  Effect.gen(function* () {
    const service = fakeService(answer)
    const asked = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
      Effect.provide(clientOf(service, { apiKey: key, ...options })),
      Effect.result
    )
    const result = yield* passTimeUntil(yield* Effect.forkChild(asked))
    return { result, arrivals: service.arrivals }
  })

/** A body without end, of which no more is made than is read. */
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
  it.effect("cannot fill the memory with a body that has no end", () =>
    Effect.gen(function* () {
      const made = { bytes: 0 }
      const { result, arrivals } = yield* askPage(() => new Response(endlessBody(made)))
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "UnexpectedAnswer")
      assert.match(result._tag === "Failure" ? result.failure.message : "", /larger than 10 MB/)
      assert.isAtMost(made.bytes, 13_000_000)
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("is not read at all where it announces a body that is too large", () =>
    Effect.gen(function* () {
      const made = { bytes: 0 }
      const { result } = yield* askPage(
        () => new Response(endlessBody(made), { headers: { "content-length": "10000001" } })
      )
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "UnexpectedAnswer")
      assert.isAtMost(made.bytes, 1_000_000)
    })
  )

  it.effect("gets no trace of the caller's own, and no header but those that it needs", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* askPage(() => pageOfIds(["a"])).pipe(Effect.withSpan("caller"))
      assert.deepStrictEqual(Object.keys(arrivals[0]?.headers ?? {}).toSorted(), ["accept", "user-agent", "x-api-key"])
    })
  )

  it.effect("that repeats the key in a record does not bring it to light", () =>
    Effect.gen(function* () {
      const { result } = yield* askPage(() => complaintWith(`before ${key} after`))
      assert.strictEqual(result._tag === "Success" && cityOf(result.success.records), "before •••• after")
    })
  )

  it.effect("changes nothing in records by having a key that is a common word", () =>
    Effect.gen(function* () {
      const { result } = yield* askPage(() => complaintWith("DEMO_KEY West"), { apiKey: "DEMO_KEY" })
      assert.strictEqual(result._tag === "Success" && cityOf(result.success.records), "DEMO_KEY West")
    })
  )

  it.effect("that repeats the key in headers and addresses does not bring it into errors and logs", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => {
        lines.push(String(message))
      })
      const { result } = yield* askPage(
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

  it.effect("that repeats a key of a common word in a refusal does not bring it into the error", () =>
    Effect.gen(function* () {
      // The mask of bodies leaves such a key, so that only the mask of messages hides it.
      const refusal = () => Response.json({ error: { code: "BAD", message: "no DEMO_KEY West" } }, { status: 400 })
      const { result } = yield* askPage(refusal, { apiKey: "DEMO_KEY" })
      const reason = result._tag === "Failure" ? result.failure.reason : undefined
      assert.strictEqual(reason?._tag === "BadRequest" && reason.detail, "no •••• West")
    })
  )

  it.effect("that redirects is refused in a browser too, which hides where the redirect leads", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* askPage(() => Response.error())
      assert.strictEqual(result._tag === "Failure" && result.failure.reason._tag, "RedirectRefused")
      assert.strictEqual(arrivals.length, 1)
    })
  )
})
