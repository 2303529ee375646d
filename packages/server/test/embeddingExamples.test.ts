import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { sideBySide } from "../examples/manyServers.ts"
import { retriedPage, testServer } from "../examples/scriptedFaults.ts"

describe("the embedding examples", () => {
  it.effect("inject faults and read their history", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(retriedPage)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { records: 3, applied: [["status"], ["truncate"], []] })
    }).pipe(Effect.provide(testServer))
  )

  it("run servers side by side", async () => {
    assert.deepStrictEqual(await sideBySide(), {
      quiet: { status: 200, remaining: "999" },
      strict: [
        { status: 200, remaining: "1" },
        { status: 503, remaining: "0" }
      ],
      applied: [[], ["status"]]
    })
  })
})
