import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Fiber, Layer, Logger } from "effect"
import { CircuitBreaker, Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Guards, RedisGuards } from "../src/RedisGuards.ts"

const owner = { digest: "digest", requestsPerHour: 2, attemptTimeout: Duration.seconds(30) }

type Answer = Effect.Effect<unknown, Redis.RedisError>

/** A Redis that answers every command in the same way, and the lines that were logged meanwhile. */
const outOfOrder = (answer: () => Answer) => {
  const logged: Array<string> = []
  const commands: Array<string> = []
  const unsupported = Effect.fail(new Redis.RedisError({ cause: "no connection" }))
  const redis: Redis.Redis["Service"] = {
    send: () => Effect.never,
    subscribe: () => Effect.never,
    reserve: unsupported,
    eval: (script) => () =>
      Effect.suspend(() => {
        commands.push(script.lua)
        return answer()
      })
  }
  const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel}: ${String(message)}`))
  return {
    logged,
    commands,
    layer: Layer.mergeAll(
      RedisGuards.layer().pipe(Layer.provide(Layer.succeed(Redis.Redis, redis))),
      Logger.layer([logger])
    )
  }
}

const failing = (cause: unknown): Answer => Effect.fail(new Redis.RedisError({ cause }))

const budget = Effect.flatMap(Guards, (guards) => guards.budget(owner))

describe("a Redis that does not answer", () => {
  it.effect("is waited for once, for two seconds; then this process decides by itself", () => {
    const redis = outOfOrder(() => Effect.never)
    return Effect.gen(function* () {
      const { take } = yield* budget
      const first = yield* Effect.forkChild(Effect.uninterruptible(take))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const verdicts = [yield* Fiber.join(first), yield* take, yield* take]
      assert.deepStrictEqual(
        verdicts.map(({ _tag }) => _tag),
        ["Granted", "Granted", "Full"]
      )
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("is tried once a second, whatever is asked meanwhile", () => {
    const redis = outOfOrder(() => failing("refused"))
    return Effect.gen(function* () {
      const { take, timeOf } = yield* budget
      yield* take
      const before = redis.commands.length
      yield* Effect.forEach(Array.from({ length: 100 }), () => timeOf(1))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(redis.commands.length - before, 10)
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("is warned of by the name of the failure, without what else it says", () => {
    const causes = [
      new Error("WRONGPASS invalid password canary for redis://user:canary@host"),
      Object.assign(new Error("connect to canary"), { code: "ECONNREFUSED" }),
      "canary"
    ]
    return Effect.forEach(causes, (cause) => {
      const redis = outOfOrder(() => failing(cause))
      return Effect.flatMap(budget, ({ take }) => take).pipe(
        Effect.provide(redis.layer),
        Effect.map(() => redis.logged.join())
      )
    }).pipe(
      Effect.map((logged) => {
        assert.deepStrictEqual(
          logged.map((line) => line.slice(0, line.indexOf("."))),
          [
            "Warn: Redis does not answer as it should (WRONGPASS)",
            "Warn: Redis does not answer as it should (ECONNREFUSED)",
            "Warn: Redis does not answer as it should"
          ]
        )
        assert.notInclude(logged.join(), "canary")
      })
    )
  })

  it.effect("leaves each process a breaker of its own", () => {
    const redis = outOfOrder(() => failing("refused"))
    return Effect.gen(function* () {
      const { breakers } = yield* Guards
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(2),
        openDuration: "1 minute"
      }).pipe(Effect.provideContext(yield* Layer.build(breakers)))
      const call = breaker.execute(Effect.fail("down"), { key: "service" })
      const causes = yield* Effect.forEach([1, 2, 3], () => Effect.flip(Effect.sandbox(call)))
      assert.deepStrictEqual(
        causes
          .map((cause) => cause.reasons[0])
          .map((reason) => reason !== undefined && Cause.isFailReason(reason) && reason.error === "down"),
        [true, true, false]
      )
    }).pipe(Effect.provide(redis.layer))
  })
})
