import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Duration, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { CircuitBreaker, Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Guards, RedisGuards } from "@public-records/core/guards"

const owner = { digest: Effect.succeed("digest"), requestsPerHour: 2, attemptTimeout: Duration.seconds(30) }

type Reply = Effect.Effect<unknown, Redis.RedisError>

/** Returns guards whose connection replies to every script in the same way, with the executed scripts and the logged lines. */
const guardsReplying = (reply: () => Reply) => {
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
        return reply()
      })
  }
  const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel}: ${String(message)}`))
  return {
    logged,
    commands,
    layer: RedisGuards.layer(Layer.succeed(Redis.Redis, redis)).pipe(Layer.provideMerge(Logger.layer([logger])))
  }
}

const failing = (cause: unknown): Effect.Effect<never, Redis.RedisError> => Effect.fail(new Redis.RedisError({ cause }))

const budget = Effect.flatMap(Guards, (guards) => guards.budget(owner))

describe("while Redis is down", () => {
  it.effect("the first operation waits two seconds, then the process counts alone", () => {
    const redis = guardsReplying(() => Effect.never)
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(Effect.uninterruptible(tryAcquire))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const results = [yield* Fiber.join(first), yield* tryAcquire, yield* tryAcquire]
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Granted", "Granted", "Full"]
      )
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the process checks Redis once a second, regardless of other operations", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { tryAcquire, availableAt } = yield* budget
      yield* tryAcquire
      const before = redis.commands.length
      yield* Effect.forEach(Array.from({ length: 100 }), () => availableAt(1))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(redis.commands.length - before, 10)
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the process follows its own pauses and counts its own requests", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { availableAt, pauseUntil, tryAcquire } = yield* budget
      yield* tryAcquire
      const { nextRequestAt, requestsThisHour } = yield* pauseUntil(60_000)
      assert.deepStrictEqual([nextRequestAt, requestsThisHour], [60_000, 1])
      assert.deepStrictEqual([yield* availableAt(1), yield* availableAt(2)], [60_000, 3_600_000])
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the warning contains only the code of the error", () => {
    const causes = [
      new Error("WRONGPASS invalid password canary for redis://user:canary@host"),
      Object.assign(new Error("connect to canary"), { code: "ECONNREFUSED" }),
      Object.assign(new Error("canary"), { originalError: Object.assign(new Error("canary"), { code: "ENOENT" }) }),
      "canary"
    ]
    return Effect.forEach(causes, (cause) => {
      const redis = guardsReplying(() => failing(cause))
      return Effect.flatMap(budget, ({ tryAcquire }) => tryAcquire).pipe(
        Effect.provide(redis.layer),
        Effect.map(() => redis.logged.join())
      )
    }).pipe(
      Effect.map((logged) => {
        assert.deepStrictEqual(
          logged.map((line) => line.slice(0, line.indexOf("."))),
          [
            "Warn: Redis is not responding correctly (WRONGPASS)",
            "Warn: Redis is not responding correctly (ECONNREFUSED)",
            "Warn: Redis is not responding correctly (ENOENT)",
            "Warn: Redis is not responding correctly"
          ]
        )
        assert.notInclude(logged.join(), "canary")
      })
    )
  })

  it.effect("each process uses its own circuit breaker", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { breakers } = yield* Guards
      const context = yield* Layer.build(breakers)
      const store = Context.get(context, CircuitBreaker.CircuitBreakerStore)
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(2),
        openDuration: "1 minute"
      }).pipe(Effect.provideContext(context))
      for (const key of ["service", "other service"]) {
        const call = breaker.execute(Effect.fail("down"), { key })
        const causes = yield* Effect.forEach([1, 2, 3], () => Effect.flip(Effect.sandbox(call)))
        assert.deepStrictEqual(
          causes
            .map((cause) => cause.reasons[0])
            .map((reason) => reason !== undefined && Cause.isFailReason(reason) && reason.error === "down"),
          [true, true, false]
        )
        assert.strictEqual((yield* store.state(key))._tag, "Open")
      }
    }).pipe(Effect.provide(redis.layer))
  })
})

/** Returns guards whose first connection attempts end as given and later ones succeed, with counts and logged lines. */
const guardsConnecting = (...attempts: ReadonlyArray<Effect.Effect<never, Redis.RedisError>>) => {
  const logged: Array<string> = []
  const seen = { attempts: 0, closed: 0, scripts: 0 }
  const redis: Redis.Redis["Service"] = {
    send: () => Effect.never,
    subscribe: () => Effect.never,
    reserve: Effect.fail(new Redis.RedisError({ cause: "no connection" })),
    eval: () => () =>
      Effect.sync(() => {
        seen.scripts++
        return [1, 100, 0, 0]
      })
  }
  const connection = Layer.effect(
    Redis.Redis,
    Effect.acquireRelease(
      Effect.sync(() => attempts[seen.attempts++]),
      () => Effect.sync(() => seen.closed++)
    ).pipe(Effect.flatMap((attempt) => attempt ?? Effect.succeed(redis)))
  )
  const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel}: ${String(message)}`))
  const layer = RedisGuards.layer(connection).pipe(Layer.provideMerge(Logger.layer([logger])))
  return { logged, seen, layer }
}

const refused = failing(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))

describe("if Redis is down at the start", () => {
  it.effect("the process counts alone, warns once and shares the budget when Redis is back", () => {
    const { layer, logged, seen } = guardsConnecting(refused, refused, refused)
    return Effect.gen(function* () {
      const { pauseUntil, tryAcquire } = yield* budget
      const results = [yield* tryAcquire, yield* tryAcquire, yield* tryAcquire]
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Granted", "Granted", "Full"]
      )
      yield* TestClock.adjust("2999 millis")
      assert.deepStrictEqual([logged.length, seen.scripts], [1, 0])
      assert.match(logged[0] ?? "", /^Warn: Redis is not responding correctly \(ECONNREFUSED\)\./)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([seen.attempts, seen.closed], [4, 3])
      assert.strictEqual((yield* tryAcquire).state.requestsThisHour, 100)
      assert.strictEqual((yield* pauseUntil(60_000)).requestsThisHour, 100)
      assert.deepStrictEqual(logged.slice(1), [
        "Info: Redis is responding again. All processes share the budget of the key."
      ])
    }).pipe(
      Effect.provide(layer),
      Effect.map(() => assert.strictEqual(seen.closed, seen.attempts))
    )
  })

  it.effect("only the first operation waits for the connection, for two seconds", () => {
    const { layer, logged } = guardsConnecting(Effect.never)
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(first))._tag, "Granted")
      assert.strictEqual((yield* tryAcquire)._tag, "Granted")
      assert.strictEqual(logged.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("an invalid connection counts as an outage", () => {
    const { layer, logged } = guardsConnecting(
      Effect.die(Object.assign(new Error("canary"), { code: "ERR_INVALID_URL" }))
    )
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      assert.strictEqual((yield* tryAcquire)._tag, "Granted")
      assert.match(logged.join(), /^Warn: Redis is not responding correctly \(ERR_INVALID_URL\)\.[^]*writes\.$/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a connection that does not close delays the shutdown by at most two seconds", () =>
    Effect.gen(function* () {
      const connection = Layer.effect(
        Redis.Redis,
        Effect.acquireRelease(Effect.void, () => Effect.never).pipe(Effect.andThen(Effect.never))
      )
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(RedisGuards.layer(connection), scope)
      const { tryAcquire } = yield* Effect.provideContext(budget, context)
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(first)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
    })
  )
})
