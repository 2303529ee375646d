import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Call, makeCall } from "../src/budget/Call.ts"
import { resolveRequestOptions } from "../src/Options.ts"
import { ComplaintQuery } from "../src/index.ts"
import { withClient } from "./withClient.ts"

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

  it.effect("is interactive and waits two minutes, unless it is a walk", () =>
    Effect.gen(function* () {
      const client = yield* resolveRequestOptions({})
      const single = yield* makeCall("complaints.get", {}, client)
      const walk = yield* makeCall("complaints.stream", {}, client, true)
      assert.deepStrictEqual([single.isInteractive, single.settings.maxWait], [true, 120_000])
      assert.deepStrictEqual([walk.isInteractive, walk.settings.maxWait], [false, Number.POSITIVE_INFINITY])
    })
  )

  it.effect("ends at its deadline, at any time of day", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { result } = yield* withClient(
        () => Effect.never,
        ({ complaints }) => complaints.page(ComplaintQuery.default, { deadline: "5 seconds" })
      )
      const reason = result._tag === "Failure" ? result.failure.reason : undefined
      assert.strictEqual(reason?._tag === "DeadlineExceeded" && reason.detail, "the deadline passed")
    })
  )
})
