import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { LatencyStats } from "../src/client/telemetry.ts"
import { ComplaintQuery } from "../src/index.ts"
import { complaintRecord, type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const meanOf = (...latencies: ReadonlyArray<number>): number | null => {
  const stats = new LatencyStats()
  for (const latency of latencies) stats.record(latency)
  return Option.getOrNull(stats.mean)
}

describe("LatencyStats", () => {
  it("is unknown before the first response", () => {
    assert.isNull(meanOf())
  })

  it("starts with the faster of the first two responses, because the first one also connects", () => {
    assert.deepStrictEqual([meanOf(100), meanOf(100, 10), meanOf(10, 100)], [100, 10, 10])
  })

  it("may be zero", () => {
    assert.deepStrictEqual([meanOf(0, 100), meanOf(100, 0, 100)], [0, 20])
  })

  it("moves by a fifth towards each later response", () => {
    assert.deepStrictEqual([meanOf(100, 10, 20), meanOf(100, 10, 20, 2)], [12, 10])
  })
})

describe("the latency of a request", () => {
  /** Sends the headers immediately, and the body ten seconds later. */
  const slowBody: Respond = () =>
    Effect.gen(function* () {
      const { readable, writable } = new TransformStream<Uint8Array>()
      const page = JSON.stringify({ data: [complaintRecord("a")], meta: { "records-total": 1 } })
      const send = Effect.promise(() => new Response(page).body?.pipeTo(writable) ?? Promise.resolve())
      yield* Effect.forkDetach(Effect.delay(send, "10 seconds"))
      return new Response(readable)
    })

  it.effect("includes its body", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(slowBody, ({ complaints }) => complaints.estimate(ComplaintQuery.default))
      const time = result._tag === "Success" ? result.success.time : Option.none()
      assert.isAtLeast(Option.getOrThrow(Option.map(time, Duration.toSeconds)), 10)
    })
  )
})
