import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { LatencyStats } from "../src/client/telemetry.ts"

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

  it("moves the mean by a fifth towards each later response, and keeps the fastest", () => {
    assert.deepStrictEqual(recorded(100, 10, 20), { mean: 12, fastest: 10 })
    assert.deepStrictEqual(recorded(100, 10, 20, 2), { mean: 10, fastest: 2 })
  })
})
