import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { sideBySide } from "../examples/manyServers.ts"
import { askedAgain, ownServer } from "../examples/scriptedFaults.ts"

describe("the examples of embedding", () => {
  it.effect("scripts faults, and sees what they did", () =>
    Effect.gen(function* () {
      const asking = yield* Effect.forkChild(askedAgain)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(asking), { records: 3, applied: [["status"], ["truncate"], []] })
    }).pipe(Effect.provide(ownServer))
  )

  it("runs servers side by side", async () => {
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
