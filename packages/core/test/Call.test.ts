import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Call, makeCall } from "../src/budget/Call.ts"
import type { RequestOptions } from "../src/CallOptions.ts"
import { resolveRequestOptions } from "../src/Options.ts"

describe("Call", () => {
  it("has the priority and the deadline of its most urgent and most patient callers", () => {
    const call = new Call("bulk", 10)
    call.merge(new Call("bulk", 5))
    assert.deepStrictEqual([call.isInteractive, call.deadlineAt], [false, 10])
    call.merge(new Call("interactive", 20))
    assert.deepStrictEqual([call.isInteractive, call.deadlineAt], [true, 20])
    call.merge(new Call("bulk", 15))
    assert.deepStrictEqual([call.isInteractive, call.deadlineAt], [true, 20])
  })

  it("keeps its priority in a copy", () => {
    assert.isTrue(new Call("interactive", 1).copy().isInteractive)
    assert.isFalse(new Call("bulk", 1).copy().isInteractive)
  })

  it("counts all its requests in its last response, which it does not have after a result from the cache", () => {
    const call = new Call("bulk", 1)
    const response = { url: "", status: 200, headers: {}, requestId: undefined, attempts: 0, milliseconds: 1 }
    for (const [attempts, all] of [
      [2, 2],
      [3, 5]
    ] as const) {
      const shared = call.copy()
      shared.attempts = attempts
      shared.response = { ...response, attempts }
      call.addProgress(shared)
      assert.deepStrictEqual([call.attempts, call.response?.attempts], [all, all])
    }
    call.addProgress(call.copy())
    assert.deepStrictEqual([call.attempts, call.response], [5, undefined])
  })

  it.effect("has its own options, then those of the client, then the defaults", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const own = {
        deadline: 1000,
        headers: { a: "own" },
        maxRetries: 0,
        maxWait: 0,
        priority: "bulk",
        timeout: 1
      } as const
      const client = {
        deadline: 2000,
        headers: { a: "client", b: "client" },
        maxRetries: 2,
        maxWait: 2,
        priority: "interactive",
        timeout: 2
      } as const
      /** Returns the options of a call, or of a walk. */
      const optionsOf = Effect.fnUntraced(function* (call: RequestOptions, client: RequestOptions, isWalk: boolean) {
        const { deadlineAt, isInteractive, settings } = yield* makeCall(
          "call",
          call,
          yield* resolveRequestOptions(client),
          isWalk
        )
        return { ...settings, deadlineAt, isInteractive, timeout: Duration.toMillis(settings.timeout) }
      })
      const now = 3_600_000
      for (const isWalk of [false, true]) {
        assert.deepStrictEqual(yield* optionsOf(own, client, isWalk), {
          deadlineAt: now + 1000,
          headers: { a: "own", b: "client" },
          isInteractive: false,
          maxRetries: 0,
          maxWait: 0,
          timeout: 1
        })
        assert.deepStrictEqual(yield* optionsOf({}, client, isWalk), {
          deadlineAt: now + 2000,
          headers: { a: "client", b: "client" },
          isInteractive: true,
          maxRetries: 2,
          maxWait: 2,
          timeout: 2
        })
        assert.deepStrictEqual(yield* optionsOf({}, {}, isWalk), {
          deadlineAt: Number.POSITIVE_INFINITY,
          headers: {},
          isInteractive: !isWalk,
          maxRetries: 4,
          maxWait: isWalk ? Number.POSITIVE_INFINITY : 120_000,
          timeout: 30_000
        })
      }
    })
  )
})
