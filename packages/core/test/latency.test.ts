import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { LatencyStats } from "../src/client/telemetry.ts"
import { ComplaintQuery } from "../src/index.ts"
import { complaintRecord, type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const recorded = (...latencies: ReadonlyArray<number>) => {
  const stats = new LatencyStats()
  for (const latency of latencies) stats.record(latency)
  return { mean: Option.getOrNull(stats.mean), fastest: stats.fastest }
}

describe("LatencyStats", () => {
  it("is unknown before the first response", () => {
    assert.deepStrictEqual(recorded(), { mean: null, fastest: 0 })
  })

  it("starts with the faster of the first two responses", () => {
    assert.deepStrictEqual(recorded(100), { mean: 100, fastest: 100 })
    assert.deepStrictEqual(recorded(100, 10), { mean: 10, fastest: 10 })
    assert.deepStrictEqual(recorded(10, 100), { mean: 10, fastest: 10 })
  })

  it("may be zero", () => {
    assert.deepStrictEqual(recorded(0, 100), { mean: 0, fastest: 0 })
    assert.deepStrictEqual(recorded(100, 0, 100), { mean: 20, fastest: 0 })
  })

  it("moves the mean by a fifth towards each later response, and keeps the fastest", () => {
    assert.deepStrictEqual(recorded(100, 10, 20), { mean: 12, fastest: 10 })
    assert.deepStrictEqual(recorded(100, 10, 20, 2), { mean: 10, fastest: 2 })
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
