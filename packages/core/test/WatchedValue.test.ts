import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { WatchedValue } from "../src/budget/WatchedValue.ts"

describe("WatchedValue", () => {
  it.effect("emits its value and each later one to every consumer", () =>
    Effect.gen(function* () {
      const watched = new WatchedValue({ a: 1, b: 1 })
      const read = Effect.forkChild(Stream.runCollect(Stream.take(watched.changes, 3)), { startImmediately: true })
      const consumers = [yield* read, yield* read]
      for (const a of [2, 3]) {
        yield* Effect.yieldNow
        watched.update({ a })
      }
      for (const consumer of consumers) {
        assert.deepStrictEqual(yield* Fiber.join(consumer), [
          { a: 1, b: 1 },
          { a: 2, b: 1 },
          { a: 3, b: 1 }
        ])
      }
    })
  )

  it.effect("emits nothing while it is unchanged", () =>
    Effect.gen(function* () {
      const watched = new WatchedValue({ a: 1 })
      let emitted = 0
      const counting = Stream.runForEach(watched.changes, () => Effect.sync(() => emitted++))
      const consumer = yield* Effect.forkChild(counting, { startImmediately: true })
      for (let n = 0; n < 5; n++) yield* Effect.yieldNow
      assert.strictEqual(emitted, 1)
      yield* Fiber.interrupt(consumer)
    })
  )

  it.effect("emits only the latest value to a slow consumer", () =>
    Effect.gen(function* () {
      const watched = new WatchedValue({ a: 1 })
      const seen: Array<number> = []
      const slow = Stream.runForEach(Stream.take(watched.changes, 2), ({ a }) =>
        Effect.sync(() => {
          seen.push(a)
          if (a === 1) for (const next of [2, 3, 4]) watched.update({ a: next })
        })
      )
      yield* slow
      assert.deepStrictEqual(seen, [1, 4])
    })
  )
})
