import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Scope } from "effect"
import { Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { RedisGuards } from "@public-records/core/guards"
import {
  assertOutages,
  budget,
  type Connection,
  failing,
  guardsOver,
  refused,
  serviceOf,
  sharedCount,
  working
} from "./fakeGuards.ts"

describe("an outage", () => {
  const never: Connection = () => Effect.never
  const refusing: Connection = () => refused
  // A replica, or a Redis whose memory is full.
  const readOnly: Connection = (lua) =>
    /"(?:SET|HSET|ZADD)"/.test(lua) ? failing(new Error("READONLY")) : working(lua)
  const kinds: Readonly<Record<string, readonly [Effect.Effect<void, Redis.RedisError>, Connection]>> = {
    "that refuses connections": [refused, refusing],
    "that refuses commands": [Effect.void, refusing],
    "that refuses writes": [Effect.void, readOnly],
    "without replies": [Effect.void, never],
    "in which no attempt to connect ends": [Effect.never, never]
  }
  for (const [name, [connect, reply]] of Object.entries(kinds)) {
    it.effect(`${name} lasts until Redis is back, also the second time`, () => {
      let isDown = false
      const current: Connection = (lua) => (isDown ? reply : working)(lua)
      const { layer, logged, seen } = guardsOver(() => Effect.as(isDown ? connect : Effect.void, current))
      return Effect.gen(function* () {
        const { availableAt, tryAcquire } = yield* budget
        const count = Effect.map(tryAcquire, ({ state }) => state.requestsThisHour)
        assert.strictEqual(yield* count, sharedCount)
        for (const outage of [1, 2]) {
          isDown = true
          const first = yield* Effect.forkChild(count)
          yield* TestClock.adjust("2 seconds")
          assert.isDefined(first.pollUnsafe())
          assert.isBelow(yield* Fiber.join(first), sharedCount)
          yield* TestClock.adjust("2 minutes")
          yield* availableAt(1)
          assertOutages(logged, outage, false)
          isDown = false
          yield* TestClock.adjust("10 seconds")
          assertOutages(logged, outage, true)
          assert.strictEqual(yield* count, sharedCount)
          assert.strictEqual(seen.attempts - seen.closed, 1, "open connections")
          yield* TestClock.adjust("2 hours")
          assertOutages(logged, outage, true)
        }
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("of one connection, which no longer replies, ends with a new connection", () => {
    let broken = 0
    const { layer, logged, seen } = guardsOver((attempt) =>
      Effect.succeed((lua) => (attempt < broken ? Effect.never : working(lua)))
    )
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      for (const outage of [1, 2]) {
        yield* tryAcquire
        broken = seen.attempts
        const alone = yield* Effect.forkChild(tryAcquire)
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(alone)
        yield* TestClock.adjust("1 second")
        assertOutages(logged, outage, true)
        assert.deepStrictEqual(seen, { attempts: outage + 1, closed: outage })
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not interrupt an attempt to connect that takes longer than two seconds", () => {
    const { layer, logged, seen } = guardsOver(() => Effect.delay(Effect.succeed(working), "4 seconds"))
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(tryAcquire)
      while (seen.attempts === 0) yield* Effect.yieldNow
      yield* TestClock.adjust("3999 millis")
      yield* Fiber.join(first)
      assertOutages(logged, 1, false)
      yield* TestClock.adjust("3 seconds")
      assertOutages(logged, 1, true)
      assert.deepStrictEqual(seen, { attempts: 1, closed: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends even if a client neither connects nor closes", () => {
    const seen = { attempts: 0 }
    const connection = Layer.effect(
      Redis.Redis,
      Effect.acquireRelease(
        Effect.sync(() => seen.attempts++),
        () => (seen.attempts === 1 ? Effect.never : Effect.void)
      ).pipe(Effect.flatMap((attempt) => (attempt === 0 ? Effect.never : Effect.succeed(serviceOf(working)))))
    )
    return Effect.gen(function* () {
      const context = yield* Layer.buildWithScope(RedisGuards.layer(connection), Scope.makeUnsafe())
      const { tryAcquire } = yield* Effect.provideContext(budget, context)
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("2 seconds")
      assert.isBelow((yield* Fiber.join(first)).state.requestsThisHour, sharedCount)
      yield* TestClock.adjust("8 seconds")
      assert.strictEqual((yield* tryAcquire).state.requestsThisHour, sharedCount)
      assert.strictEqual(seen.attempts, 2)
    })
  })

  it.effect("is noticed by each of two budgets, warned of once, and over for both", () => {
    let isDown = false
    const { layer, logged } = guardsOver(() => Effect.succeed((lua) => (isDown ? refused : working(lua))))
    return Effect.gen(function* () {
      const budgets = [yield* budget, yield* budget]
      const counts = Effect.forEach(budgets, ({ tryAcquire }) =>
        Effect.map(tryAcquire, ({ state }) => state.requestsThisHour)
      )
      for (const outage of [1, 2]) {
        isDown = true
        assert.deepStrictEqual(yield* counts, [outage, outage])
        isDown = false
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* counts, [sharedCount, sharedCount])
        assertOutages(logged, outage, true)
        yield* TestClock.adjust("2 hours")
      }
    }).pipe(Effect.provide(layer))
  })
})
